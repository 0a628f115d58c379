import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  chrome,
  type Reply,
  startFootfall,
  stopAll,
  type TestFootfall,
} from "../helpers/footfall.ts";
import { rollUp } from "../helpers/roll-up.ts";

let footfall: TestFootfall;
beforeAll(async () => {
  footfall = await startFootfall();
});
afterAll(stopAll);

interface Sent {
  /** Whole, or `HH:MM:SS` of the day. */
  readonly at: string;
  readonly who?: number;
  readonly name?: string;
  readonly page?: string;
  readonly amount?: number | string;
  readonly currency?: string;
  readonly props?: object;
  readonly campaign?: string;
  readonly referrer?: string;
  readonly language?: string;
}

const day = "2025-06-02";
const range = `from=${day}&to=${day}`;
let websites = 0;

async function websiteWith(events: readonly Sent[], settings: object = {}): Promise<number> {
  websites += 1;
  const { id, domain } = await footfall.store(`shop-${websites}.example`, settings);
  const sent = events.map(({ at, who = 1, name = "pageview", page = "/", ...more }) => {
    const { amount, currency = "EUR", campaign, props, referrer, language } = more;
    return {
      name,
      url: `https://${domain}${page}${campaign === undefined ? "" : `?utm_campaign=${campaign}`}`,
      timestamp: at.includes("T") ? at : `${day}T${at}Z`,
      ip: `192.0.2.${who}`,
      user_agent: chrome,
      ...{ props, referrer, language },
      ...(amount !== undefined && { revenue: { amount, currency } }),
    };
  });
  expect((await footfall.bulk(id, sent)).json.accepted).toBe(sent.length);
  await footfall.server.shipped();
  return id;
}

function ask(id: number, query: string, headers = {}, report = "revenue"): Promise<Reply> {
  return footfall.request(`/api/v1/websites/${id}/${report}?${query}`, { headers });
}

async function dataOf(id: number, query: string) {
  const reply = await ask(id, query);
  expect(reply.status, reply.text).toBe(200);
  return reply.json.data;
}

/** Resolves with `value currency amount orders visitors` of each record. */
async function statsOf(id: number, query: string): Promise<string[]> {
  const reply = await ask(id, query, {}, "revenue/stats");
  expect(reply.status, reply.text).toBe(200);
  return reply.json.data.map((row: Readonly<Record<string, unknown>>) =>
    [row["value"], row["currency"], row["amount"], row["orders"], row["visitors"]].join(" "),
  );
}

const order = (at: string, who: number, amount: number | string, more: Partial<Sent> = {}) => ({
  ...{ at, who, amount, name: "Purchase", page: "/cart" },
  ...more,
});

/** Four visitors, of whom Ann and Bob order. */
const shop: readonly Sent[] = [
  order("10:00:00", 1, 19.99),
  order("10:30:00", 1, 20),
  order("11:00:00", 1, -20.01, { name: "Refund" }),
  order("12:00:00", 2, 40),
  { at: "10:00:00", who: 3 },
  { at: "10:00:00", who: 4 },
  // Engagement events have no revenue, and alone no visitor.
  order("13:00:00", 1, 1_000, { name: "engagement" }),
  order("13:00:00", 5, 1_000, { name: "engagement" }),
];
const total = {
  currency: "EUR",
  ...{ amount: 59.98, orders: 3, refunds: 1, visitors: 2 },
  ...{ average_order: 26.6633, per_visitor: 14.995 },
};

