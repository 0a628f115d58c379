import { describe, expect, test } from "vitest";
import { day } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { rollUp } from "../helpers/roll-up.ts";
import { type Act, order, range, shops } from "./shops.ts";

const footfall = openFootfall();
const { ask, dataOf, websiteWith } = shops(footfall);

/** Four visitors, of whom Ann and Bob order. */
const shop: readonly Act[] = [
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
  amount: 59.98,
  orders: 3,
  refunds: 1,
  visitors: 2,
  average_order: 26.6633,
  per_visitor: 14.995,
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
        ...row,
        average_order: 19.995,
        per_visitor: 19.98,
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
        ...before,
        amount: 119.96,
        orders: 1,
        refunds: 0,
        visitors: 1,
        average_order: 119.96,
        per_visitor: 119.96,
      },
      change: { amount: -0.5, orders: 2, refunds: null, visitors: 1 },
    });
    expect(usd).toEqual({
      currency: "USD",
      ...nothing,
      per_visitor: 0,
      previous: {
        ...before,
        amount: 5,
        orders: 1,
        refunds: 0,
        visitors: 1,
        average_order: 5,
        per_visitor: 5,
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

describe("what is asked", () => {
  test.each([
    ["revenue", "", ["from", "to"]],
    ["revenue", `${range}&interval=second&event=`, ["event", "interval"]],
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
