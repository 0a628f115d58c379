import { beforeAll, describe, expect, test } from "vitest";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);
const day = "2026-11-02";
const range = `from=${day}&to=${day}`;
const goal = { name: "Signup", type: "event", value: "signup" };

let website: Awaited<ReturnType<typeof footfall.store>>;
const path = (rest: string) => `/api/v1/websites/${website.id}/${rest}`;

/** Three visitors: one of a network of servers, one who reads, and one who buys. */
beforeAll(async () => {
  website = await footfall.store("conditions-api.example");
  const at = (time: string) => `${day}T${time}Z`;
  const url = (page: string) => `https://${website.domain}${page}`;
  const [servers, reader, buyer] = ["5.9.0.1", "192.0.2.2", "192.0.2.3"];
  const events = [
    { ip: servers, url: url("/wp-login.php"), timestamp: at("10:00:00") },
    { ip: servers, url: url("/wp-login.php"), name: "signup", timestamp: at("10:00:01") },
    { ip: reader, url: url("/a"), timestamp: at("11:00:00") },
    { ip: reader, url: url("/a"), name: "engagement", e: 5_000, timestamp: at("11:00:09") },
    { ip: buyer, url: url("/a"), timestamp: at("12:00:00") },
    { ip: buyer, url: url("/b"), timestamp: at("12:01:00") },
    {
      ip: buyer,
      url: url("/b"),
      name: "signup",
      timestamp: at("12:01:10"),
      props: { plan: "pro" },
      revenue: { amount: 5, currency: "EUR" },
    },
  ];
  const { json } = await footfall.bulk(website.id, events);
  expect(json).toEqual({ accepted: 7, dropped: {} });
  await footfall.request(path("goals"), { body: goal });
  await footfall.request(path("funnels"), {
    body: {
      name: "Buy",
      steps: [
        { type: "page", value: "*" },
        { ...goal, name: undefined },
      ],
    },
  });
  await footfall.server.shipped();
});

const hosting = { name: "Servers", filters: { mark: ["hosting"] } };

async function withCondition<T>(body: object, use: (id: number) => Promise<T>): Promise<T> {
  const { status, json, text } = await footfall.request(path("conditions"), { body });
  expect(status, text).toBe(201);
  try {
    return await use(json.data.id);
  } finally {
    await footfall.request(path(`conditions/${json.data.id}`), { method: "DELETE" });
  }
}

async function get(rest: string) {
  const { status, json, text } = await footfall.request(path(rest));
  expect(status, text).toBe(200);
  // Links have the parameters.
  const { links: _, ...answer } = json;
  return answer;
}

/** Each report, and the number in its answer that the visitor from the servers has a part in. */
const reports: readonly (readonly [string, (json: any) => number])[] = [
  [`summary?${range}`, ({ data }) => data.visitors],
  [`summary?${range}&filter[page]=/wp-login.php`, ({ data }) => data.visitors],
  [`goals/stats?${range}`, ({ data }) => data[0].conversions],
  [`funnels/1/stats?${range}`, ({ data }) => data.completed],
  [`heatmap?${range}`, ({ data }) => sum(data.map(({ count }: { count: number }) => count))],
  [`journeys?${range}`, ({ meta }) => meta.visits],
  [`props?${range}`, ({ data }) => data.length],
  [`engagement?${range}`, ({ data }) => sum(data.map((row: any) => row.engaged_visitors ?? 0))],
  [`revenue?${range}`, ({ data }) => sum(data.map((row: any) => row.orders ?? 0))],
  [`changes?${range}&compare=previous`, ({ data }) => data.length],
];

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