describe("revenue", () => {
  test("is the one of docs/analysis.md, counted from events and from a roll-up", async () => {
    const id = await websiteWith(shop);
    const check = async () => {
      expect(await dataOf(id, range)).toEqual([total]);
      expect(await dataOf(id, `${range}&interval=week`)).toEqual([{ value: day, ...total }]);
    };
    await check();
    await rollUp(footfall, id, [day]);
    await check();

    expect(await dataOf(id, `${range}&event=Purchase`)).toEqual([
      { ...total, amount: 79.99, refunds: 0, per_visitor: 19.9975 },
    ]);
    expect(await dataOf(id, `${range}&event=engagement`)).toEqual([]);
    expect(await dataOf(id, `${range}&filter[event]=Refund`)).toEqual([
      ...[{ ...total, amount: 19.98, orders: 2, visitors: 1 }].map((row) => ({
        ...{ ...row, average_order: 19.995, per_visitor: 19.98 },
      })),
    ]);
  });

  test("never goes through a double, and halves are rounded away from zero", async () => {
    const id = await websiteWith([
      order("10:00:00", 1, "900000000000.001"),
      order("10:00:00", 2, "900000000000.002"),
      order("10:00:00", 3, "-0.001", { currency: "USD" }),
      order("10:00:00", 3, 0, { currency: "JPY" }),
      { at: "10:00:00", who: 4, amount: 0.1, currency: "CHF" },
      { at: "10:00:00", who: 4, amount: 0.2, currency: "CHF" },
    ]);
    const { text } = await ask(id, range);
    await rollUp(footfall, id, [day]);

    expect((await ask(id, range, { "cache-control": "no-cache" })).text).toBe(text);
    expect(text).toContain('"currency":"CHF","amount":0.3,');
    expect(text).toContain('"amount":1800000000000.003,"orders":2,"refunds":0,"visitors":2,');
    // 900000000000.0015 is exact; a quarter of the sum ends with 0.00075.
    expect(text).toContain('"average_order":900000000000.0015,"per_visitor":450000000000.0008');
    expect(text).toContain(
      '"currency":"JPY","amount":0,"orders":1,"refunds":0,"visitors":1,"average_order":0,"per_visitor":0}',
    );
    // -0.001 / 4 is -0.00025.
    expect(text).toContain(
      '"amount":-0.001,"orders":0,"refunds":1,"visitors":1,"average_order":null,"per_visitor":-0.0003',
    );
    const csv = await ask(id, `${range}&search=us`, { accept: "text/csv" });
    expect(csv.text).toBe(
      'currency,amount,orders,refunds,visitors,average_order,per_visitor\r\n"USD",-0.001,0,1,1,,-0.0003\r\n',
    );
  });

  test("of hours has each order in its own, and the visitors of the hour", async () => {
    const id = await websiteWith(
      [
        order("2025-10-26T00:30:00Z", 1, 1),
        order("2025-10-26T01:30:00Z", 1, 2),
        { at: "2025-10-26T01:40:00Z", who: 2 },
        order("2025-10-26T02:30:00Z", 1, -1),
        order("2025-10-26T02:30:00Z", 1, 5, { currency: "USD" }),
        { at: "2025-10-26T03:40:00Z", who: 2 },
      ],
      { timezone: "Europe/Berlin" },
    );
    const sunday = "from=2025-10-26&to=2025-10-26";

    const { json } = await ask(id, `${sunday}&interval=hour&per_page=10`);
    const rows = json.data.map((row: Readonly<Record<string, unknown>>) =>
      Object.values(row).join(" "),
    );
    expect(rows).toEqual([
      // The clock shows 02:00 twice.
      "2025-10-26T02:00 EUR 3 2 0 1 1.5 1.5",
      "2025-10-26T03:00 EUR -1 0 1 1  -1",
      "2025-10-26T03:00 USD 5 1 0 1 5 5",
    ]);
    expect(json.meta.total).toBe(3);
    const csv = await ask(id, `${sunday}&interval=day&sort=asc`, { accept: "text/csv" });
    expect(csv.text.split("\r\n").slice(0, 2)).toEqual([
      "value,currency,amount,orders,refunds,visitors,average_order,per_visitor",
      '"2025-10-26","EUR",2,2,1,1,1.5,1',
    ]);
  });

  test("is compared by currency, with zeros where one range has none", async () => {
    const id = await websiteWith([
      ...shop,
      order("2025-06-01T10:00:00Z", 1, 119.96),
      order("2025-06-01T10:00:00Z", 1, 5, { currency: "USD" }),
    ]);
    const compared = `${range}&compare=previous`;
    const [eur, usd, ...more] = await dataOf(id, compared);
    const before = { from: "2025-06-01", to: "2025-06-01" };
    const nothing = { amount: 0, orders: 0, refunds: 0, visitors: 0, average_order: null };

    expect(more).toEqual([]);
    expect(eur).toEqual({
      ...total,
      previous: {
        ...{ ...before, amount: 119.96, orders: 1, refunds: 0, visitors: 1 },
        ...{ average_order: 119.96, per_visitor: 119.96 },
      },
      change: { amount: -0.5, orders: 2, refunds: null, visitors: 1 },
    });
    expect(usd).toEqual({
      ...{ currency: "USD", ...nothing, per_visitor: 0 },
      previous: {
        ...{ ...before, amount: 5, orders: 1, refunds: 0, visitors: 1 },
        ...{ average_order: 5, per_visitor: 5 },
      },
      change: { amount: -1, orders: -1, refunds: null, visitors: -1 },
    });
    const later = await dataOf(id, "from=2025-06-03&to=2025-06-03&compare=previous");
    expect(later).toMatchObject([{ ...nothing, per_visitor: null, previous: { amount: 59.98 } }]);
    const found = await ask(id, `${compared}&search=us&per_page=10`);
    expect(found.json.data).toEqual([usd]);
    expect(found.json.meta.total).toBe(1);
    const csv = await ask(id, `${compared}&search=us`, { accept: "text/csv" });
    expect(csv.text).toBe(
      "currency,amount,orders,refunds,visitors,average_order,per_visitor,previous,change\r\n" +
        '"USD",0,0,0,0,,0,"{""from"":""2025-06-01"",""to"":""2025-06-01"",""amount"":5,""orders"":1,""refunds"":0,""visitors"":1,""average_order"":5,""per_visitor"":5}","{""amount"":-1,""orders"":-1,""refunds"":null,""visitors"":-1}"\r\n',
    );
  });
});

