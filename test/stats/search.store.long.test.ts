import { beforeAll, expect, test } from "vitest";

import { statement } from "../../src/clickhouse/sql.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

/** Names of custom events, as these may be any text. */
const values = [
  "Ärger im Café",
  "ΟΔΥΣΣΕΥΣ ΣΤΗΝ ΙΘΑΚΗ",
  "İstanbul",
  "ısırgan",
  "Straße",
  "ПРИВЕТ",
  "100% cotton",
  "snake_case",
  "back\\slash",
  "two\\\\slashes",
  "it's",
  '"quoted"',
  "`tick`",
  "a,b",
  "what?",
  "st*r",
  "line\nbreak",
  "tab\tstop",
  "nul\u0000byte",
  "smile 😀",
  "𐐀 astral",
  "a  b",
  "(round)",
  "[a-z]+",
];

const footfall = openFootfall(shareFootfall);
let id: number;
beforeAll(async () => {
  const events = values.map((name) => ({ at: "2025-03-01T12:00:00Z", ip: "8.8.8.8", name }));
  ({ id } = await footfall.storeWith(events));
});

async function found(search: string, more: object = {}): Promise<string[]> {
  const range = { from: "2025-03-01", to: "2025-03-01" };
  const reply = await footfall.stats(id, {
    name: "event",
    search,
    per_page: "100",
    ...range,
    ...more,
  });
  expect(reply.status).toBe(200);
  const names = reply.json.data.map((row: { value: string }) => row.value);
  expect(reply.json.meta).toMatchObject({ total: names.length, count: names.length });
  return names;
}

test.each([
  ["ärger", "Ärger im Café"],
  ["IM CAFÉ", "Ärger im Café"],
  ["οδυσσευς", "ΟΔΥΣΣΕΥΣ ΣΤΗΝ ΙΘΑΚΗ"],
  ["οδυσσεύς".replace("ύ", "υ").replace("ς", "σ"), "ΟΔΥΣΣΕΥΣ ΣΤΗΝ ΙΘΑΚΗ"],
  ["δυς", "ΟΔΥΣΣΕΥΣ ΣΤΗΝ ΙΘΑΚΗ"],
  ["ευς στην", "ΟΔΥΣΣΕΥΣ ΣΤΗΝ ΙΘΑΚΗ"],
  ["İSTANBUL", "İstanbul"],
  ["stanbul", "İstanbul"],
  ["i\u0307stanbul", "İstanbul"],
  ["istanbul", undefined],
  ["SIRGAN", undefined],
  ["ISIRGAN", undefined],
  ["ısırgan", "ısırgan"],
  ["STRASSE", "Straße"],
  ["STRAẞE", "Straße"],
  ["traß", "Straße"],
  ["привет", "ПРИВЕТ"],
  ["%", "100% cotton"],
  ["0% C", "100% cotton"],
  ["_", "snake_case"],
  ["back\\", "back\\slash"],
  ["\\\\", "two\\\\slashes"],
  ["'", "it's"],
  ['"', '"quoted"'],
  ["`", "`tick`"],
  [",", "a,b"],
  ["?", "what?"],
  ["*", "st*r"],
  ["\n", "line\nbreak"],
  ["E\nB", "line\nbreak"],
  ["\t", "tab\tstop"],
  ["\u0000", "nul\u0000byte"],
  ["L\u0000B", "nul\u0000byte"],
  ["😀", "smile 😀"],
  ["𐐨", "𐐀 astral"],
  ["  ", "a  b"],
  ["(R", "(round)"],
  ["[A-Z]+", "[a-z]+"],
  ["s%t", undefined],
  ["snake?case", undefined],
  ["ärger*", undefined],
  ["\\n", undefined],
  ["   ", undefined],
  ["x".repeat(5_000), undefined],
])("a search of %j finds %j alone", async (search, value) => {
  expect(await found(search)).toEqual(value === undefined ? [] : [value]);
});

test("an empty search finds everything", async () => {
  expect(await found("")).toHaveLength(values.length);
});

test("search_by=value changes nothing", async () => {
  expect(await found("ärger", { search_by: "value" })).toEqual(["Ärger im Café"]);
  expect(await found("", { search_by: "value" })).toHaveLength(values.length);
});

test.each([
  ["country", "united", ["United States"]],
  ["country", "US", []],
  ["continent", "AMERICA", ["North America"]],
  ["browser", "chr", ["Chrome"]],
  ["referrer", "DIRECT", ["(direct)"]],
  ["language", "unknown", ["(unknown)"]],
  ["visitor", "2025-03", ["2025-03-01"]],
  ["city", "california, us", ["Mountain View, California, US"]],
  ["campaign", "a", []],
])("a search in %s is one in its values: %s", async (name, search, expected) => {
  expect(
    (
      await footfall.stats(id, { name, search, from: "2025-03-01", to: "2025-03-01" })
    ).json.data.map((row: { value: string }) => row.value),
  ).toEqual(expected);
});

test.each(["%FF", "%ED%A0%80", "%", "%zz", "%00%00", "+", "&search"])(
  "bytes that are no text do no harm: %s",
  async (raw) => {
    const reply = await footfall.request(
      `/api/v1/stats/${id}?name=event&from=2025-03-01&to=2025-03-01&search=${raw}`,
    );
    expect([200, 422]).toContain(reply.status);
  },
);

test("text that is no UTF-8, left by a foreign writer, does no harm", async () => {
  const { id: foreign } = await footfall.store("foreign.example");
  await footfall.server.store.db.run(
    statement(
      `INSERT INTO events (website_id, date, visitor, time, name) VALUES (${foreign}, '2025-03-01', 1, 0, 'bad\\xFFtext')`,
    ),
  );

  const reply = await footfall.stats(foreign, {
    name: "event",
    search: "TEXT",
    from: "2025-03-01",
    to: "2025-03-01",
  });

  expect(reply.json.meta).toMatchObject({ total: 1, count: 1 });
});
