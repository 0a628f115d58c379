import { beforeAll, describe, expect, test } from "vitest";
import type { Reply } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

const day = "from=2025-03-01&to=2025-03-01";
const footfall = openFootfall(shareFootfall);

type Sent = readonly [name: string, page: string, props?: object];
/** The events of each visitor. */
const visitors: readonly (readonly Sent[])[] = [
  [["pageview", "/"]],
  [
    ["pageview", "/"],
    ["Signup", "/join", { plan: "pro" }],
  ],
  [
    ["pageview", "/blog/1"],
    ["Signup", "/join", { plan: "free" }],
    ["Purchase", "/cart", { plan: "pro" }],
  ],
  [["pageview", "/blog/2", { plan: "pro" }]],
  [
    ["pageview", "/signup"],
    ["engagement", "/blog/3"],
  ],
];

const goals = [
  { name: "Signup", type: "event", value: "Signup" },
  { name: "Signup*", type: "event", value: "~SIGN", props: { plan: "pro" } },
  { name: "!Read", type: "page", value: "/blog/*" },
  { name: "~", type: "page", value: "/signup" },
  { name: "a\\b:c", type: "event", value: "Purchase" },
  { name: "Nobody", type: "event", value: "pageview" },
];

/** Makes a website with the first of the goals. */
async function newSite(goalCount: number, settings: object = {}) {
  const events = visitors.flatMap((some, who) =>
    some.map(([name, page, props = {}]) => ({
      at: "2025-03-01T12:00:00Z",
      who,
      name,
      page,
      props,
    })),
  );
  const { id, domain } = await footfall.storeWith(events, settings);
  const ask = (below: string, method = "GET", body?: object): Promise<Reply> =>
    footfall.request(`/api/v1/websites/${id}${below}`, { method, ...(body && { body }) });
  for (const body of goals.slice(0, goalCount)) {
    expect((await ask("/goals", "POST", body)).status).toBe(201);
  }
  return { id, domain, ask };
}

let site: Awaited<ReturnType<typeof newSite>>;
beforeAll(async () => {
  site = await newSite(goals.length);
});

const summary = (query: string) => site.ask(`/summary?${day}&${query}`);
const goal = (value: string) => `filter[goal]=${encodeURIComponent(value)}`;

