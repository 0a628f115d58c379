import type { Definition } from "../../../definitions/definition.ts";
import { demand } from "../refusals.ts";
import { gatherFilters, type Params, type Reports } from "../reports.ts";
import type { Range } from "./dates.ts";

/** The visitor days that a question is about, in the API's words. */
export interface Scope {
  readonly reports: Reports;
  readonly range: Range;
  readonly hasImports: boolean;
  readonly filters: readonly (readonly [name: string, value: string])[];
  readonly segment?: string;
}

/** A goal of a website. */
export type Goal = Definition<"goal">["content"] & { readonly id: number };

/** A row of a report. */
export type Row = Readonly<Record<string, unknown>>;

/** Returns the parameters that all questions about the scope have. */
export function paramsOf(
  { range: { from, to }, filters, segment, hasImports }: Scope,
  more: Params = {},
): Params {
  return {
    ...more,
    ...gatherFilters(filters),
    from,
    to,
    ...(segment && { segment }),
    ...(!hasImports && { imports: "exclude" }),
  };
}

/** Returns the same for reports of values. Equal questions get the same order. */
export function valueParamsOf(scope: Scope, more: Params = {}): Params {
  return paramsOf(scope, { ...more, sort_by: "value", sort: "asc" });
}

/** Resolves with the values of a dimension, or of a prop, `prop:KEY`. */
export async function listValues(scope: Scope, native: string, more: Params = {}): Promise<Row[]> {
  const key = propKeyOf(native);
  const params = valueParamsOf(scope, { ...more, name: native });
  return key === undefined ? scope.reports.breakdown(params) : scope.reports.prop(key, params);
}

/** Returns the key of a prop's name; undefined for another name. */
export function propKeyOf(native: string): string | undefined {
  return native.startsWith("prop:") ? native.slice("prop:".length) : undefined;
}

/** Resolves with the summary. */
export async function summaryOf(scope: Scope): Promise<Row> {
  return { ...(await scope.reports.summary(paramsOf(scope))).data };
}

/** Resolves with all goals of a website, the oldest first. */
export async function listGoals({ site }: Reports): Promise<Goal[]> {
  const goals = (await site.definitions("goal")).list("goal");
  return goals.map(({ id, content }) => ({ ...content, id })).sort((a, b) => a.id - b.id);
}

/** Returns the scope, with those visitors alone whose day has one of these values, too. */
export function withFilter(scope: Scope, name: string, patterns: readonly string[]): Scope {
  const isPlain = (value = "") => !value.startsWith("!");
  const isThere = scope.filters.some((one) => one[0] === name && isPlain(one[1]));
  demand(!isThere || !isPlain(patterns[0]), `filters: two filters by ${name} cannot both hold`);
  const filters = [...scope.filters, ...patterns.map((value) => [name, value] as const)];
  return { ...scope, filters };
}
