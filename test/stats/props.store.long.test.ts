import { beforeAll, describe, expect, test } from "vitest";
import type { Reply, Sent } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";
import { expectForViewers } from "./viewers.ts";

const days = "from=2025-03-01&to=2025-03-02";
const csv = { accept: "text/csv" };
const oddKey = "a/b %[x]+ä";
const footfall = openFootfall(shareFootfall);
let id: number;

const eur = (amount: number) => ({ amount, currency: "EUR" });
const events: readonly Sent[] = [
  { who: 0, props: { plan: "pro", size: "1.5" } },
  { who: 0, name: "Buy", props: { plan: "pro", price: "10" }, revenue: eur(10.005) },
  { who: 1, name: "Buy", props: { plan: "basic", price: "-2.25" }, revenue: eur(-5) },
  {
    who: 1,
    name: "Buy",
    props: { plan: "basic", price: "abc" },
    revenue: { amount: 1.1, currency: "USD" },
  },
  { who: 2, props: { plan: "" } },
  { who: 2, name: "Buy", revenue: eur(0.5) },
  { who: 2, name: "engagement", props: { plan: "pro", seen: "1" } },
  { at: "2025-03-02T12:00:00Z", who: 3, name: "Buy", props: { plan: "(none)", price: "007" } },
  { who: 3, props: { [oddKey]: "y" } },
];

async function websiteWith(domain: string, events: readonly Sent[]): Promise<number> {
  const website = await footfall.store(domain, { privacy: 0 });
  await footfall.send(
    website,
    events.map((event) => ({ at: "2025-03-01T12:00:00Z", ...event })),
  );
  return website.id;
}

beforeAll(async () => {
  id = await websiteWith("example.com", events);
});

function ask(path: string, query = "", headers = {}, website = id): Promise<Reply> {
  return footfall.request(`/api/v1/websites/${website}/${path}?${days}&${query}`, { headers });
}

async function rowsOf(path: string, query: string): Promise<string[]> {
  const reply = await ask(path, query);
  expect(reply.status, reply.text).toBe(200);
  return reply.json.data.map((row: object) => Object.values(row).map(show).join(" "));
}

/** Texts and numbers as they are, and revenue as `EUR 10.005`. */
function show(field: unknown): string {
  if (!Array.isArray(field)) return String(field);
  return field.map(({ currency, amount }) => `${currency} ${amount}`).join(", ");
}

describe("the keys of props", () => {
  const plan = "plan 6 4 4";
  const price = "price 4 3 4";

  test.each([
    ["", [plan, price, `${oddKey} 1 1 1`, "size 1 1 1"]],
    ["sort=asc", [`${oddKey} 1 1 1`, "size 1 1 1", price, plan]],
    ["sort_by=key&sort=desc", ["size 1 1 1", price, plan, `${oddKey} 1 1 1`]],
    ["sort_by=values&sort=desc", [plan, price, `${oddKey} 1 1 1`, "size 1 1 1"]],
    ["sort_by=visitors&search=P", [plan, price]],
    ["event=Buy", ["plan 4 3 3", "price 4 3 4"]],
    ["event=pageview", ["plan 2 2 2", `${oddKey} 1 1 1`, "size 1 1 1"]],
    ["event=buy", []],
    ["filter[prop:size]=*", ["plan 2 1 1", "price 1 1 1", "size 1 1 1"]],
    ["filter[prop:plan]=basic&event=pageview", []],
  ])("?%s are %j", async (query, wanted) => {
    expect(await rowsOf("props", query)).toEqual(wanted);
  });

  test("have the names of their numbers, and the total of all pages", async () => {
    const { data, meta } = (await ask("props", "search=plan&page=2")).json;
    expect([data, meta.total]).toEqual([[], 1]);
    expect((await ask("props", "search=plan")).json.data).toEqual([
      { key: "plan", events: 6, visitors: 4, values: 4 },
    ]);
    expect((await ask("props", "event=Buy", csv)).text).toBe(
      'key,events,visitors,values\r\n"plan",4,3,3\r\n"price",4,3,4\r\n',
    );
  });
});

