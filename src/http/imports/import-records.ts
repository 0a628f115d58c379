import { isoSeconds } from "../../base/calendar.ts";
import type { Definition } from "../../definitions/definition.ts";
import type { ImportRecord } from "../../model/import.ts";

const notes = {
  events: "Visitors are counted per day: one of several days counts on each of them.",
  totals:
    "Days are those of the files, so the website must have the time zone that they come from.",
};

/** Returns an import as the API shows it. */
export function toImportRecord({ id, content, createdAt }: Definition<"import">): ImportRecord {
  const { source, kind, status, isDryRun, files, ignored, days, rows, unmapped } = content;
  const { taken, left, leftBecause } = days;
  return {
    id,
    source,
    kind,
    status,
    dry_run: isDryRun,
    files: [...files],
    ignored: [...ignored],
    from: content.taken[0]?.[0] ?? null,
    to: content.taken.at(-1)?.[1] ?? null,
    days: { taken, left, left_because: { ...leftBecause } },
    rows: { ...rows, skipped: { ...rows.skipped } },
    unmapped: { ...unmapped },
    // Access logs count as the tracker does.
    notes: source === "access-log" ? [] : [notes[kind]],
    problem: content.problem,
    created_at: isoSeconds(createdAt),
    finished_at: content.finishedAt,
  };
}
