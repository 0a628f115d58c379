import fc from "fast-check";

import type { DimensionName } from "../../src/counting/dimensions.ts";
import { codeOf } from "../stats/happenings.ts";
import { countPlainly, sortRows } from "../stats/plain-count.ts";
import { chosen, plainMatcher, within } from "./recipes.ts";
import { engagementRows } from "./reference/engagement.ts";
import { funnelBreakdownRows, funnelOf } from "./reference/funnels.ts";
import { goalBreakdownRows, goalRows } from "./reference/goals.ts";
import { heatmapOf } from "./reference/heatmap.ts";
import { type Element, journeysOf, pathsOf } from "./reference/journeys.ts";
import { contains, type Matcher } from "./reference/matchers.ts";
import type { Content, Population } from "./reference/population.ts";
import { propNumbers, propRows, propValueRows } from "./reference/props.ts";
import { revenueOverTime, revenueRows } from "./reference/revenue.ts";
import { type Listing, listed, type Ranked } from "./reference/rows.ts";
import { summaryOf } from "./reference/summary.ts";
import { touchRows } from "./reference/touch.ts";

type Row = Readonly<Record<string, unknown>>;

/** All rows of an answer, of which a page has some. */
export interface Rows {
  readonly rows: readonly Row[];
  /** The part of `meta` that says nothing about the page. */
  readonly meta: Row;
}

interface Asked {
  readonly now: Population;
  /** The earlier days, if the question compares. */
  readonly before: Population | undefined;
  readonly listing: Listing;
}

/** A report and how it is asked for, but for what all reports have in common. */
export interface Report {
  /** The path below that of the website. */
  readonly path: string;
  readonly params: readonly (readonly [string, string])[];
  /** Whether it takes `compare` and `match`. */
  readonly compares: boolean;
  /** The fields that the rows can be ordered by, the default first; empty without a choice. */
  readonly sortBy: readonly string[];
  readonly searches: boolean;
  /** The columns of the rows; undefined if the answer is no page. */
  readonly columns: readonly string[] | undefined;
  readonly answer: (asked: Asked) => Rows | { readonly data: unknown };
}

/** A report of a website; undefined if the website lacks the definition that it is about. */
type Asking = (content: Content) => Report | undefined;

const plainReport = { params: [], compares: false, sortBy: [], searches: false } as const;

const visitorNames: readonly DimensionName[] = [
  ...(["browser", "browser_version", "campaign", "channel", "city", "continent"] as const),
  ...(["country", "device", "hostname", "language", "operating_system"] as const),
  ...(["operating_system_version", "referrer", "region", "screen_resolution"] as const),
  ...(["source", "utm_content", "utm_medium", "utm_source", "utm_term"] as const),
];
const partNames: readonly DimensionName[] = ["page", "event", "entry_page", "exit_page"];
const visitorName = fc.constantFrom(...visitorNames);
/** Dimensions whose values differ from event to event come more often. */
const anyName = fc.oneof(
  visitorName,
  fc.constantFrom<DimensionName>(...partNames, "language", "referrer", "source", "channel"),
);
const days = fc.constantFrom("day" as const, "week" as const, "month" as const);
const interval = fc.oneof(days, fc.constant("hour" as const));
/** A dimension, or a time. */
const breakdown = fc.oneof(
  { weight: 4, arbitrary: anyName.map((name) => ({ name, interval: undefined })) },
  { weight: 1, arbitrary: interval.map((each) => ({ name: "visitor" as const, interval: each })) },
);
const eventName = fc.constantFrom(undefined, undefined, "Purchase", "pageview", "~x", "nothing");

function optional(name: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[name, value]];
}

/** Returns the column of codes, if the dimension has one. */
function codeColumn(name: DimensionName): string[] {
  return Object.keys(codeOf(name, ""));
}

/** Returns the columns behind the page views. */
function moreColumns(name: DimensionName): string[] {
  if (name === "event") return [];
  if (name === "page") return ["engagement_seconds", "scroll_depth"];
  return ["visits", "bounce_rate", "visit_duration"];
}

function rowsOf(ranked: readonly Ranked[], listing: Listing, meta: Row = {}): Rows {
  const rows = listed(ranked, listing).map(({ row }) => row);
  return { rows, meta: { total: rows.length, ...meta } };
}

const summary = fc.constant<Asking>(() => ({
  ...plainReport,
  path: "summary",
  compares: true,
  columns: undefined,
  answer: ({ now, before }) => ({ data: summaryOf(now, before) }),
}));

const heatmap = fc.constantFrom("visitors" as const, "pageviews" as const).map(
  (metric): Asking =>
    () => ({
      ...plainReport,
      path: "heatmap",
      params: [["metric", metric]],
      columns: undefined,
      answer: ({ now }) => ({ data: heatmapOf(now, metric) }),
    }),
);