describe("the values of a prop", () => {
  const basic = "basic 2 1 EUR -5, USD 1.1";
  const pro = "pro 2 1 EUR 10.005";
  const odd = encodeURIComponent(oddKey);

  test.each([
    ["plan", "", [basic, pro, " 1 1 ", "(none) 1 1 "]],
    ["plan", "sort=asc", [" 1 1 ", "(none) 1 1 ", basic, pro]],
    ["plan", "sort_by=value", [pro, basic, "(none) 1 1 ", " 1 1 "]],
    ["plan", "sort_by=visitors&search=O", ["(none) 1 1 ", pro]],
    ["plan", "none=1", ["(none) 3 3 EUR 0.5", basic, pro, " 1 1 "]],
    ["plan", "none=0", [basic, pro, " 1 1 ", "(none) 1 1 "]],
    ["plan", "none=1&event=Buy", ["(none) 2 2 EUR 0.5", basic, "pro 1 1 EUR 10.005"]],
    ["plan", "event=pageview", [" 1 1 ", "pro 1 1 "]],
    ["plan", "filter[event]=!Buy", []],
    ["plan", "filter[prop:price]=10", [pro]],
    ["seen", "", []],
    ["seen", "none=1", ["(none) 8 5 EUR 5.505, USD 1.1"]],
    ["Plan", "", []],
    [odd, "", ["y 1 1 "]],
  ])("%s?%s are %j", async (key, query, wanted) => {
    expect(await rowsOf(`props/${key}`, query)).toEqual(wanted);
  });

  test("of the key that is an empty text are counted, too", async () => {
    const sent = [{ "": "x", n: "1" }, { "": "" }, { n: "2" }].map((props, who) => ({
      who,
      props,
    }));
    const other = await websiteWith("empty.example", sent);
    const rows = (await ask("props/", "none=1", {}, other)).json.data;
    expect(rows.map(({ value }: { value: string }) => value)).toEqual(["", "(none)", "x"]);
    expect((await ask("props", "", {}, other)).json.data).toHaveLength(2);
  });

  test("have totals of all that match, and come as CSV", async () => {
    const { json } = await ask("props/plan", "search=O&page=3");
    expect([json.data, json.meta.total, json.meta.count]).toEqual([[], 2, 3]);
    expect(json.meta).not.toHaveProperty("numbers");
    expect((await ask("props/plan", "search=a&numbers=1", csv)).text).toBe(
      `value,count,visitors,revenue\r\n"basic",2,1,"[{""currency"":""EUR"",""amount"":-5},{""currency"":""USD"",""amount"":1.1}]"\r\n`,
    );
    const none = await ask("props/nothing", "", csv);
    expect(none.text).toBe("value,count,visitors,revenue\r\n");
  });
});

describe("numbers", () => {
  test("add up the values that are numbers, whatever the search", async () => {
    for (const query of ["numbers=1", "numbers=true&search=zz&none=1"]) {
      const { text } = await ask("props/price", query);
      expect(text).toContain(
        '"numbers":{"count":3,"sum":14.75,"min":-2.25,"max":10,"mean":4.916666667}',
      );
    }
    const { text } = await ask("props/price", "numbers=1&filter[prop:price]=abc&event=Buy");
    expect(text).toContain(
      '"numbers":{"count":1,"sum":-2.25,"min":-2.25,"max":-2.25,"mean":-2.25}',
    );
  });

  test("are null without any", async () => {
    for (const path of ["props/nothing", "props/plan"]) {
      const { meta } = (await ask(path, "numbers=1")).json;
      const none = { sum: null, min: null, max: null, mean: null };
      expect(meta.numbers).toEqual({ count: 0, ...none });
    }
    const { meta } = (
      await footfall.request(
        `/api/v1/websites/${id}/props/plan?from=1999-01-01&to=1999-01-01&numbers=1`,
      )
    ).json;
    expect(meta).toMatchObject({ total: 0, count: 0, numbers: { count: 0, sum: null } });
  });

  test("are exact, and have one notation", async () => {
    const numbers = ["12345678901234567890.123456789", "0.000000001", "-0", "1.50", "00"];
    const others = [
      "123456789012345678901",
      "0.0000000001",
      "1e3",
      "+1",
      ".5",
      "5.",
      "1,5",
      " 1",
      "1\n",
      "--1",
      "",
      "١",
      "0x1",
      "NaN",
      "1.5.5",
    ];
    const sent = [...numbers, ...others].map((n, who) => ({ who, name: "N", props: { n } }));
    const other = await websiteWith("numbers.example", sent);
    const { text } = await ask("props/n", "numbers=1", {}, other);
    expect(text).toContain(
      '"numbers":{"count":5,"sum":12345678901234567891.62345679,"min":0,"max":12345678901234567890.123456789,"mean":2469135780246913578.324691358}',
    );
  });

  test("of revenue are exact as well", async () => {
    const sent = Array.from({ length: 20 }, (_, who) => ({
      who,
      name: "Buy",
      props: { plan: "pro" },
      revenue: { amount: 999_999_999_999.999, currency: "JPY" },
    }));
    const other = await websiteWith("revenue.example", sent);
    const { text } = await ask("props/plan", "", {}, other);
    expect(text).toContain('"revenue":[{"currency":"JPY","amount":19999999999999.98}]');
  });
});

describe("what is asked", () => {
  test.each([
    ["props", "event=engagement", "event"],
    ["props", "event=", "event"],
    ["props", "event=a&event=b", "event"],
    ["props", "sort_by=count", "sort_by"],
    ["props", "search_by=value", "search_by"],
    ["props/plan", "event=engagement", "event"],
    ["props/plan", "sort_by=key", "sort_by"],
    ["props/plan", "none=2", "none"],
    ["props/plan", "numbers=yes", "numbers"],
    ["props/plan", "filter[prop:]=x", "filter[prop:]"],
  ])("%s?%s is 422 on %s", async (path, query, field) => {
    const { status, json } = await ask(path, query);
    expect([status, json.code, Object.keys(json.errors)]).toEqual([422, "VALIDATION", [field]]);
  });

  test("viewers get the same, and a tag", async () => {
    for (const path of ["props", "props/plan"]) {
      const owner = await ask(path);
      const url = `/shared/example.com/${path}?${days}&`;
      const viewer = await expectForViewers(footfall, url, owner.json.data);
      expect(viewer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    }
  });
});
