import { type DimensionName, isDimension } from "./dimension-words.ts";

/** Lists the reports that have a tab of their own, in order. */
export const reportViews = [
  "goals",
  "funnels",
  "journeys",
  "engagement",
  "properties",
  "revenue",
  "reads",
] as const;
export type ReportView = (typeof reportViews)[number];

export const touches = ["any", "first", "last"] as const;
export type Touch = (typeof touches)[number];

/** The part of the address that only reports have. Each report reads the fields that it needs. */
export interface ReportQuery {
  /** Id of the goal or funnel that is shown. */
  readonly id: number | undefined;
  /** The open form: for a new goal or funnel, or for the one with this id. */
  readonly form: "new" | number | undefined;
  /** The dimension of a breakdown. */
  readonly by: DimensionName | undefined;
  /** The key of a property. */
  readonly key: string | undefined;
  /** The events whose properties are shown. */
  readonly event: string | undefined;
  readonly currency: string | undefined;
  readonly touch: Touch;
  /** The anchor of a journey, as the API reads it: `page:/pricing`. */
  readonly start: string | undefined;
  readonly isBack: boolean;
  /** Whether journeys have custom events. */
  readonly hasEvents: boolean;
  /** The chosen elements of a journey: `page:/pricing`. */
  readonly path: readonly string[];
  /** The number of elements of the listed paths. */
  readonly steps: number;
  readonly search: string;
  /** The column that the list is sorted by, if it is not the usual one. */
  readonly sort: string | undefined;
  readonly page: number;
  /** The parameters of reads: the open list, and filters but for those by page. */
  readonly reads: readonly (readonly [name: string, value: string])[];
}

const defaultSteps = 3;
/** The API's limits. */
export const stepsMin = 2;
export const stepsMax = 8;
export const pathMax = 10;

/** The state in which a report opens. */
export const noReport: ReportQuery = {
  id: undefined,
  form: undefined,
  by: undefined,
  key: undefined,
  event: undefined,
  currency: undefined,
  touch: "any",
  start: undefined,
  isBack: false,
  hasEvents: false,
  path: [],
  steps: defaultSteps,
  search: "",
  sort: undefined,
  page: 1,
  reads: [],
};

/** Reads the parameters of a report. Invalid ones are ignored. */
export function readReportQuery(params: URLSearchParams): ReportQuery {
  const text = (name: string) => params.get(name) || undefined;
  const by = params.get("by") ?? "";
  const steps = readCount(params.get("steps"));
  return {
    id: readCount(params.get("id")),
    form: params.get("form") === "new" ? "new" : readCount(params.get("form")),
    by: isDimension(by) ? by : undefined,
    key: text("key"),
    event: text("event"),
    currency: text("currency"),
    touch: touches.find((name) => name === params.get("touch")) ?? "any",
    start: readElement(params.get("start")),
    isBack: params.get("direction") === "back",
    hasEvents: params.get("include") === "events",
    path: params
      .getAll("path")
      .filter((element) => readElement(element) !== undefined)
      .slice(0, pathMax),
    steps: steps !== undefined && steps >= stepsMin && steps <= stepsMax ? steps : defaultSteps,
    search: params.get("search") ?? "",
    sort: text("sort"),
    page: readCount(params.get("page")) ?? 1,
    reads: [...params].filter(([name]) => ofReads.test(name)),
  };
}

const ofReads = /^(list|filter.(reader|operator|purpose|verified|status|door).)$/;

/** Writes the parameters of a report. Those with default values are left out. */
export function writeReportQuery(params: URLSearchParams, query: ReportQuery): void {
  const { id, form, by, key, event, currency, touch, start, path, search, sort } = query;
  const values = {
    id,
    form,
    by,
    key,
    event,
    currency,
    start,
    sort,
    touch: touch === "any" ? undefined : touch,
    direction: query.isBack ? "back" : undefined,
    include: query.hasEvents ? "events" : undefined,
    steps: query.steps === defaultSteps ? undefined : query.steps,
    search: search || undefined,
    page: query.page === 1 ? undefined : query.page,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) params.set(name, String(value));
  }
  for (const element of path) params.append("path", element);
  for (const [name, value] of query.reads) params.append(name, value);
}

function readElement(text: string | null): string | undefined {
  return text !== null && /^(?:page|event):./s.test(text) ? text : undefined;
}

function readCount(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
