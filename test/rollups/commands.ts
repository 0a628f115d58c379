import fc from "fast-check";

import { type DimensionName, dimensionNames } from "../../src/counting/dimensions.ts";
import { filterNames } from "../../src/counting/filters.ts";
import { type Happening, happenings } from "../stats/happenings.ts";

/** An action on a Footfall. Its numbers choose among the existing items, whatever their size. */
export type Command =
  | { readonly do: "store"; readonly timezone: string; readonly ofDeleted: boolean }
  | { readonly do: "move"; readonly site: number; readonly timezone: string }
  | { readonly do: "insert"; readonly site: number; readonly done: readonly Happening[] }
  | { readonly do: "send"; readonly site: number; readonly done: readonly Happening[] }
  | { readonly do: "import"; readonly site: number; readonly done: readonly Happening[] }
  | { readonly do: "undo"; readonly site: number; readonly import: number }
  | { readonly do: "repeat"; readonly batch: number }
  | { readonly do: "delete"; readonly site: number }
  | RollUpCommand
  | { readonly do: "accept"; readonly rollUp: number }
  | { readonly do: "roll up open days"; readonly timeMs: number }
  | { readonly do: "wait" }
  | { readonly do: "roll up all" };

export interface RollUpCommand {
  readonly do: "roll up";
  readonly day: number;
  /** Whether the other days of its month are rolled up with it. */
  readonly isMonth: boolean;
  /** The website; `undefined` stands for all websites. */
  readonly site: number | undefined;
  /** Whether the roll-up is accepted as the day's roll-up. */
  readonly isAccepted: boolean;
}

/**
 * A page of statistics. Days are counted from the first one on which an event can have happened.
 */
export interface Query {
  readonly site: number;
  /** The kind of the answer. Some have no `name`, and take from the query only what they know. */
  readonly report: "stats" | "summary" | "engagement" | "revenue";
  readonly name: DimensionName;
  readonly fromDay: number;
  readonly days: number;
  readonly search: string;
  readonly sort: string;
  readonly sortBy: string;
  readonly perPage: number;
  readonly page: number;
  /** The length of a value, for dimensions that are days. */
  readonly interval: "15min" | "hour" | "day" | "week" | "month";
  /** The zone whose days page views are counted by, without filters; that of the website if "". */
  readonly timezone: string;
  /** Values of each dimension, some with `!` in front or `*` behind. */
  readonly filters: readonly (readonly [DimensionName, readonly string[]])[];
  /** So many clients ask at once and take cached answers; 0 for one that has it counted anew. */
  readonly clients: number;
}

/** The first hundred values. */
export const firstPage = {
  report: "stats",
  search: "",
  sort: "desc",
  sortBy: "count",
  perPage: 100,
  page: 1,
  interval: "day",
  timezone: "",
  filters: [],
  clients: 0,
} as const;

export interface Step {
  readonly command: Command;
  readonly queries: readonly Query[];
}

export const timezones = [
  "UTC",
  "Europe/Berlin",
  "America/Phoenix",
  "Asia/Kolkata",
  "Pacific/Kiritimati",
  "Pacific/Marquesas",
];
/** Four days with the end of a month, and the night in which Berlin's clocks are put forward. */
export const firstDayMs = Date.UTC(2025, 2, 29);
const dayMs = 86_400_000;

/**
 * Every ten minutes of three hours a day: many at once, many that are 30 minutes apart, many at a
 * midnight.
 */
const timeMs = fc
  .tuple(fc.nat(3), fc.constantFrom(0, 11, 23), fc.nat(5))
  .map(([day, hour, slot]) => firstDayMs + day * dayMs + hour * 3_600_000 + slot * 600_000);
const anything = happenings({ timeMs, pages: 30, anywhere: true });
const sendable = happenings({ timeMs, pages: 30 });

const some = fc.nat(99);
const timezone = fc.constantFrom(...timezones);
const rollUp = fc.record({
  do: fc.constant("roll up"),
  day: some,
  isMonth: fc.boolean(),
  site: fc.option(some, { nil: undefined }),
  isAccepted: fc.boolean(),
});

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("store"), timezone, ofDeleted: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("move"), site: some, timezone }) },
  { weight: 6, arbitrary: insertion("insert", anything) },
  { weight: 1, arbitrary: insertion("send", sendable) },
  { weight: 4, arbitrary: insertion("import", anything) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("undo"), site: some, import: some }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("repeat"), batch: some }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete"), site: some }) },
  { weight: 6, arbitrary: rollUp },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("accept"), rollUp: some }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("roll up open days"), timeMs }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("roll up all") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait") }) },
) as fc.Arbitrary<Command>;

function insertion(kind: string, happening: fc.Arbitrary<Happening>) {
  const done = fc.array(happening, { minLength: 1, maxLength: 40, size: "max" });
  return fc.record({ do: fc.constant(kind), site: some, done });
}