const stats = anyName.map(
  (name): Asking =>
    () => ({
      ...plainReport,
      path: "stats",
      params: [["name", name]],
      searches: true,
      sortBy: ["count", "value"],
      columns: [
        "value",
        ...codeColumn(name),
        "count",
        "visitors",
        "pageviews",
        ...moreColumns(name),
      ],
      answer: ({ now, listing: { search, sortBy, sort } }) => {
        const counted = countPlainly(
          now.days.flatMap(({ events }) => events),
          name,
        ).filter(({ value }) => contains(value, search));
        const rows = sortRows(counted, sortBy, sort).map(({ value, ...counts }) => ({
          value,
          ...codeOf(name, value),
          ...counts,
        }));
        const count = rows.reduce((total, row) => total + row.count, 0);
        return { rows, meta: { total: rows.length, count } };
      },
    }),
);

const goalNumbers = ["visitors", "conversions", "conversion_rate"];
const goals = fc.constant<Asking>(({ goals }) => ({
  ...plainReport,
  path: "goals/stats",
  compares: true,
  searches: true,
  sortBy: [...goalNumbers, "name"],
  columns: ["id", "name", ...goalNumbers, "revenue"],
  answer: ({ now, before, listing }) =>
    rowsOf(goalRows(goals, now, before), listing, { visitors: now.days.length }),
}));

const goalBreakdown = fc.tuple(fc.nat(9), breakdown).map(
  ([nth, asked]): Asking =>
    ({ goals }) => {
      const goal = chosen(goals, nth);
      if (goal === undefined) return undefined;
      const { name, interval } = asked;
      const numbers = ["converted", "visitors", "conversions", "conversion_rate"];
      return {
        ...plainReport,
        path: `goals/${goal.id}/stats`,
        searches: true,
        params: [["name", name], ...optional("interval", interval)],
        sortBy: [...numbers, "value"],
        columns: [
          "value",
          ...codeColumn(name),
          "visitors",
          "converted",
          "conversions",
          "conversion_rate",
          "revenue",
        ],
        answer: ({ now, listing }) => rowsOf(goalBreakdownRows(goal, now, asked), listing),
      };
    },
);

/** A saved funnel by its position, or one that only the question has. */
const funnelChoice = fc.oneof(
  fc.nat(9),
  fc.record({ within, steps: fc.array(plainMatcher, { minLength: 2, maxLength: 8 }) }),
);

function funnelIn(
  { funnels }: Content,
  choice: typeof funnelChoice extends fc.Arbitrary<infer T> ? T : never,
) {
  if (typeof choice !== "number") {
    const params = choice.steps.map((step): [string, string] => ["step", written(step)]);
    return {
      funnel: choice,
      path: "funnels/stats",
      params: [...params, ["within", choice.within] as const],
    };
  }
  const funnel = chosen(funnels, choice);
  return funnel && { funnel, path: `funnels/${funnel.id}/stats`, params: [] };
}

function written({ type, value }: Matcher): string {
  return `${type}:${value}`;
}

const funnel = funnelChoice.map(
  (choice): Asking =>
    (content) => {
      const found = funnelIn(content, choice);
      if (found === undefined) return undefined;
      return {
        ...plainReport,
        path: found.path,
        params: found.params,
        compares: true,
        columns: undefined,
        answer: ({ now, before }) => ({ data: funnelOf(found.funnel, now, before) }),
      };
    },
);

const funnelTime = fc.oneof(
  { weight: 4, arbitrary: anyName.map((name) => ({ name, interval: undefined })) },
  { weight: 1, arbitrary: days.map((each) => ({ name: "visitor" as const, interval: each })) },
);
const funnelBreakdown = fc.tuple(funnelChoice, funnelTime).map(
  ([choice, asked]): Asking =>
    (content) => {
      const found = funnelIn(content, choice);
      if (found === undefined) return undefined;
      const { name, interval } = asked;
      const numbers = ["entered", "completed", "conversion_rate"];
      return {
        ...plainReport,
        path: found.path,
        searches: true,
        params: [...found.params, ["name", name], ...optional("interval", interval)],
        sortBy: [...numbers, "value"],
        columns: ["value", ...codeColumn(name), ...numbers, "steps"],
        answer: ({ now, listing }) =>
          rowsOf(funnelBreakdownRows(found.funnel, now, asked), listing),
      };
    },
);

const element = fc.constantFrom<Element>(
  ...["/", "/a", "/a/b", "/B"].map((value): Element => ({ type: "page", value })),
  ...["Purchase", "~x"].map((value): Element => ({ type: "event", value })),
);
const walk = fc
  .record({
    start: fc.option(plainMatcher, { nil: undefined }),
    direction: fc.constantFrom("forward" as const, "back" as const),
    events: fc.boolean(),
  })
  // Without custom events, none of them can be the start.
  .map((each) => ({ ...each, events: each.events || each.start?.type === "event" }));
type Walk = typeof walk extends fc.Arbitrary<infer Each> ? Each : never;

function walkParams({ start, direction, events }: Walk): [string, string][] {
  return [
    ...optional("start", start && written(start)),
    ...optional("direction", direction === "back" ? direction : undefined),
    ...optional("include", events ? "events" : undefined),
  ];
}