describe("revenue by value", () => {
  /** The example of docs/analysis.md. */
  const journey: readonly Sent[] = [
    { at: "10:00:00", referrer: "https://www.google.com/" },
    { at: "11:00:00", page: "/?utm_source=newsletter" },
    order("11:05:00", 1, 10),
    { at: "12:00:00", referrer: "https://www.bing.com/" },
  ];

  test("is the one of docs/analysis.md", async () => {
    const id = await websiteWith(journey);
    const by = (touch: string) => statsOf(id, `${range}&name=source&touch=${touch}`);

    expect(await by("any")).toEqual([
      "Bing EUR 10 1 1",
      "Google EUR 10 1 1",
      "newsletter EUR 10 1 1",
    ]);
    expect(await statsOf(id, `${range}&name=source`)).toEqual(await by("any"));
    expect(await by("first")).toEqual(["Google EUR 10 1 1"]);
    expect(await by("last")).toEqual(["newsletter EUR 10 1 1"]);
  });

  test("with touch=any lists what stats lists, each value once", async () => {
    const id = await websiteWith([
      { at: "09:00:00", page: "/a", campaign: "spring" },
      { at: "09:01:00", page: "/a", campaign: "spring" },
      order("09:02:00", 1, 10, { page: "/b" }),
      order("09:03:00", 1, 5, { page: "/b" }),
      order("09:03:00", 1, 7, { page: "/b", currency: "USD" }),
      order("09:02:00", 2, 1),
      { at: "09:02:00", who: 3, page: "/a" },
    ]);

    expect(await statsOf(id, `${range}&name=campaign`)).toEqual([
      "spring EUR 15 2 1",
      "spring USD 7 1 1",
    ]);
    expect(await statsOf(id, `${range}&name=page`)).toEqual(["/a EUR 15 2 1", "/a USD 7 1 1"]);
    expect(await statsOf(id, `${range}&name=event&currency=EUR`)).toEqual(["Purchase EUR 16 3 2"]);
    expect(await statsOf(id, `${range}&name=visitor&sort_by=value`)).toEqual([
      ...[`${day} EUR 16 3 2`, `${day} USD 7 1 1`],
    ]);
    expect(await statsOf(id, `${range}&name=entry_page&sort_by=orders&sort=asc`)).toEqual([
      ...["/a USD 7 1 1", "/a EUR 15 2 1"],
    ]);
    expect(await statsOf(id, `${range}&name=browser&filter[page]=!/a`)).toEqual([
      "Chrome EUR 1 1 1",
    ]);
  });

  test("with touch=first or last has each order under one value, that of the order included", async () => {
    const id = await websiteWith([
      order("08:00:00", 1, 1),
      { at: "09:00:00", campaign: "b" },
      order("10:00:00", 1, 2),
      order("11:00:00", 1, 4, { campaign: "c" }),
      order("12:00:00", 1, 8),
      order("13:00:00", 1, -16),
      // The value of an order that is the first event.
      order("08:00:00", 2, 32, { campaign: "d" }),
    ]);
    const by = (touch: string) =>
      statsOf(id, `${range}&name=campaign&touch=${touch}&sort_by=value&sort=asc`);

    expect(await by("first")).toEqual(["(unknown) EUR 1 1 1", "b EUR -2 3 1", "d EUR 32 1 1"]);
    expect(await by("last")).toEqual([
      ...["(unknown) EUR 1 1 1", "b EUR 2 1 1", "c EUR -4 2 1", "d EUR 32 1 1"],
    ]);
    expect(await statsOf(id, `${range}&name=source&touch=last`)).toEqual(["(direct) EUR 31 5 2"]);
    expect(await statsOf(id, `${range}&name=channel&touch=first`)).toEqual(["Direct EUR 31 5 2"]);
  });

  test("of events at the same moment takes page views first, then page, name and props", async () => {
    const at = "10:00:00";
    const id = await websiteWith([
      order(at, 1, 1, { page: "/m", props: { plan: "b" } }),
      // Before the order, and after it.
      { at, page: "/z", campaign: "view" },
      { at, page: "/z", name: "A", campaign: "page-after" },
      { at, page: "/m", name: "Z", campaign: "name-after" },
      { at, page: "/m", name: "Purchase", props: { plan: "c" }, campaign: "props-after" },
      { at, page: "/m", name: "Purchase", props: { plan: "a" }, campaign: "props-before" },
    ]);
    const by = (touch: string) => statsOf(id, `${range}&name=campaign&touch=${touch}`);

    expect(await by("first")).toEqual(["view EUR 1 1 1"]);
    expect(await by("last")).toEqual(["props-before EUR 1 1 1"]);
  });

  test("of equal events takes the least value, the order's own among them", async () => {
    const same = (campaign?: string) =>
      order("10:00:00", 1, 1, campaign === undefined ? {} : { campaign });
    const id = await websiteWith([
      ...[same("n"), same("m"), same(), same("o"), same()],
      { at: "09:00:00", campaign: "z" },
      { at: "11:00:00", campaign: "a" },
    ]);

    expect(await statsOf(id, `${range}&name=campaign&touch=last`)).toEqual(["m EUR 5 5 1"]);
    expect(await statsOf(id, `${range}&name=campaign&touch=first`)).toEqual(["z EUR 5 5 1"]);
  });

  test("with touch=first or last, rows add up to the total", async () => {
    const campaigns = [{}, {}, { campaign: "a" }, { campaign: "b" }, { campaign: "c" }];
    const id = await websiteWith(
      Array.from({ length: 400 }, (_, n) => ({
        at: `2025-06-0${2 + (n % 2)}T${String(10 + ((n * 7) % 4))}:00:00Z`,
        who: 1 + ((n * 13) % 11),
        name: ["pageview", "Purchase", "Z", "engagement"][(n * 5) % 4] ?? "",
        page: `/${(n * 3) % 2}`,
        ...campaigns[(n * 11) % 5],
        language: ["de", "qq", "fr", ""][(n * 17) % 4] ?? "",
        ...(n % 3 === 0 && { amount: (n % 41) - 9, currency: n % 2 ? "EUR" : "USD" }),
      })),
    );
    const days = "from=2025-06-02&to=2025-06-03&per_page=100";
    const wanted = (await dataOf(id, days)).map(
      (row: Readonly<Record<string, unknown>>) =>
        `${row["currency"]} ${row["amount"]} ${row["orders"]}`,
    );
    expect(wanted).toHaveLength(2);

    for (const name of ["campaign", "source", "language", "browser", "visitor", "utm_term"]) {
      for (const touch of ["first", "last"]) {
        const rows = await statsOf(id, `${days}&name=${name}&touch=${touch}`);
        const sums = ["EUR", "USD"].map((currency) => {
          const own = rows.map((row) => row.split(" ")).filter((row) => row[1] === currency);
          const sum = (at: number) => own.reduce((all, row) => all + Number(row[at]), 0);
          return `${currency} ${sum(2)} ${sum(3)}`;
        });
        expect(sums, `${name} ${touch}`).toEqual(wanted);
      }
    }
  });

  test("comes with codes, as pages and as CSV", async () => {
    const id = await websiteWith([
      order("10:00:00", 1, 1.5, { language: "de" }),
      order("10:00:00", 2, 3, { language: "fr" }),
      order("10:00:00", 3, 2, { language: "qq" }),
    ]);
    const path = `${range}&name=language&touch=last`;
    const { json } = await ask(id, `${path}&page=2`, {}, "revenue/stats");
    expect([json.data, json.meta.total]).toEqual([[], 3]);
    const first = await ask(id, path, {}, "revenue/stats");
    const fields = { currency: "EUR", orders: 1, visitors: 1 };
    expect(first.json.data).toEqual([
      { value: "French", code: "fr", amount: 3, ...fields },
      { value: "(unknown)", code: null, amount: 2, ...fields },
      { value: "German", code: "de", amount: 1.5, ...fields },
    ]);
    const csv = await ask(id, `${path}&search=ger`, { accept: "text/csv" }, "revenue/stats");
    expect(csv.text).toBe(
      'value,code,currency,amount,orders,visitors\r\n"German","de","EUR",1.5,1,1\r\n',
    );
  });
});

