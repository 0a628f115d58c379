import type { Definition } from "../definitions/definition.ts";
import type { ImportRecord } from "../model/import.ts";

/** Returns an import as the API shows it. */
export function toImportRecord({ id, content, createdAt }: Definition<"import">): ImportRecord {
  const { source, kind, status, isDryRun, files, ignored, days, rows, unmapped } = content;
  const { taken, left, leftBecause } = days;
  return {
    ...{ id, source, kind, status, dry_run: isDryRun },
    files: [...files],
    ignored: [...ignored],
    from: content.taken[0]?.[0] ?? null,
    to: content.taken.at(-1)?.[1] ?? null,
    days: { taken, left, left_because: { ...leftBecause } },
    rows: { ...rows, skipped: { ...rows.skipped } },
    unmapped: { ...unmapped },
    problem: content.problem,
    created_at: createdAt.toISOString().replace(".000Z", "Z"),
    finished_at: content.finishedAt,
  };
}