describe("filter[goal]", () => {
  test.each([
    [goal("Signup"), 2],
    [goal("!Signup"), 3],
    [goal("Signup*"), 1],
    [goal("Signup\\*"), 1],
    [goal("!Signup*"), 4],
    [goal("\\!Read"), 2],
    [goal("!!Read"), 3],
    [goal("!\\!Read"), 3],
    [goal("~"), 1],
    [goal("!\\~"), 4],
    [goal("a\\\\b:c"), 1],
    [goal("a\\\\b\\:c"), 1],
    [goal("!a\\b:c"), 4],
    [goal("Nobody"), 0],
    [goal("!Nobody"), 5],
    [`${goal("Signup")}&${goal("~")}`, 3],
    [`${goal("Signup")}&${goal("!\\!Read")}`, 1],
    [`${goal("Signup")}&${goal("Signup")}`, 2],
    [`${goal("Signup")}&filter[prop:plan]=free`, 1],
    [`${goal("!Signup")}&filter[page]=~blog`, 1],
    [`filter[goal][]=Signup&filter[goal][0]=${encodeURIComponent("~")}`, 3],
  ])("%s selects %i visitors", async (query, count) => {
    const reply = await summary(query);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.json.data.visitors).toBe(count);
  });

  test("selects visitors with all that they did, in breakdowns, CSV and heat maps", async () => {
    const stats = `/api/v1/stats/${site.id}?name=page&${day}&${goal("Signup")}`;
    const { data } = (await footfall.request(stats)).json;
    expect(data.map(({ value }: { value: string }) => value)).toEqual(["/", "/blog/1"]);
    const csv = await footfall.request(stats, { headers: { accept: "text/csv" } });
    expect(csv.text.split("\r\n")).toEqual([
      "value,count,visitors,pageviews,engagement_seconds,scroll_depth",
      '"/",1,1,1,,',
      '"/blog/1",1,1,1,,',
      "",
    ]);
    const heatmap = await site.ask(`/heatmap?${day}&metric=pageviews&${goal("Signup")}`);
    const cells: { count: number }[] = heatmap.json.data;
    expect(cells.filter(({ count }) => count > 0)).toEqual([{ weekday: 6, hour: 12, count: 2 }]);
  });

  test.each([
    goal("signup"),
    goal("Sign*"),
    goal("~Signup"),
    goal("*"),
    goal(" Signup"),
    goal("Read"),
    goal("!Read"),
    goal("Signup:1"),
    `${goal("Signup")}&${goal("!Other")}`,
    "filter[goal]=",
    "filter[goal]=!",
    Array(21).fill(goal("Signup")).join("&"),
  ])("%.60s is refused", async (query) => {
    const { status, json } = await summary(query);
    expect([status, json.code, Object.keys(json.errors)]).toEqual([
      422,
      "VALIDATION",
      ["filter[goal]"],
    ]);
  });

  test("holds from the moment of a change, with another tag", async () => {
    const { ask } = await newSite(1);
    const path = `/summary?${day}&${goal("Signup")}`;
    const before = await ask(path);
    expect(before.json.data.visitors).toBe(2);

    await ask("/goals/1", "PATCH", { value: "Purchase" });
    const after = await ask(path);
    expect(after.json.data.visitors).toBe(1);
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));

    await ask("/goals/1", "PATCH", { name: "Order" });
    expect(Object.keys((await ask(path)).json.errors)).toEqual(["filter[goal]"]);
  });

  test("is there for viewers, who see goals", async () => {
    const { domain } = await newSite(1, { privacy: 0 });
    const path = `/shared/${domain}/summary?${day}&${goal("Signup")}`;
    const reply = await footfall.request(path, { key: false });
    expect([reply.status, reply.json.data?.visitors]).toEqual([200, 2]);
  });
});

describe("a segment", () => {
  const signedUp = { name: "Signed up", filters: { goal: ["Signup", "!\\!Read"] } };

  test("may name goals, and changes as they do", async () => {
    const { ask } = await newSite(5);
    expect((await ask("/segments", "POST", signedUp)).status).toBe(201);
    const path = `/summary?${day}&segment=1`;
    const before = await ask(path);
    expect(before.json.data.visitors).toBe(1);
    // Both hold, and the values are not joined.
    expect((await ask(`${path}&${goal("Signup")}`)).json.data.visitors).toBe(1);
    expect((await ask(`${path}&${goal("a\\b:c")}`)).json.data.visitors).toBe(0);

    await ask("/goals/3", "PATCH", { value: "/none" });
    const after = await ask(path);
    expect(after.json.data.visitors).toBe(2);
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
  });

  test("whose goal is gone is refused, and its other fields can be changed", async () => {
    const { ask } = await newSite(4);
    await ask("/segments", "POST", signedUp);
    await ask("/goals/1", "DELETE");

    for (const query of ["segment=1", `segment=1&${goal("~")}`]) {
      const { status, json } = await ask(`/summary?${day}&${query}`);
      expect([status, Object.keys(json.errors)]).toEqual([422, ["segment"]]);
    }
    const renamed = await ask("/segments/1", "PATCH", { name: "Old" });
    expect([renamed.status, renamed.json.data?.filters]).toEqual([200, signedUp.filters]);
    const same = await ask("/segments/1", "PATCH", { filters: signedUp.filters });
    expect([same.status, Object.keys(same.json.errors)]).toEqual([422, ["filters.goal"]]);
  });

  test.each([{ goal: ["Sign"] }, { goal: ["!Other", "Signup"] }, { goal: [""] }])(
    "cannot be made with %j",
    async (filters) => {
      const { status, json } = await site.ask("/segments", "POST", { name: "x", filters });
      expect([status, Object.keys(json.errors)]).toEqual([422, ["filters.goal"]]);
    },
  );
});
