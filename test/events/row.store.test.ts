import { expect, test } from "vitest";
import { sql } from "../../src/clickhouse/sql.ts";
import { quarterColumns } from "../../src/counting/day-columns.ts";
import { dimensionNames, dimensions } from "../../src/counting/dimensions.ts";
import {
  columnsOf as dayColumnsOf,
  needDistinctOnly,
  signedVisitorDaysSql,
} from "../../src/counting/visitor-days.ts";
import { columns } from "../../src/events/columns.ts";
import { columnNames, type EventRow, writeRow } from "../../src/events/row.ts";
import { RowBinaryWriter } from "../../src/events/row-binary.ts";
import { everyTally } from "../../src/rollups/rollup-sql.ts";
import { eventTable } from "../../src/tables/event-table.ts";
import { draftWith } from "../helpers/draft.ts";
import { selectRows } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);

/** The types of columns that are no text. */
const others: Readonly<Record<string, string>> = {
  website_id: "UInt32",
  date: "Date",
  visitor: "UInt64",
  time: "DateTime64(3, 'UTC')",
  props: "Map(LowCardinality(String), String)",
  revenue_amount: "Decimal(18, 3)",
  engagement_time_ms: "UInt32",
  scroll_depth: "UInt8",
};

/** Resolves with the type of each column, as ClickHouse has the table. */
async function columnsOf(table: string): Promise<Map<string, string>> {
  const found = await selectRows<{ name: string; type: string }>(
    footfall,
    `SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = '${table}'`,
  );
  return new Map(found.map(({ name, type }) => [name, type]));
}

test("the list has every column of the table but the batch, with a type of the same bytes", async () => {
  const types = await columnsOf("events");
  expect([...types.keys()].sort()).toEqual(["batch", ...columnNames].sort());

  for (const name of columnNames) {
    const type = types.get(name)?.replace(/^LowCardinality\((String)\)$/, "$1");
    expect([name, type]).toEqual([name, others[name] ?? "String"]);
  }
});

test("open-day roll-ups have the columns of visitors, as `events` has them", async () => {
  const types = await columnsOf("events");
  const shared = ["website_id", "date", "visitor", "time", "name"];
  const ofVisitors = columns.filter(({ isOfVisitor }) => isOfVisitor).map(({ name }) => name);
  const found = await columnsOf("open_day_visitors");
  for (const name of ["time_before", "events", "visits", "increment", "generation"])
    expect(found.delete(name)).toBe(true);

  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries([...shared, ...ofVisitors].map((name) => [name, types.get(name)])),
  );
});

test("visitor days have every column that roll-ups and hours are made of", async () => {
  const found = [...(await columnsOf("visitor_days")).keys()];
  const made = Object.keys({ ...dayColumnsOf(everyTally), ...quarterColumns });
  const own = ["website_id", "date", "rollup_id", "day_events", "day_activity", "day_pageviews"];
  expect(found.sort()).toEqual([...own, ...made].sort());
});

const distinctDimensions = dimensionNames.filter((name) =>
  needDistinctOnly({ [name]: dimensions[name] }),
);

test.each(distinctDimensions)(
  "%s is counted from columns that open-day roll-ups have",
  async (name) => {
    const rows = sql`SELECT *, 1 AS sign FROM open_day_visitors`;
    const statement = signedVisitorDaysSql({ [name]: dimensions[name] }, rows);

    expect(await footfall.server.store.db.rows(statement)).toEqual([]);
  },
);

const texts = columns.filter((column) => column.blank === "");

/** No website of another file of this Footfall gets the id. */
const websiteId = 4_000_000_000;
const plain: EventRow = { ...draftWith().row, websiteId, date: 20_000 };
const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
const textsOf = (value: (name: string) => string) =>
  Object.fromEntries(texts.map(({ field }) => [field, value(field)]));

