import { isoSeconds } from "../../base/calendar.ts";
import { type CorrectionNumbers, sumOfNumbers } from "../../definitions/correction.ts";
import type { Definition } from "../../definitions/definition.ts";
import type { CorrectionRecord, CorrectionResult } from "../../model/correction.ts";
import { showPageRule } from "../params/page-rules.ts";

/** Returns a correction as the API shows it. */
export function toCorrectionRecord(definition: Definition<"correction">): CorrectionRecord {
  const { id, content, createdAt } = definition;
  const { kind, status, from, to, change, months, problem, author, finishedAt } = content;
  const counted = (months ?? []).flatMap(({ numbers }) => numbers ?? []);
  return {
    id,
    kind,
    status,
    from,
    to,
    rules: change?.kind === "pages" ? change.rules.map(showPageRule) : null,
    what: change?.kind === "redact" ? change.what : null,
    key: change?.kind === "redact" ? change.key : null,
    unit: change !== null && "unit" in change ? change.unit : null,
    filters: change !== null && "filters" in change ? toFilters(change.filters) : null,
    months: (months ?? []).map(({ month, numbers, isDone }) => ({
      month: `${String(month).slice(0, 4)}-${String(month).slice(4)}`,
      events: numbers?.events ?? null,
      done: isDone,
    })),
    result: toResult(sumOfNumbers(counted)),
    problem,
    author,
    created_at: isoSeconds(createdAt),
    finished_at: finishedAt,
  };
}

export function toResult(
  { events, visitorDays, days, pageviews }: CorrectionNumbers,
  pairs: CorrectionResult["pairs"] = [],
): CorrectionResult {
  return { events, visitor_days: visitorDays, days, pageviews: { ...pageviews }, pairs };
}

function toFilters(filters: Readonly<Record<string, readonly string[]>>) {
  return Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, [...values]]));
}
