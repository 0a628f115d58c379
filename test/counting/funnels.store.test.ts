import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { bind, sql } from "../../src/clickhouse/sql.ts";
import { reachedSteps } from "../../src/counting/funnels.ts";
import type { Matcher } from "../../src/definitions/matcher.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

/** Random days with many events at the same moment. `STATS_SEED` repeats a run. */
const seed = Number(process.env["STATS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

interface PlainEvent {
  readonly timeMs: number;
  readonly name: string;
  readonly page: string;
  readonly props: Readonly<Record<string, string>>;
}

interface Step {
  readonly matcher: Matcher;
  readonly matches: (event: PlainEvent) => boolean;
}

const minuteMs = 60_000;
const midnightMs = Date.UTC(2025, 2, 2);
const people = 40;

function step(type: Matcher["type"], value: string, props: Matcher["props"] = {}): Step {
  const isOwn = (text: string) =>
    value.endsWith("*") ? text.startsWith(value.slice(0, -1)) : text === value;
  return {
    matcher: { type, value, props },
    matches: (event) => {
      if (event.name === "engagement") return false;
      if ((event.name === "pageview") !== (type === "page")) return false;
      if (!isOwn(type === "page" ? event.page : event.name)) return false;
      return Object.entries(props).every(([key, text]) => event.props[key] === text);
    },
  };
}

const steps = [
  step("page", "/a"),
  step("page", "/b"),
  step("page", "/*"),
  step("event", "A"),
  step("event", "B"),
  step("event", "*"),
  step("page", "/a", { k: "😀" }),
  step("event", "A", { k: "～" }),
  step("event", "A", { k: "" }),
  step("page", "/*", { j: "1" }),
];

/** Few moments, so that many events share one; some are as far apart as visits, or at midnight. */
const offsetsMs = [0, 0, 0, 1, 1, 2, 30 * minuteMs - 1, 30 * minuteMs, 60 * minuteMs].flatMap(
  (ms) => [ms - 600 * minuteMs, ms - 30 * minuteMs],
);
const happening: fc.Arbitrary<PlainEvent> = fc.noBias(
  fc.record({
    timeMs: fc.constantFrom(...offsetsMs).map((ms) => midnightMs + ms),
    name: fc.constantFrom("pageview", "pageview", "pageview", "engagement", "A", "A", "B"),
    page: fc.constantFrom("/", "/a", "/b"),
    props: fc.constantFrom({}, {}, { k: "😀" }, { k: "～" }, { k: "" }, { j: "1", k: "～" }),
  }),
);
const days = fc.sample(fc.array(happening, { minLength: 1, maxLength: 26 }), {
  numRuns: people,
  seed,
});

const footfall = openFootfall(shareFootfall);
let id: number;
beforeAll(async () => {
  const website = await footfall.store("example.com");
  ({ id } = website);
  const sent = days.flatMap((events, who) =>
    events.map(({ timeMs, name, page, props }) => ({
      at: new Date(timeMs).toISOString(),
      who,
      name,
      // The host tells people apart.
      url: `https://p${who}.example.com${page}`,
      props,
    })),
  );
  await footfall.send(website, sent);
});

/** Resolves with a map from day and person to the number of steps that are reached. */
async function reached(within: "day" | "visit", asked: readonly Step[]) {
  const funnel = { within, steps: asked.map(({ matcher }) => matcher) };
  const rows = await footfall.server.store.db.rows<{ who: string; reached: number }>(sql`
    SELECT
      concat(toString(date), ' ', any(hostname)) AS who,
      ${reachedSteps(funnel)} AS reached
    FROM events
    WHERE website_id = ${bind("UInt32", id)} AND name != 'engagement'
    GROUP BY date, visitor
    SETTINGS optimize_aggregation_in_order = 1, max_block_size = 7`);
  return new Map(rows.map((row) => [row.who, row.reached]));
}

/** Returns the same by trying every choice of events. */
function reachedPlainly(within: "day" | "visit", asked: readonly Step[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [person, events] of days.entries()) {
    const active = events.filter(({ name }) => name !== "engagement").sort(inOrder);
    for (const day of ["2025-03-01", "2025-03-02"]) {
      const own = active.filter(({ timeMs }) => new Date(timeMs).toISOString().startsWith(day));
      if (own.length === 0) continue;
      const groups = within === "day" ? [own] : visitsOf(own);
      const furthest = groups.map((group) => furthestOf(group, asked));
      counts.set(`${day} p${person}.example.com`, Math.max(...furthest));
    }
  }
  return counts;
}

function inOrder(a: PlainEvent, b: PlainEvent): number {
  const isCustom = ({ name }: PlainEvent) => (name === "pageview" ? 0 : 1);
  const textsOf = ({ page, name, props }: PlainEvent) => [
    page,
    name,
    ...Object.entries(props)
      .sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
      .flat(),
  ];
  const [own, other] = [textsOf(a), textsOf(b)];
  const byText = own.map((text, i) => {
    const against = other[i];
    return against === undefined ? 1 : Buffer.compare(Buffer.from(text), Buffer.from(against));
  });
  return (
    a.timeMs - b.timeMs ||
    isCustom(a) - isCustom(b) ||
    byText.find((order) => order !== 0) ||
    own.length - other.length
  );
}

function visitsOf(events: readonly PlainEvent[]): PlainEvent[][] {
  const visits: PlainEvent[][] = [];
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const event of events) {
    if (event.timeMs - lastMs >= 30 * minuteMs) visits.push([]);
    visits.at(-1)?.push(event);
    lastMs = event.timeMs;
  }
  return visits;
}

function furthestOf([first, ...later]: readonly PlainEvent[], asked: readonly Step[]): number {
  const [next, ...others] = asked;
  if (first === undefined || next === undefined) return 0;
  const without = furthestOf(later, asked);
  return next.matches(first) ? Math.max(without, 1 + furthestOf(later, others)) : without;
}

describe(`the steps that a day reaches (seed ${seed})`, () => {
  const asked = fc.oneof(
    fc.array(fc.constantFrom(...steps), { minLength: 2, maxLength: 8 }),
    // The same few steps again and again.
    fc
      .array(fc.constantFrom(...steps), { minLength: 1, maxLength: 2 })
      .chain((few) => fc.array(fc.constantFrom(...few), { minLength: 2, maxLength: 8 })),
  );

  test.each(["day", "visit"] as const)(
    "are those that trying every choice of events finds, within a %s",
    async (within) => {
      const seen = new Set<number>();
      await fc.assert(
        fc.asyncProperty(asked, async (funnel) => {
          const plainly = reachedPlainly(within, funnel);
          expect(await reached(within, funnel)).toEqual(plainly);
          for (const count of plainly.values()) seen.add(count);
        }),
        { numRuns: 60, seed, endOnFailure: true },
      );
      expect(seen.size).toBeGreaterThan(3);
    },
    60_000,
  );
});