describe("what is asked", () => {
  test.each([
    ["revenue", "", ["from", "to"]],
    ["revenue", `${range}&interval=minute&event=`, ["event", "interval"]],
    ["revenue", `${range}&compare=previous&interval=day`, ["compare"]],
    ["revenue", `${range}&compare=previous&name=source`, ["compare"]],
    ["revenue", `${range}&compare=${day}`, ["compare"]],
    ["revenue", `${range}&match=weekday`, ["match"]],
    ["revenue", `${range}&sort_by=amount`, ["sort_by"]],
    ["revenue/stats", range, ["name"]],
    ["revenue/stats", `${range}&name=pageview`, ["name"]],
    ["revenue/stats", `${range}&name=visit&touch=last`, ["name"]],
    ["revenue/stats", `${range}&name=page&touch=first`, ["name"]],
    ["revenue/stats", `${range}&name=source&touch=all`, ["touch"]],
    ["revenue/stats", `${range}&name=page&touch=all`, ["touch"]],
    ["revenue/stats", `${range}&name=source&compare=previous`, ["compare"]],
    ["revenue/stats", `${range}&name=source&sort_by=count`, ["sort_by"]],
  ])("%s?%s is 422", async (report, query, fields) => {
    const { status, json } = await ask(1, query, {}, report);
    expect([status, Object.keys(json.errors ?? {}).sort()]).toEqual([422, fields]);
  });
});
