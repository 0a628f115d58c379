import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { render } from "../../src/clickhouse/sql.ts";
import { type DimensionName, dimensionNames } from "../../src/counting/dimensions.ts";
import { changesSql } from "../../src/stats/changes.ts";
import { stopAll } from "../helpers/clean-up.ts";
import type { TestFootfall } from "../helpers/footfall.ts";
import { rollUp } from "../helpers/roll-up.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";
import { happenings, toPlain, toSent } from "./happenings.ts";
import { compareText, countPlainly, keepPlainly, type PlainEvent } from "./plain-count.ts";

const domain = "changes.example";
const firstMs = Date.UTC(2025, 4, 1);
const done = fc.sample(
  happenings({
    timeMs: fc.integer({ min: firstMs, max: firstMs + 4 * 86_400_000 - 1 }),
    pages: 20,
  }),
  { numRuns: 600, seed: 11 },
);
const events: readonly PlainEvent[] = done.map((each) => {
  const day = new Date(each.timeMs).toISOString().slice(0, 10);
  return toPlain(each, domain, day, `${each.place.ip} ${each.agent.userAgent}`);
});
const range = "from=2025-05-03&to=2025-05-04&compare=previous";

let footfall: TestFootfall;
let id: number;
beforeAll(async () => {
  footfall = await shareFootfall();
  ({ id } = await footfall.store(domain));
  const reply = await footfall.bulk(
    id,
    done.map((each) => toSent(each, domain)),
  );
  expect(reply.json.accepted).toBe(done.length);
  await footfall.server.shipped();
});
afterAll(stopAll);

const ask = (query: string) => footfall.request(`/api/v1/websites/${id}/changes?${query}`);

/** Returns the ten greatest changes, counted value by value. */
function changePlainly(all: readonly PlainEvent[]) {
  const visitorsOf = (name: DimensionName, from: string, to: string) => {
    const rows = countPlainly(
      all.filter(({ day }) => day >= from && day <= to),
      name,
    );
    return new Map(rows.map(({ value, visitors }) => [value, visitors]));
  };
  return dimensionNames
    .filter((name) => !["pageview", "visit", "visitor"].includes(name))
    .flatMap((dimension) => {
      const now = visitorsOf(dimension, "2025-05-03", "2025-05-04");
      const before = visitorsOf(dimension, "2025-05-01", "2025-05-02");
      return [...new Set([...now.keys(), ...before.keys()])].map((value) => ({
        dimension,
        value,
        visitors: now.get(value) ?? 0,
        visitors_before: before.get(value) ?? 0,
      }));
    })
    .filter(({ visitors, visitors_before }) => visitors !== visitors_before)
    .sort(
      (a, b) =>
        Math.abs(b.visitors - b.visitors_before) - Math.abs(a.visitors - a.visitors_before) ||
        compareText(a.dimension, b.dimension) ||
        compareText(a.value, b.value),
    )
    .slice(0, 10);
}

const withoutCode = (rows: readonly { code?: unknown }[]) => rows.map(({ code: _, ...row }) => row);

test("has the values with the largest difference, as counting by hand finds them", async () => {
  const wanted = changePlainly(events);
  const { json } = await ask(range);
  expect(withoutCode(json.data)).toEqual(wanted);
  expect(wanted).toHaveLength(10);
  expect(json.meta.previous).toEqual({ from: "2025-05-01", to: "2025-05-02" });

  const filtered = keepPlainly(events, [["browser", ["Chrome"]]]);
  const ofChrome = (await ask(`${range}&filter[browser]=Chrome`)).json.data;
  expect(withoutCode(ofChrome)).toEqual(changePlainly(filtered));
});

test("is the same from roll-ups, and has values that vanished and that are new", async () => {
  await rollUp(footfall, id, ["2025-05-01", "2025-05-03"]);
  const { json } = await ask(`${range}&imports=exclude`);
  expect(withoutCode(json.data)).toEqual(changePlainly(events));

  const page = (path: string) => ({ url: `https://gone.example/${path}`, ip: "192.0.2.1" });
  const { id: other } = await footfall.store("gone.example");
  await footfall.bulk(other, [
    { ...page("old"), timestamp: "2025-05-01T10:00:00Z" },
    { ...page("new"), timestamp: "2025-05-02T10:00:00Z" },
  ]);
  await footfall.server.shipped();
  const path = `/api/v1/websites/${other}/changes?from=2025-05-02&to=2025-05-02&compare=previous`;
  const { data } = (await footfall.request(path)).json;
  expect(data.filter(({ dimension }: { dimension: string }) => dimension === "page")).toEqual([
    { dimension: "page", value: "/new", visitors: 1, visitors_before: 0 },
    { dimension: "page", value: "/old", visitors: 0, visitors_before: 1 },
  ]);
});

test("has nothing of days without events, and needs something to compare with", async () => {
  const empty = await ask("from=2024-05-03&to=2024-05-04&compare=previous");
  expect([empty.status, empty.json.data]).toEqual([200, []]);
  const without = await ask("from=2025-05-03&to=2025-05-04");
  expect([without.status, Object.keys(without.json.errors)]).toEqual([422, ["compare"]]);
});

test("days without a roll-up are counted by their visitors alone", () => {
  const day = { date: "2025-05-03", events: 1, removals: 0, rollupId: undefined };
  const query = { websiteId: 1, from: day.date, to: day.date, filters: [] };
  const { query: text } = render(changesSql(query, { now: [day], before: [] }));
  expect(text).toContain("tally_browser");
  // Visits take most of the time to plan.
  expect(text).not.toMatch(/day_visits|day_bounces|day_visit_ms/);
});