/** Long paths are rarely those of a visit. */
const path = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: element.map((each) => [each]) },
  { weight: 1, arbitrary: fc.array(element, { minLength: 2, maxLength: 3 }) },
);
const journeys = fc.tuple(walk, path).map(
  ([asked, path]): Asking =>
    () => ({
      ...plainReport,
      path: "journeys",
      searches: true,
      params: [
        ...walkParams(asked),
        ...path.map(({ type, value }): [string, string] => ["path", `${type}:${value}`]),
      ],
      columns: ["type", "value", "visits", "share"],
      answer: ({ now, listing: { search } }) => {
        const { rows, meta } = journeysOf(now, { ...asked, path, search });
        return { rows, meta: { ...meta, total: rows.length } };
      },
    }),
);

const paths = fc.tuple(walk, fc.integer({ min: 2, max: 8 })).map(
  ([asked, steps]): Asking =>
    () => ({
      ...plainReport,
      path: "journeys/paths",
      params: [...walkParams(asked), ["steps", String(steps)]],
      columns: ["path", "visits", "share", "continued"],
      answer: ({ now }) => {
        const { rows, meta } = pathsOf(now, { ...asked, steps });
        return { rows, meta: { ...meta, total: rows.length } };
      },
    }),
);

const props = eventName.map(
  (event): Asking =>
    () => ({
      ...plainReport,
      path: "props",
      params: optional("event", event),
      searches: true,
      sortBy: ["events", "visitors", "values", "key"],
      columns: ["key", "events", "visitors", "values"],
      answer: ({ now, listing }) => rowsOf(propRows(now, event), listing),
    }),
);

const propValues = fc
  .record({
    key: fc.constantFrom("plan", "plan", "seats", "a[b]%/ü", " ", "constructor", "toString"),
    event: eventName,
    none: fc.boolean(),
    numbers: fc.boolean(),
  })
  .map(
    (asked): Asking =>
      () => ({
        ...plainReport,
        path: `props/${encodeURIComponent(asked.key)}`,
        searches: true,
        params: [
          ...optional("event", asked.event),
          ...optional("none", asked.none ? "1" : undefined),
          ...optional("numbers", asked.numbers ? "1" : undefined),
        ],
        sortBy: ["count", "visitors", "value"],
        columns: ["value", "count", "visitors", "revenue"],
        answer: ({ now, listing }) => {
          const found = rowsOf(propValueRows(now, asked), listing);
          const count = found.rows.reduce((total, row) => total + Number(row["count"]), 0);
          const numbers = asked.numbers ? { numbers: propNumbers(now, asked) } : {};
          return { rows: found.rows, meta: { ...found.meta, count, ...numbers } };
        },
      }),
  );

const engagement = fc.option(days, { nil: undefined }).map(
  (every): Asking =>
    () => ({
      ...plainReport,
      path: "engagement",
      params: optional("interval", every),
      searches: true,
      sortBy: ["visitors", "seconds", "scroll_depth", "value"],
      columns: ["value", "visitors", "seconds", "scroll_depth"],
      answer: ({ now, listing }) => rowsOf(engagementRows(now, every), listing),
    }),
);

const revenueColumns = [
  "currency",
  "amount",
  "orders",
  "refunds",
  "visitors",
  "average_order",
  "per_visitor",
];
const revenue = fc.tuple(eventName, fc.option(interval, { nil: undefined })).map(
  ([event, every]): Asking =>
    () => ({
      ...plainReport,
      path: "revenue",
      compares: every === undefined,
      params: [...optional("event", event), ...optional("interval", every)],
      columns: every === undefined ? revenueColumns : ["value", ...revenueColumns],
      answer: ({ now, before }) => {
        const rows =
          every === undefined
            ? revenueRows(now, event, before)
            : revenueOverTime(now, event, every);
        return { rows, meta: { total: rows.length } };
      },
    }),
);

const touched = fc.oneof(
  fc.record({ name: anyName, touch: fc.constant("any" as const) }),
  fc.record({
    name: fc.oneof(
      visitorName,
      fc.constantFrom<DimensionName>("language", "referrer", "source", "channel", "campaign"),
    ),
    touch: fc.constantFrom("first" as const, "last" as const),
  }),
);
const revenueStats = fc
  .tuple(touched, fc.constantFrom(...Array<undefined>(5).fill(undefined), "EUR", "USD", "CHF"))
  .map(
    ([{ name, touch }, currency]): Asking =>
      () => ({
        ...plainReport,
        path: "revenue/stats",
        searches: true,
        params: [
          ["name", name],
          ...optional("touch", touch === "any" ? undefined : touch),
          ...optional("currency", currency),
        ],
        sortBy: ["amount", "orders", "visitors", "value"],
        columns: ["value", ...codeColumn(name), "currency", "amount", "orders", "visitors"],
        answer: ({ now, listing }) => rowsOf(touchRows(now, { name, touch, currency }), listing),
      }),
  );

/** Every report, by a name with which a run can ask for some alone. */
export const reports: Readonly<Record<string, fc.Arbitrary<Asking>>> = {
  summary,
  heatmap,
  stats,
  goals,
  goalBreakdown,
  funnel,
  funnelBreakdown,
  journeys,
  paths,
  props,
  propValues,
  engagement,
  revenue,
  revenueStats,
};
