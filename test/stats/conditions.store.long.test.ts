import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { pick as pickFrom, randomFrom } from "../../bench/random.ts";
import { type DimensionName, dimensionNames } from "../../src/counting/dimensions.ts";
import { filterNames } from "../../src/counting/filters.ts";
import type { ConditionFilters } from "../../src/definitions/condition.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { happenings, toPlain, toSent } from "./happenings.ts";
import {
  countPlainly,
  type PlainEvent,
  sortRows,
  summarisePlainly,
  visitsOf,
} from "./plain-count.ts";

/**
 * Random events of a website under random conditions. The test decides itself which visitor days
 * are hidden, counts the others in the plainest way, and compares dimensions. `STATS_SEED` repeats
 * a run.
 */
const seed = Number(process.env["STATS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const random = randomFrom(seed);
const pick = <T>(items: readonly T[]): T => pickFrom(random, items);

const domain = "conditions.example";
const fromMs = Date.UTC(2025, 1, 27);
const range = { from: "2025-02-27", to: "2025-03-02" };
const timeMs = fc.integer({ min: fromMs, max: fromMs + 4 * 86_400_000 - 1 });

const footfall = openFootfall();
let id = 0;
const all: PlainEvent[] = [];

async function collect(count: number, nth: number): Promise<void> {
  const done = fc.sample(happenings({ timeMs, pages: 12 }), { numRuns: count, seed: seed + nth });
  for (const each of done) {
    const day = new Date(each.timeMs).toISOString().slice(0, 10);
    all.push(toPlain(each, domain, day, `${each.place.ip} ${each.agent.userAgent}`));
  }
  const { json } = await footfall.bulk(
    id,
    done.map((each) => toSent(each, domain)),
  );
  expect(json).toEqual({ accepted: count, dropped: {} });
  await footfall.server.shipped();
}

beforeAll(async () => {
  ({ id } = await footfall.store(domain));
  await collect(400, 0);
});

interface Condition {
  readonly from: string | null;
  readonly filters: ConditionFilters;
}

/** Returns filters that some visitor days meet. */
function randomFilters(): ConditionFilters {
  const filters: Record<string, readonly string[] | object | string> = {};
  for (let nth = 0; nth < pick([1, 1, 2]); nth += 1) {
    const kind = pick(["value", "value", "value", "pageviews", "duration", "engaged"]);
    if (kind === "value") {
      const name = pick(filterNames);
      const values = countPlainly(all, name).map(({ value }) => value);
      const value = pick(values).replaceAll(/[\\!*~]/g, "\\$&");
      filters[name] = [`${pick(["", "", "!", "~"])}${value}`];
    } else if (kind === "engaged") {
      filters["engaged"] = pick(["yes", "no"]);
    } else {
      const bound = kind === "pageviews" ? pick([0, 1, 2, 3]) : pick([0, 60, 3_600, 20_000]);
      filters[kind] = pick([{ min: bound }, { max: bound }, { min: bound, max: 2 * bound }]);
    }
  }
  return filters as ConditionFilters;
}

function randomConditions(): Condition[] {
  return Array.from({ length: pick([1, 2, 3]) }, () => ({
    filters: randomFilters(),
    from: pick([null, null, "2025-02-28", "2025-03-02"]),
  }));
}

/** Whether a visitor's day meets a condition. */
function meets(own: readonly PlainEvent[], { from, filters }: Condition): boolean {
  if (from !== null && (own[0]?.day ?? "") < from) return false;
  return Object.entries(filters).every(([name, given]) => {
    if (name === "engaged") {
      return own.some(({ kind }) => kind === "engagement") === (given === "yes");
    }
    const active = own.filter(({ kind }) => kind !== "engagement");
    if (name === "pageviews" || name === "duration") {
      const { min = 0, max = Number.POSITIVE_INFINITY } = given as { min?: number; max?: number };
      const number =
        name === "pageviews" ? summarisePlainly(own).pageviews : secondsOf(visitsOf(active));
      return min <= number && number <= max;
    }
    const values = countPlainly(active, name as DimensionName).map(({ value }) => value);
    const [written = ""] = given as string[];
    const isUnwanted = written.startsWith("!");
    const contains = written.startsWith("~");
    const text = written.replace(/^[!~]/, "").replaceAll(/\\(.)/g, "$1");
    const has = values.some((value) =>
      contains ? value.toLowerCase().includes(text.toLowerCase()) : value === text,
    );
    return has !== isUnwanted;
  });
}

function secondsOf(visits: readonly (readonly PlainEvent[])[]): number {
  const ms = visits.map((visit) => (visit.at(-1)?.timeMs ?? 0) - (visit[0]?.timeMs ?? 0));
  return ms.reduce((sum, each) => sum + each, 0) / 1000;
}

/** Returns the events of the visitor days that the conditions hide, and all others. */
function split(conditions: readonly Condition[]) {
  const days = new Map<string, PlainEvent[]>();
  for (const event of all) {
    const key = `${event.day} ${event.visitor}`;
    days.set(key, [...(days.get(key) ?? []), event]);
  }
  const isHidden = (own: readonly PlainEvent[]) =>
    own.some(({ kind }) => kind !== "engagement") &&
    conditions.some((condition) => meets(own, condition));
  const own = [...days.values()];
  return {
    hidden: own.filter(isHidden).flat(),
    counted: own.filter((day) => !isHidden(day)).flat(),
  };
}

async function store(conditions: readonly Condition[]): Promise<void> {
  const path = `/api/v1/websites/${id}/conditions`;
  for (const { id: old } of (await footfall.request(path)).json.data) {
    await footfall.request(`${path}/${old}`, { method: "DELETE" });
  }
  for (const [nth, condition] of conditions.entries()) {
    const { status, text } = await footfall.request(path, {
      body: { name: `condition ${nth}`, ...condition },
    });
    expect(status, text).toBe(201);
  }
}

async function ask(name: DimensionName, counted?: "all" | "hidden") {
  const query = { ...range, name, per_page: "100", sort_by: "value", sort: "asc" };
  const { json, text } = await footfall.stats(id, counted ? { ...query, counted } : query);
  expect(json.data, text).toBeDefined();
  // Codes and sums that do not add up by value are the business of other tests.
  return json;
}

const plainFields = ["value", "count", "visitors", "pageviews"] as const;

function rowsOf(data: readonly Record<string, unknown>[]) {
  return data.map((row) => Object.fromEntries(plainFields.map((field) => [field, row[field]])));
}

async function expectRight(conditions: readonly Condition[], when: string): Promise<void> {
  const { hidden, counted } = split(conditions);
  const hiddenVisitors = countPlainly(hidden, "visitor").reduce((sum, row) => sum + row.count, 0);
  // All of them would take a minute.
  const names = fc.sample(
    fc.shuffledSubarray([...dimensionNames], { minLength: 4, maxLength: 4 }),
    {
      numRuns: 1,
      seed: seed + when.length,
    },
  );
  for (const name of new Set<DimensionName>(["page", "visitor", ...names.flat()])) {
    const label = `seed ${seed}, ${when}, ${name}, ${JSON.stringify(conditions)}`;
    const expected = (events: readonly PlainEvent[]) =>
      rowsOf(sortRows(countPlainly(events, name), "value", "asc") as never);
    const answer = await ask(name);
    expect(rowsOf(answer.data), label).toEqual(expected(counted));
    expect(answer.meta.hidden, label).toEqual(
      conditions.length === 0
        ? undefined
        : { visitors: hiddenVisitors, conditions: conditions.length },
    );
    expect(rowsOf((await ask(name, "all")).data), label).toEqual(expected(all));
    expect(rowsOf((await ask(name, "hidden")).data), label).toEqual(expected(hidden));
  }
  const path = `/api/v1/websites/${id}/intake?from=${range.from}&to=${range.to}`;
  const { data } = (await footfall.request(path)).json;
  const sums = data.map(({ hidden: events }: { hidden: number }) => events);
  expect(
    sums.reduce((sum: number, each: number) => sum + each, 0),
    when,
  ).toBe(hidden.length);
}

test(`what conditions hide is what the same filters select (seed ${seed})`, async () => {
  const first = randomConditions();
  await store(first);
  await expectRight(first, "counted from events");
  await footfall.server.rollUp();
  await expectRight(first, "rolled up");
  const second = randomConditions();
  await store(second);
  await expectRight(second, "rolled up under other conditions");
  await footfall.server.rollUp();
  await expectRight(second, "made again");
  await collect(40, 1);
  await expectRight(second, "with late events");
  await store([]);
  await expectRight([], "without conditions");
  await footfall.server.rollUp();
  await expectRight([], "without conditions, made again");
});
