import { beforeAll, expect, test } from "vitest";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

const day = "from=2025-03-01&to=2025-03-01";
const footfall = openFootfall(shareFootfall);
let id: number;

/** The events of each visitor: their names and props. */
const visitors: readonly (readonly [name: string, props: object][])[] = [
  [["pageview", {}]],
  [["pageview", { plan: "pro" }]],
  [["Buy", { plan: "basic", "a[b]%": "x" }]],
  [
    ["Buy", { plan: "pro" }],
    ["pageview", { plan: "basic" }],
  ],
  [["pageview", { plan: "" }]],
  [
    ["pageview", {}],
    ["engagement", { plan: "pro", seen: 1 }],
  ],
  [["Buy", { Plan: "pro", "100%": "Yes", "it's": "\\" }]],
];

beforeAll(async () => {
  const events = visitors.flatMap((some, who) =>
    some.map(([name, props]) => ({ at: "2025-03-01T12:00:00Z", who, name, props })),
  );
  ({ id } = await footfall.storeWith(events));
});

const summary = (query: string) =>
  footfall.request(`/api/v1/websites/${id}/summary?${day}&${query}`);
async function counted(query: string): Promise<number> {
  const reply = await summary(query);
  expect(reply.status, reply.text).toBe(200);
  return reply.json.data.visitors;
}

test.each([
  ["filter[prop:plan]=pro", 2],
  ["filter[prop:plan]=pro&filter[prop:plan]=basic", 3],
  ["filter[prop:plan]=!pro", 5],
  ["filter[prop:plan]=pro&filter[prop:plan]=!basic", 1],
  ["filter[prop:plan]=*", 4],
  ["filter[prop:plan]=!*", 3],
  ["filter[prop:plan]=b*", 2],
  ["filter[prop:plan]=~RO", 2],
  ["filter[prop:plan]=!~ro", 5],
  ["filter[prop:Plan]=pro", 1],
  ["filter[prop:none]=*", 0],
  ["filter[prop:seen]=*", 0],
  ["filter[prop:plan]=basic&filter[prop:a%255Bb%255D%2525]=x", 1],
  ["filter[prop:plan]=*&filter[event]=Buy", 2],
  ["filter[prop:100%25]=~yes", 1],
  ["filter[prop:100%2525]=Yes", 1],
  ["filter[prop:it's]=\\\\", 1],
  ["filter[prop:plan][]=pro&filter[prop:plan][0]=basic", 3],
])("%s selects %i visitors", async (query, count) => {
  expect(await counted(query)).toBe(count);
});

test.each([
  ["filter[prop:]=x", "filter[prop:]"],
  ["filter[prop:plan]=", "filter[prop:plan]"],
  ["filter[prop:a%255Bb]=!", "filter[prop:a%5Bb]"],
  ["filter[prop]=x", "filter[prop]"],
  [`${"filter[prop:plan]=x&".repeat(21)}`, "filter[prop:plan]"],
])("%s is refused", async (query, field) => {
  const { status, json } = await summary(query);

  expect([status, Object.keys(json.errors)]).toEqual([422, [field]]);
});

test("breakdowns and heat maps take them, and segments hold them", async () => {
  const stats = await footfall.stats(id, {
    name: "event",
    from: "2025-03-01",
    to: "2025-03-01",
    "filter[prop:plan]": "pro",
  });
  expect(stats.json.data).toEqual([{ value: "Buy", count: 1, visitors: 1, pageviews: 0 }]);
  const heatmap = `/api/v1/websites/${id}/heatmap?${day}&filter[prop:plan]=basic`;
  const cells = (await footfall.request(heatmap)).json.data;
  expect(cells.find(({ count }: { count: number }) => count > 0).count).toBe(2);

  const filters = { "prop:a[b]%": ["x"], "prop:plan": ["!pro"], event: ["Buy"] };
  const body = { name: "a", filters };
  const made = await footfall.request(`/api/v1/websites/${id}/segments`, { body });
  expect(made.json.data.filters).toEqual(filters);
  expect(await counted("segment=1")).toBe(1);
  expect(await counted("segment=1&filter[prop:plan]=pro")).toBe(0);
  expect(await counted("segment=1&filter[prop:plan]=basic")).toBe(1);
});