const rows: readonly (readonly [string, EventRow])[] = [
  ["nothing", { ...plain, name: "" }],
  ["its own name in every text", { ...plain, ...textsOf((name) => name) }],
  ["120 emoji in every text", { ...plain, ...textsOf(() => "👩🏽".slice(0, 2).repeat(120)) }],
  ["an address of 2,000 characters", { ...plain, page: `/${"ü".repeat(1_999)}` }],
  ["more than 2^14 bytes of text", { ...plain, page: "x".repeat(20_000) }],
  [
    "signs that mean something elsewhere",
    { ...plain, ...textsOf(() => "\0\t\n\r'\"\\`\u2028{p0:String}") },
  ],
  [
    "30 props",
    {
      ...plain,
      props: Array.from({ length: 30 }, (_, i) => [`prop ${i}`, "🎉".repeat(i)] as const),
    },
  ],
  ["props without name and value", { ...plain, props: [["", ""]] }],
  ["money given back", { ...plain, revenueMilliAmount: -19_900n, revenueCurrency: "EUR" }],
  ["the largest revenue", { ...plain, revenueMilliAmount: 10n ** 15n }],
  ["the smallest revenue", { ...plain, revenueMilliAmount: -(10n ** 15n) }],
  ["a thousandth", { ...plain, revenueMilliAmount: 1n }],
  ["the first day", { ...plain, date: day("1999-12-31"), timeMs: Date.UTC(2000, 0, 1) }],
  [
    "a leap day",
    { ...plain, date: day("2024-02-29"), timeMs: Date.UTC(2024, 1, 29, 23, 59, 59, 999) },
  ],
  ["the last day of dates", { ...plain, date: 65_535, timeMs: Date.UTC(2149, 5, 6, 1, 2, 3, 4) }],
  [
    "the largest numbers",
    {
      ...plain,
      websiteId: 2 ** 32 - 1,
      visitor: 2n ** 64n - 1n,
      engagementTimeMs: 2 ** 32 - 1,
      scrollDepth: 255,
    },
  ],
];

const readBack = `
  SELECT ${texts.map(({ name }) => name).join(", ")}, website_id, toUInt32(date) AS day, toString(visitor) AS visitor,
    toUnixTimestamp64Milli(time) AS ms, mapKeys(props) AS keys, mapValues(props) AS values,
    toString(toInt64(revenue_amount * 1000)) AS milli, engagement_time_ms, scroll_depth
  FROM events`;

/** Returns the table's answer for a row, in the names of `readBack`. */
function expected(row: EventRow) {
  return {
    ...Object.fromEntries(texts.map(({ name, field }) => [name, row[field]])),
    website_id: row.websiteId,
    day: row.date,
    visitor: String(row.visitor),
    ms: row.timeMs,
    keys: row.props.map(([key]) => key),
    values: row.props.map(([, value]) => value),
    milli: String(row.revenueMilliAmount),
    engagement_time_ms: row.engagementTimeMs,
    scroll_depth: row.scrollDepth,
  };
}

/** Stores the rows. Resolves with the id of their batch. */
async function insert(writer: RowBinaryWriter): Promise<string> {
  const id = crypto.randomUUID();
  await eventTable(footfall.server.store.db).insert({
    id,
    table: "events",
    month: 0,
    rows: writer.take(),
  });
  return id;
}

test.each(rows)("a row with %s reads back equal", async (_what, row) => {
  const writer = new RowBinaryWriter();
  writeRow(writer, row);
  const id = await insert(writer);

  expect(await selectRows(footfall, `${readBack} WHERE batch = '${id}'`)).toEqual([expected(row)]);
});

test("rows that are written one after the other stay apart", async () => {
  const writer = new RowBinaryWriter();
  const together = rows.slice(0, 6).map(([, row]) => row);
  for (const row of together) writeRow(writer, row);
  const id = await insert(writer);

  const read = await selectRows(footfall, `${readBack} WHERE batch = '${id}'`);
  expect(read).toHaveLength(together.length);
  expect(read).toEqual(expect.arrayContaining(together.map(expected)));
});

test("a batch is found by its id and month once it has arrived, and a second insert changes nothing", async () => {
  const table = eventTable(footfall.server.store.db);
  const writer = new RowBinaryWriter();
  writeRow(writer, { ...plain, date: day("2026-03-10") });
  const rows = writer.take();
  const batch = { id: crypto.randomUUID(), table: "events" as const, month: 202_603, rows };

  expect(await table.has(batch)).toBe(false);
  await table.insert(batch);
  await table.insert(batch);
  expect(await table.has(batch)).toBe(true);
  expect(await table.has({ ...batch, month: 202_604 })).toBe(false);
  expect(
    await selectRows(footfall, `SELECT 1 FROM events WHERE batch = '${batch.id}'`),
  ).toHaveLength(1);
});