/** Values that visitors carry, values that nobody carries, and prefixes of either. */
const filterValue = fc.constantFrom(
  "Chrome",
  "!Chrome",
  "Firefox",
  "(unknown)",
  "!(unknown)",
  "(direct)",
  "Google",
  "Search",
  "/0",
  "!/0",
  "/1*",
  "/*",
  "*",
  "!*",
  "signup",
  "B*",
  "Germany",
  "United*",
  "!EU",
  "spring",
  "~RO",
  "!~ED",
  "~/1",
  "~know",
  "!~ÜNDER",
);
const filter = fc.tuple(
  fc.constantFrom(...filterNames),
  fc.array(filterValue, { minLength: 1, maxLength: 2 }),
);

export const query: fc.Arbitrary<Query> = fc.record({
  site: some,
  report: fc.constantFrom("stats", "stats", "stats", "summary", "engagement", "revenue"),
  name: fc.constantFrom(...dimensionNames),
  fromDay: fc.integer({ min: -2, max: 5 }),
  days: fc.constantFrom(1, 2, 3, 8),
  search: fc.constantFrom("", "", "", "e", "S", "(", "2", "%", "_", "ÜN", ", ", "/1"),
  sort: fc.constantFrom("asc", "desc"),
  sortBy: fc.constantFrom("count", "value"),
  perPage: fc.constantFrom(10, 10, 25, 50, 100),
  page: fc.constantFrom(1, 1, 1, 2, 3),
  interval: fc.constantFrom("day", "day", "15min", "hour", "week", "month"),
  timezone: fc.constantFrom("", ...timezones, "America/St_Johns"),
  filters: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.uniqueArray(filter, { maxLength: 2, selector: ([name]) => name }) },
  ),
  clients: fc.constantFrom(0, 0, 1, 8),
});

/** Begins with a website that has events. */
export const story: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    timezone,
    insertion("insert", anything) as fc.Arbitrary<Command>,
    fc.array(
      fc.record({
        command,
        queries: fc.array(query, { minLength: 1, maxLength: 2, size: "max" }),
      }),
      { minLength: 3, maxLength: 8, size: "max" },
    ),
    fc.boolean(),
  )
  .map(([zone, insert, steps, isImport]) => [
    { command: { do: "store", timezone: zone, ofDeleted: false }, queries: [] },
    { command: isImport ? ({ ...insert, do: "import" } as Command) : insert, queries: [] },
    ...steps,
  ]);

const minuteMs = 60_000;

/** Draws events between two moments, each in minutes since the first day began. */
function between(from: number, to: number, happening: fc.Arbitrary<Happening>) {
  return (min: number, max: number) =>
    fc.array(
      fc
        .tuple(happening, fc.integer({ min: from / 10, max: to / 10 }))
        .map(([each, slot]) => ({ ...each, timeMs: firstDayMs + slot * 10 * minuteMs })),
      { minLength: min, maxLength: max, size: "max" },
    );
}

/**
 * An open day that is rolled up in increments. Six visitors stay as they are all morning, and have
 * many equal events in many visits. Later events are few, so that the roll-up is used; half of them
 * have other values.
 */
export const openDayStory: fc.Arbitrary<readonly Step[]> = fc
  .tuple(timezone, fc.array(anything, { minLength: 6, maxLength: 6 }))
  .chain(([zone, people]) => {
    const steady = fc
      .tuple(fc.nat(5), fc.constantFrom("pageview", "pageview", "signup", "engagement"))
      .map(([person, name]) => ({ ...(people[person] as Happening), person, name }));
    // A filter counts the day from its events, so that most queries have none.
    const queries = fc.array(query, { minLength: 6, maxLength: 6 }).map((some) =>
      some.map((each, nth) => ({
        ...each,
        fromDay: -1,
        days: 3,
        search: "",
        filters: nth === 0 ? each.filters : [],
      })),
    );
    const later = [660, 720, 780].map((from) =>
      fc.record({
        untilMs: fc.constant(firstDayMs + (from - 5) * minuteMs),
        done: between(from, from + 50, fc.oneof(steady, anything))(1, 6),
        queries,
      }),
    );
    return fc.tuple(between(0, 650, steady)(150, 200), ...later).map(([morning, ...moments]) => [
      { command: { do: "store", timezone: zone, ofDeleted: false }, queries: [] } as const,
      { command: { do: "insert", site: 0, done: morning }, queries: [] } as const,
      ...moments.flatMap(({ untilMs, done, queries: asked }): Step[] => [
        { command: { do: "roll up open days", timeMs: untilMs }, queries: [] },
        { command: { do: "insert", site: 0, done }, queries: asked },
      ]),
    ]);
  });
