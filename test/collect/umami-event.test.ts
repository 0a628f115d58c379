import { expect, test } from "vitest";
import { readUmamiEvent } from "../../src/collect/umami-event.ts";

const read = (data: object) => readUmamiEvent({ name: "Purchase", url: "/", data }, "example.com");

test.each([
  ["a number", { revenue: 12.5, currency: "EUR" }, 12_500n],
  ["numeric text", { revenue: "12.50", currency: "eur" }, 12_500n],
  ["a refund", { revenue: -3, currency: "EUR" }, -3_000n],
])("data with %s as revenue and a currency is the revenue of the event", (_what, data, milli) => {
  const event = read({ plan: "pro", ...data });

  expect(event.revenue).toEqual({ milliAmount: milli, currency: "EUR" });
  expect(event.props).toEqual([["plan", "pro"]]);
});

test.each([
  ["no currency", { revenue: 12.5 }],
  ["a currency that is none", { revenue: 12.5, currency: "euro" }],
  ["an amount that is none", { revenue: "a lot", currency: "EUR" }],
  ["no amount", { revenue: null, currency: "EUR" }],
  ["an amount beyond the limit", { revenue: 1e13, currency: "EUR" }],
  ["lists", { revenue: [1], currency: ["EUR"] }],
  ["both a level deeper", { order: { revenue: 12.5, currency: "EUR" } }],
])("data with %s stays props, and is no error", (_what, data) => {
  const event = read(data);

  expect(event.revenue).toBeUndefined();
  expect(event.props.length).toBeGreaterThan(0);
});