describe("a standing condition", () => {
  test("is made, shown, changed and deleted", async () => {
    await withCondition({ ...hosting, from: "" }, async (id) => {
      const { data } = await get(`conditions/${id}`);
      expect(data).toMatchObject({ ...hosting, id, enabled: true, from: null });
      const changes = { enabled: false, from: "2026-11-01", filters: { pageviews: { max: 1 } } };
      const changed = await footfall.request(path(`conditions/${id}`), {
        method: "PATCH",
        body: changes,
      });
      expect(changed.json.data).toMatchObject({ ...changes, name: "Servers" });
      expect((await get("conditions")).data).toHaveLength(1);
    });
    expect((await get("conditions")).data).toEqual([]);
  });

  test("holds from the next request on, and no more when it is off or gone", async () => {
    const visitors = async () => (await get(`summary?${range}`)).data.visitors;
    expect(await visitors()).toBe(3);
    await withCondition(hosting, async (id) => {
      expect(await visitors()).toBe(2);
      const patch = { method: "PATCH", body: { enabled: false } };
      await footfall.request(path(`conditions/${id}`), patch);
      expect(await visitors()).toBe(3);
      expect(await get(`summary?${range}`)).not.toHaveProperty("meta.hidden");
    });
    expect(await visitors()).toBe(3);
  });

  test("is in force from its day on", async () => {
    await withCondition({ ...hosting, from: "2026-11-03" }, async () => {
      const { data, meta } = await get(`summary?${range}`);
      expect([data.visitors, meta.hidden]).toEqual([3, { visitors: 0, conditions: 1 }]);
    });
  });

  test.each(reports)("adds up in %s", async (report, numberOf) => {
    const before = await get(report);
    await withCondition(hosting, async () => {
      const counted = await get(report);
      const [all, hidden] = [
        await get(`${report}&counted=all`),
        await get(`${report}&counted=hidden`),
      ];
      expect(all).toEqual(before);
      expect(counted.meta.hidden).toEqual({ visitors: 1, conditions: 1 });
      if (!report.startsWith("changes")) {
        expect(numberOf(counted) + numberOf(hidden)).toBe(numberOf(all));
      }
    });
    expect(await get(report)).toEqual(before);
  });

  test.each([
    ["engagement", { engaged: "no" }, 2],
    ["few page views", { pageviews: { max: 1 } }, 2],
    ["short visits", { duration: { max: 1 } }, 2],
    ["long visits", { duration: { min: 70 } }, 1],
    ["pages by their beginning", { page: ["/wp-login*"] }, 1],
    ["several filters, all of which hold", { mark: ["hosting"], engaged: "yes" }, 0],
  ])("looks at %s", async (_what, filters, visitors) => {
    const body = { filters, from: day, to: day };
    const preview = await footfall.request(path("conditions/preview"), { body });
    expect(preview.json.data).toMatchObject({ visitors });
    await withCondition({ name: "One", filters }, async () => {
      const { data, meta } = await get(`summary?${range}`);
      expect([data.visitors, meta.hidden.visitors]).toEqual([3 - visitors, visitors]);
    });
  });

  test("is tried without regard to those that stand", async () => {
    await withCondition(hosting, async () => {
      const body = { filters: { mark: ["hosting"] }, from: day, to: day };
      const { json } = await footfall.request(path("conditions/preview"), { body });
      expect(json.data).toEqual({
        visitors: 1,
        visits: 1,
        pageviews: 1,
        share: 0.3333,
        pages: [{ value: "/wp-login.php", visitors: 1, pageviews: 1 }],
        countries: [{ value: "Germany", visitors: 1, pageviews: 1 }],
      });
    });
  });

  test("says in the intake and in exports what it hides", async () => {
    await withCondition({ name: "Readers", filters: { engaged: "yes" } }, async () => {
      expect((await get(`intake?${range}`)).data).toMatchObject([{ accepted: 7, hidden: 2 }]);
      const { text } = await footfall.request(path(`events?${range}`));
      const lines = text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(lines).toHaveLength(7);
      const hidden = lines.filter((line) => line.hidden === 1).map(({ name }) => name);
      expect(hidden.sort()).toEqual(["engagement", "pageview"]);
    });
    const { text } = await footfall.request(path(`events?${range}`));
    expect(text).not.toContain('"hidden":1');
  });

  test("is not for viewers: they get what counts, and cannot ask for more", async () => {
    await footfall.request(`/api/v1/websites/${website.id}`, {
      method: "PATCH",
      body: { privacy: 0 },
    });
    await withCondition(hosting, async () => {
      const shared = `/shared/${website.domain}/summary?${range}`;
      const found = await footfall.request(shared, { key: false });
      expect([found.status, found.json.data.visitors]).toEqual([200, 2]);
      const refused = await footfall.request(`${shared}&counted=all`, { key: false });
      expect([refused.status, Object.keys(refused.json.errors)]).toEqual([422, ["counted"]]);
    });
  });
});

describe("a condition is refused", () => {
  const refuse = async (body: object) => {
    const { status, json } = await footfall.request(path("conditions"), { body });
    expect(status).toBe(422);
    return Object.keys(json.errors);
  };

  test.each([
    ["by a prop", { "prop:plan": ["pro"] }, "filters.prop:plan"],
    ["by a goal", { goal: ["Signup"] }, "filters.goal"],
    ["by a funnel", { funnel: ["Buy:1"] }, "filters.funnel"],
    ["by days", { visitor: ["2026-11-02"] }, "filters.visitor"],
    ["by an unknown name", { colour: ["red"] }, "filters.colour"],
    ["without a value", { page: ["!"] }, "filters.page"],
    ["with bounds in the wrong order", { pageviews: { min: 2, max: 1 } }, "filters.pageviews"],
  ])("with a filter %s", async (_what, filters, field) => {
    expect(await refuse({ name: "Wrong", filters })).toEqual([field]);
  });

  test.each([
    ["a field that is none", { ...hosting, colour: "red" }, "colour"],
    ["no filters", { name: "Wrong", filters: {} }, "filters"],
    ["no name", { filters: hosting.filters }, "name"],
    ["a day that there is not", { ...hosting, from: "2026-02-30" }, "from"],
    ["a word for a switch", { ...hosting, enabled: "yes" }, "enabled"],
    [
      "engaged that is neither",
      { name: "Wrong", filters: { engaged: "maybe" } },
      "filters.engaged",
    ],
  ])("with %s", async (_what, body, field) => {
    expect(await refuse(body)).toEqual([field]);
  });

  test("if there are ten", async () => {
    const ids: number[] = [];
    for (let nth = 0; nth < 10; nth += 1) {
      const body = { ...hosting, name: `Servers ${nth}` };
      ids.push((await footfall.request(path("conditions"), { body })).json.data.id);
    }
    expect(await refuse({ ...hosting, name: "Eleventh" })).toEqual(["body"]);
    for (const id of ids) await footfall.request(path(`conditions/${id}`), { method: "DELETE" });
  });
});
