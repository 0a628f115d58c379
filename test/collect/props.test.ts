import { expect, test } from "vitest";

import { readProps } from "../../src/collect/props.ts";
import { readRevenue } from "../../src/collect/revenue.ts";

function props(value: unknown) {
  const fields: Record<string, string[]> = {};
  const entries = readProps(value, fields, "props");
  return fields["props"] === undefined ? entries : "refused";
}

function revenue(value: unknown) {
  const fields: Record<string, string[]> = {};
  const read = readRevenue(value, fields, "revenue");
  return fields["revenue"] === undefined ? read : "refused";
}

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, i]));

test.each([
  ["nothing", undefined, []],
  ["null", null, []],
  ["no entries", {}, []],
  ["text", { plan: "pro" }, [["plan", "pro"]]],
  [
    "keys that become equal in UTF-8",
    { "\ud800": 1, a: 2, "\ufffd": 3 },
    [
      ["\ufffd", "3"],
      ["a", "2"],
    ],
  ],
  ["empty text and an empty name", { "": "" }, [["", ""]]],
  [
    "numbers",
    { n: 1.5, m: -0, big: 1e21 },
    [
      ["n", "1.5"],
      ["m", "0"],
      ["big", "1e+21"],
    ],
  ],
  [
    "booleans",
    { yes: true, no: false },
    [
      ["yes", "true"],
      ["no", "false"],
    ],
  ],
  ["null as a value, which says nothing", { a: null, b: 1 }, [["b", "1"]]],
  [
    "a JSON string",
    '{"plan":"pro","n":1}',
    [
      ["plan", "pro"],
      ["n", "1"],
    ],
  ],
  [
    "names of Object's own",
    JSON.parse('{"__proto__":"a","constructor":"b"}'),
    [
      ["__proto__", "a"],
      ["constructor", "b"],
    ],
  ],
  [
    "their order",
    { b: 1, a: 2 },
    [
      ["b", "1"],
      ["a", "2"],
    ],
  ],
])("props may be %s", (_what, value, entries) => {
  expect(props(value)).toEqual(entries);
});

test.each([
  ["an array", []],
  ["a number", 5],
  ["true", true],
  ["a nested object", { a: { b: 1 } }],
  ["an array as a value", { a: [1] }],
  ["a broken JSON string", '{"a":1'],
  ["an empty string", ""],
  ["a JSON string that holds no object", '"text"'],
  ["a JSON string that holds an array", "[1]"],
  ["a JSON string that holds null", "null"],
  ["a JSON string with a nested object", '{"a":{"b":1}}'],
  ["a JSON string in a JSON string", '"{\\"a\\":1}"'],
])("props may not be %s", (_what, value) => {
  expect(props(value)).toBe("refused");
});

test("16,384 characters of props are taken and more are not, in either form", () => {
  const sized = (characters: number) => ({ a: "x".repeat(characters - 2), b: "" });
  expect(props(sized(16_384))).toHaveLength(2);
  expect(props(sized(16_385))).toBe("refused");
  expect(props({ ["k".repeat(16_385)]: 1 })).toBe("refused");
  expect(props(JSON.stringify(sized(16_385)))).toBe("refused");
});

test("30 props are taken and 31 are not, in either form", () => {
  expect(props(numbered(30))).toHaveLength(30);
  expect(props(JSON.stringify(numbered(30)))).toHaveLength(30);
  expect(props(numbered(31))).toBe("refused");
  expect(props(JSON.stringify(numbered(31)))).toBe("refused");
});

test.each([
  ["a number", { amount: 19.9, currency: "EUR" }, 19_900n],
  ["a whole number", { amount: 20, currency: "EUR" }, 20_000n],
  ["nothing", { amount: 0, currency: "EUR" }, 0n],
  ["minus nothing", { amount: -0, currency: "EUR" }, 0n],
  ["money given back", { amount: -5.25, currency: "EUR" }, -5_250n],
  ["text", { amount: "19.90", currency: "EUR" }, 19_900n],
  ["thousandths", { amount: 1.005, currency: "EUR" }, 1_005n],
  ["a millionth of a unit, which is rounded", { amount: 0.0006, currency: "EUR" }, 1n],
  ["a trillion", { amount: 1e12, currency: "EUR" }, 1_000_000_000_000_000n],
  ["minus a trillion", { amount: -1e12, currency: "EUR" }, -1_000_000_000_000_000n],
])("an amount may be %s", (_what, value, milliAmount) => {
  expect(revenue(value)).toEqual({ milliAmount, currency: "EUR" });
});

test("a currency may be lower case, and the whole a JSON string", () => {
  expect(revenue('{"amount":1,"currency":"usd"}')).toEqual({
    milliAmount: 1_000n,
    currency: "USD",
  });
});

test.each([[undefined], [null]])("%s is no revenue", (value) => {
  expect(revenue(value)).toBeUndefined();
});

test.each([
  ["a number", 19.9],
  ["an array", [19.9, "EUR"]],
  ["a broken JSON string", "{"],
  ["no amount", { currency: "EUR" }],
  ["null as amount", { amount: null, currency: "EUR" }],
  ["no currency", { amount: 1 }],
  ["an empty amount", { amount: "", currency: "EUR" }],
  ["an amount with a comma", { amount: "19,90", currency: "EUR" }],
  ["an amount with its currency", { amount: "19.90 EUR", currency: "EUR" }],
  ["more than a trillion", { amount: 1e12 + 1, currency: "EUR" }],
  ["more than numbers can say", JSON.parse('{"amount":1e999,"currency":"EUR"}')],
  ["two letters of currency", { amount: 1, currency: "EU" }],
  ["a sign of currency", { amount: 1, currency: "€" }],
  ["a name of currency", { amount: 1, currency: "EURO" }],
  ["a currency that is a number", { amount: 1, currency: 978 }],
])("revenue may not be %s", (_what, value) => {
  expect(revenue(value)).toBe("refused");
});
