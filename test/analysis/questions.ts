import fc from "fast-check";

import { days } from "./actions.ts";
import { chosen, filters, filtersOf, joined } from "./recipes.ts";
import { earlierOf } from "./reference/comparison.ts";
import type { Content, DayRange } from "./reference/population.ts";
import { populationOf } from "./reference/population.ts";
import type { Listing } from "./reference/rows.ts";
import { type Report, type Rows, reports } from "./reports.ts";

const some = process.env["ANALYSIS_ONLY"]?.split(",") ?? Object.keys(reports);
const asking = fc.oneof(...some.map((name) => reports[name] ?? fail(`no report ${name}`)));

function fail(text: string): never {
  throw new Error(text);
}

const searches = [...Array(15).fill(""), "/A", "e", "sign", "(", "~", ":", "1"];

/** A question about a website, which becomes an address when the website's content is known. */
export const question = fc.record({
  asking,
  fromDay: fc.constantFrom(-1, 0, 0, 0, 1, 1, 2, days),
  days: fc.constantFrom(1, 2, 3, 5, 40),
  filters,
  /** The position of a segment; undefined asks without one. */
  segment: fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.nat(9) },
  ),
  compare: fc.constantFrom(undefined, undefined, "previous", "year", 1, 2, 3),
  match: fc.constantFrom(undefined, "weekday" as const),
  search: fc.constantFrom(...searches),
  sortBy: fc.option(fc.nat(9), { nil: undefined, freq: 2 }),
  sort: fc.constantFrom(undefined, "asc" as const, "desc" as const),
  page: fc.constantFrom(1, 1, 1, 2, 3),
  perPage: fc.constantFrom(10, 10, 25, 50),
  /** Whether a viewer asks, and whether for a CSV. */
  asViewer: fc.boolean(),
  asCsv: fc.boolean(),
});
export type Question = typeof question extends fc.Arbitrary<infer Each> ? Each : never;

/** A question with its address and its right answer. */
export interface Asked {
  readonly report: Report;
  readonly params: readonly (readonly [string, string])[];
  readonly page: number;
  readonly perPage: number;
  /** Whether a viewer may ask it. */
  readonly isPublic: boolean;
  readonly wanted: Rows | { readonly data: unknown };
}

/** Returns the question as it stands for a website; undefined if it is about nothing there. */
export function askOf(
  question: Question,
  content: Content & { readonly firstDay: string },
): Asked | undefined {
  const report = question.asking(content);
  if (report === undefined) return undefined;
  const { page, perPage } = question;
  const segment =
    question.segment === undefined ? undefined : chosen(content.segments, question.segment);
  const own = filtersOf(question.filters, content);
  const range = rangeOf(question, content.firstDay);
  const comparing = report.compares ? comparingOf(question, range) : undefined;
  const { listing, params } = listingOf(question, report);
  const all = joined(own, segment);
  const before = comparing && populationOf(content, earlierOf(range, comparing), all);
  return {
    report,
    page,
    perPage,
    isPublic: segment === undefined || segment.public === 1,
    params: [
      ...Object.entries(range),
      ...own.flatMap(([name, values]) =>
        values.map((value): [string, string] => [`filter[${written(name)}]`, value]),
      ),
      ...(segment === undefined ? [] : [["segment", String(segment.id)] as const]),
      ...Object.entries(comparing ?? {}).filter(([, value]) => value !== undefined),
      ...report.params,
      ...params,
      ...(report.columns === undefined
        ? []
        : [["page", String(page)] as const, ["per_page", String(perPage)] as const]),
    ],
    wanted: report.answer({ now: populationOf(content, range, all), before, listing }),
  };
}

/** Returns the name of a filter as a query writes it. */
function written(name: string): string {
  return name.replace(/[%[\]]/g, encodeURIComponent);
}

function rangeOf({ fromDay, days }: Question, firstDay: string): DayRange {
  const from = moved(firstDay, fromDay);
  return { from, to: moved(from, days - 1) };
}

function moved(day: string, by: number): string {
  return new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10);
}

function comparingOf({ compare, match }: Question, { from }: DayRange) {
  if (compare === undefined) return undefined;
  return { compare: typeof compare === "number" ? moved(from, -compare) : compare, match };
}

function listingOf(
  { search, sortBy, sort }: Question,
  { sortBy: fields, searches }: Report,
): { readonly listing: Listing; readonly params: [string, string][] } {
  const field = sortBy === undefined ? undefined : chosen(fields, sortBy);
  const params: [string, string][] = [];
  if (searches && search !== "") params.push(["search", search]);
  if (field !== undefined) params.push(["sort_by", field]);
  if (fields.length > 0 && sort !== undefined) params.push(["sort", sort]);
  return {
    params,
    listing: {
      search: searches ? search : "",
      sortBy: field ?? fields[0] ?? "",
      sort: sort ?? "desc",
    },
  };
}
