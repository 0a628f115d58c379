import { type Api, demand, type Row, type Site } from "../api.ts";
import type { Range } from "./dates.ts";

/** The visitor days that a question is about, in the API's words. */
export interface Scope {
  readonly api: Api;
  readonly site: Site;
  readonly range: Range;
  readonly hasImports: boolean;
  readonly filters: readonly (readonly [name: string, value: string])[];
  readonly segment?: string;
}

/** A goal as the API lists it. */
export interface Goal {
  readonly id: number;
  readonly name: string;
  readonly type: "page" | "event";
  readonly value: string;
  readonly props: object | null;
}

/** Returns the path of one of a website's reports; of the values of a prop by its name. */
export function pathOf({ site: { id } }: Pick<Scope, "site">, report: string): string {
  if (report === "stats") return `/api/v1/stats/${id}`;
  const [, key] = /^prop:(.*)$/s.exec(report) ?? [];
  return `/api/v1/websites/${id}/${key === undefined ? report : `props/${encodeURIComponent(key)}`}`;
}

/** Returns the parameters that all questions about the scope have. */
export function paramsOf(
  { range: { from, to }, filters, segment, hasImports }: Scope,
  more: Readonly<Record<string, string>> = {},
): URLSearchParams {
  const params = new URLSearchParams({ ...more, from, to, ...(segment && { segment }) });
  if (!hasImports) params.set("imports", "exclude");
  for (const [name, value] of filters) {
    params.append(`filter[${name.replace(/[%[\]]/g, encodeURIComponent)}]`, value);
  }
  return params;
}

/** Resolves with all rows of a report, in an order that stays while events come. */
export async function listRows(scope: Scope, report: string, params = {}): Promise<Row[]> {
  const isLong = /^(?:stats|prop:|goals\/\d|events\/)/.test(report);
  const order = isLong ? { sort_by: "value", sort: "asc" } : {};
  const query = paramsOf(scope, { ...params, ...order });
  return (await scope.api.list(pathOf(scope, report), query)).rows;
}

/** Resolves with the summary. */
export async function summaryOf(scope: Scope): Promise<Row> {
  return (await scope.api.get(pathOf(scope, "summary"), paramsOf(scope))).data;
}

/** Resolves with all goals of a website, the oldest first. */
export async function listGoals({ api, site }: Pick<Scope, "api" | "site">): Promise<Goal[]> {
  const query = new URLSearchParams({ per_page: "100", sort_by: "id", sort: "asc" });
  return (await api.get(pathOf({ site }, "goals"), query)).data;
}

/** Returns the scope, with those visitors alone whose day has one of these values, too. */
export function withFilter(scope: Scope, name: string, patterns: readonly string[]): Scope {
  const isPlain = (value = "") => !value.startsWith("!");
  const isThere = scope.filters.some((one) => one[0] === name && isPlain(one[1]));
  demand(!isThere || !isPlain(patterns[0]), `filters: two filters by ${name} cannot both hold`);
  const filters = [...scope.filters, ...patterns.map((value) => [name, value] as const)];
  return { ...scope, filters };
}
