import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";

import { Problem } from "../../../src/base/errors.ts";
import { sql, statement } from "../../../src/clickhouse/sql.ts";
import { eventually } from "../../helpers/eventually.ts";
import { apiKey, type TestFootfall } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";
import { endless, runningEndless } from "../../helpers/slow-query.ts";
import { columns, objectsOf, recordsOf } from "./files.ts";
import { formulas, harmless } from "./formulas.ts";

const types = {
  ndjson: "application/x-ndjson",
  csv: "text/csv",
  parquet: "application/vnd.apache.parquet",
};
const oddText = 'a "b", c/d\nä\t\\';

const footfall = openFootfall(shareFootfall);
let db: TestFootfall["server"]["store"]["db"];
let websites = 0;
beforeAll(async () => {
  ({ db } = footfall.server.store);
});

/** Makes a website, and stores its events, whose columns are SQL. */
async function websiteWith(rows: readonly Readonly<Record<string, string>>[]): Promise<number> {
  websites += 1;
  const { id } = await footfall.store(`export-${websites}.example`);
  await insert(id, rows);
  return id;
}

/** Stores rows in one insert for each set of columns. */
async function insert(id: number, rows: readonly Readonly<Record<string, string>>[]) {
  const inserts = new Map<string, string[]>();
  for (const row of rows) {
    const names = ["website_id", ...Object.keys(row)].join(", ");
    const values = `(${[id, ...Object.values(row)].join(", ")})`;
    inserts.set(names, [...(inserts.get(names) ?? []), values]);
  }
  for (const [names, values] of inserts) {
    await db.run(statement(`INSERT INTO events (${names}) VALUES ${values.join(", ")}`));
  }
}

async function download(
  id: number,
  query: string,
  { accept = types.ndjson, method = "GET" } = {},
): Promise<{ status: number; headers: Headers; bytes: Buffer; text: string }> {
  const reply = await fetch(`${footfall.url}/api/v1/websites/${id}/events?${query}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, accept },
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  return { status: reply.status, headers: reply.headers, bytes, text: bytes.toString() };
}

/** Stores a Parquet file as a table, and resolves with its rows. */
async function rowsOfParquet(file: Buffer): Promise<Record<string, unknown>[]> {
  const typeOf = (name: string) =>
    ({
      date: "Date32",
      props: "Map(String, String)",
      engagement_time_ms: "UInt32",
      scroll_depth: "UInt8",
      hidden: "UInt8",
    })[name] ?? "String";
  const table = `parquet_${websites}`;
  const fields = columns.map((name) => `${name} ${typeOf(name)}`).join(", ");
  await db.run(statement(`CREATE TABLE ${table} (${fields}) ENGINE = MergeTree ORDER BY tuple()`));
  await db.insert({
    statement: statement(`INSERT INTO ${table} FORMAT Parquet`),
    rows: file,
    queryId: randomUUID(),
    deduplicationToken: randomUUID(),
  });
  return db.rows(statement(`SELECT * FROM ${table}`));
}

/** Quotes a text for SQL. */
function q(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

const ofDay = "from=2025-03-01&to=2025-03-01";

describe("an export", () => {
  const odd = Object.fromEntries(
    columns.slice(3, 24).map((name) => [name, q(`${name}: ${oddText}`)]),
  );
  const full = {
    date: "'2025-03-01'",
    visitor: "18446744073709551615",
    time: "'2025-03-01 23:59:59.007'",
    ...odd,
    props: `{'plan': ${q(oddText)}, '': 'empty key', 'n': '1'}`,
    revenue_amount: "'-12345678901234.5'",
    revenue_currency: "'EUR'",
    engagement_time_ms: "4294967295",
    scroll_depth: "100",
  };
  const shown = {
    ...Object.fromEntries(columns.slice(3, 24).map((name) => [name, `${name}: ${oddText}`])),
    date: "2025-03-01",
    time: "2025-03-01T23:59:59.007Z",
    props: { plan: oddText, "": "empty key", n: "1" },
    revenue_amount: "-12345678901234.5",
    revenue_currency: "EUR",
    engagement_time_ms: 4_294_967_295,
    scroll_depth: 100,
    marks: "",
    hidden: 0,
  };
  const blank = {
    date: "'2025-03-01'",
    visitor: "7",
    time: "'2025-03-01 00:00:00.000'",
    name: "'pageview'",
  };
  const blankShown = {
    ...Object.fromEntries(columns.map((name) => [name, ""])),
    date: "2025-03-01",
    time: "2025-03-01T00:00:00.000Z",
    name: "pageview",
    props: {},
    revenue_amount: "0",
    engagement_time_ms: 0,
    scroll_depth: 0,
    hidden: 0,
  };
  const hash = expect.stringMatching(/^[0-9a-f]{16}$/);
  const expected = [
    { ...blankShown, visitor: hash },
    { ...shown, visitor: hash },
  ];
  let id: number;
  beforeAll(async () => {
    id = await websiteWith([full, blank]);
  });

  test("has every column in NDJSON, in the order of the contract", async () => {
    const { status, headers, text } = await download(id, ofDay);

    expect([status, headers.get("content-type")]).toEqual([200, types.ndjson]);
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="export-${websites}.example-events-2025-03-01-2025-03-01.ndjson"`,
    );
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(objectsOf(text)).toEqual(expected);
    for (const row of objectsOf(text)) expect(Object.keys(row)).toEqual(columns);
    expect(text).toContain("c/d");
  });

  test("has the same in CSV, with props as JSON text", async () => {
    const { headers, text } = await download(id, ofDay, { accept: types.csv });

    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(headers.get("content-disposition")).toMatch(/-2025-03-01\.csv"$/);
    const [header, ...records] = recordsOf(text);
    expect(header).toEqual(columns);
    const rows = records.map((record) => {
      const row = Object.fromEntries(columns.map((name, nth) => [name, record[nth] ?? ""]));
      return {
        ...row,
        props: JSON.parse(row["props"] ?? ""),
        engagement_time_ms: Number(row["engagement_time_ms"]),
        scroll_depth: Number(row["scroll_depth"]),
        hidden: Number(row["hidden"]),
      };
    });
    expect(rows).toEqual(expected);
  });

  test("has the same in Parquet, in the same order", async () => {
    const { headers, bytes } = await download(id, ofDay, { accept: types.parquet });

    expect(headers.get("content-type")).toBe(types.parquet);
    expect(headers.get("content-disposition")).toMatch(/-2025-03-01\.parquet"$/);
    expect(await rowsOfParquet(bytes)).toEqual(expected);
    const footer = bytes.subarray(bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8));
    const places = columns.map((name) => footer.indexOf(name));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test("hashes visitors anew for each download", async () => {
    const hashes = await Promise.all(
      [1, 2].map(async () => {
        const { text } = await download(id, ofDay);
        return objectsOf(text).map(({ visitor }) => visitor);
      }),
    );
    expect(new Set(hashes.flat()).size).toBe(4);
  });

  test("is NDJSON for who accepts anything, and for who accepts none of the formats", async () => {
    for (const accept of ["*/*", "image/png"]) {
      const { headers } = await download(id, ofDay, { accept });
      expect(headers.get("content-type")).toBe(types.ndjson);
    }
  });

  test("answers HEAD with its headers alone", async () => {
    const { status, headers, text } = await download(id, ofDay, {
      accept: types.csv,
      method: "HEAD",
    });

    expect([status, text]).toEqual([200, ""]);
    expect(headers.get("content-disposition")).toMatch(/\.csv"$/);
  });

  test("of days in which nothing happened is empty", async () => {
    const empty = "from=1999-01-01&to=2024-12-31";

    expect((await download(id, empty)).text).toBe("");
    expect((await download(id, empty, { accept: types.csv })).text).toBe(
      `${columns.join(",")}\r\n`,
    );
    const { bytes } = await download(id, empty, { accept: types.parquet });
    expect(bytes.subarray(0, 4).toString()).toBe("PAR1");
    websites += 1;
    expect(await rowsOfParquet(bytes)).toEqual([]);
  });

  test("is for owners alone", async () => {
    const path = `/api/v1/websites/${id}/events?${ofDay}`;
    expect((await footfall.request(path, { key: false })).status).toBe(401);
    await footfall.store("open.example", { privacy: 0 });
    const shared = await footfall.request(`/shared/open.example/events?${ofDay}`, { key: false });
    expect([shared.status, shared.json.code]).toEqual([404, "ROUTE_NOT_FOUND"]);
    expect((await download(4_000_000, ofDay)).status).toBe(404);
  });

  test("names every wrong parameter", async () => {
    const reply = await download(id, "from=2025-03-02&to=2025-03-01&segment=x&filter[a]=1&safe=2");

    const { errors } = JSON.parse(reply.text);
    expect([reply.status, Object.keys(errors).sort()]).toEqual([
      422,
      ["filter[a]", "from", "safe", "segment"],
    ]);
  });
});

describe("the events of an export", () => {
  const event = (date: string, visitor: number, time: string, name = "pageview", page = "/") => ({
    date: `'${date}'`,
    visitor: String(visitor),
    time: `'${date} ${time}'`,
    name: `'${name}'`,
    page: `'${page}'`,
    browser: visitor === 1 ? "'Chrome'" : "'Firefox'",
  });
  const at = ({ time, page }: Record<string, unknown>) => `${time} ${page}`;

  test("come by day, visitor and time, whatever order they were stored in", async () => {
    const rows = [
      event("2025-03-02", 1, "10:00:00.002"),
      event("2025-03-01", 5, "09:00:00.000"),
      event("2025-03-02", 1, "10:00:00.001"),
      event("2025-03-01", 2, "11:00:00.000"),
      event("2025-03-01", 5, "08:00:00.000"),
    ];
    const id = await websiteWith(rows.slice(0, 2));
    for (const row of rows.slice(2)) await insert(id, [row]);
    const { text } = await download(id, "from=2025-03-01&to=2025-03-02");

    const all = objectsOf(text);
    expect(all.map(({ time }) => time)).toEqual([
      "2025-03-01T11:00:00.000Z",
      "2025-03-01T08:00:00.000Z",
      "2025-03-01T09:00:00.000Z",
      "2025-03-02T10:00:00.001Z",
      "2025-03-02T10:00:00.002Z",
    ]);
    expect(all[1]?.["visitor"]).toBe(all[2]?.["visitor"]);
    expect(all[0]?.["visitor"]).not.toBe(all[1]?.["visitor"]);
    expect(objectsOf((await download(id, "from=2025-03-02&to=2025-03-02")).text)).toHaveLength(2);
  });

  test("are all of a visitor's day if filters select it, engagement included", async () => {
    const id = await websiteWith([
      event("2025-03-01", 1, "10:00:00.000", "pageview", "/a"),
      event("2025-03-01", 1, "10:01:00.000", "engagement", "/a"),
      event("2025-03-01", 1, "10:02:00.000", "Signup", "/b"),
      event("2025-03-01", 2, "10:00:00.000", "pageview", "/c"),
      // Nobody was a visitor who did nothing but read on.
      event("2025-03-01", 3, "10:00:00.000", "engagement", "/d"),
      event("2025-03-02", 1, "10:00:00.000", "pageview", "/e"),
    ]);
    const days = "from=2025-03-01&to=2025-03-02";
    const pages = async (query: string, accept = types.ndjson) => {
      const reply = await download(id, `${days}${query}`, { accept });
      expect(reply.status, reply.text).toBe(200);
      return objectsOf(reply.text).map(({ page }) => page);
    };

    expect(await pages("")).toEqual(["/a", "/a", "/b", "/c", "/d", "/e"]);
    expect(await pages("&filter[event]=Signup")).toEqual(["/a", "/a", "/b"]);
    expect(await pages("&filter[browser]=!Chrome")).toEqual(["/c"]);
    expect(await pages("&filter[page]=/e&filter[browser]=Chrome")).toEqual(["/e"]);
    const body = { name: "Signups", public: 0, filters: { event: ["Signup"] } };
    const made = await footfall.request(`/api/v1/websites/${id}/segments`, { body });
    expect(made.status, made.text).toBe(201);
    expect(await pages(`&segment=${made.json.data.id}`)).toEqual(["/a", "/a", "/b"]);
    const { bytes } = await download(id, `${days}&filter[event]=Signup`, { accept: types.parquet });
    expect((await rowsOfParquet(bytes)).map(at)).toEqual([
      "2025-03-01T10:00:00.000Z /a",
      "2025-03-01T10:01:00.000Z /a",
      "2025-03-01T10:02:00.000Z /b",
    ]);
  });

  test("are refused from a day on whose events were deleted", async () => {
    const id = await websiteWith([event("2025-03-02", 1, "10:00:00.000")]);
    await db.run(
      statement(
        `INSERT INTO archived_rollups (website_id, date, rollup_id, events, gone) VALUES (${id}, '2025-02-28', '${randomUUID()}', 3, 1)`,
      ),
    );
    for (const accept of Object.values(types)) {
      const reply = await download(id, "from=2025-02-01&to=2025-03-02", { accept });
      expect([reply.status, JSON.parse(reply.text).errors]).toEqual([
        422,
        {
          from: [
            "must not be before 2025-03-01 for this query: earlier days have totals and no events",
          ],
        },
      ]);
      expect(reply.headers.get("content-disposition")).toBeNull();
    }
    expect((await download(id, "from=2025-03-01&to=2025-03-02")).status).toBe(200);
  });

  test("have no formulas in CSV if it is asked to be safe", async () => {
    const values = [...formulas, ...harmless];
    const id = await websiteWith(
      values.map((text, nth) => ({
        ...event("2025-03-01", nth, "10:00:00.000"),
        page: q(text),
        city: q(text),
        revenue_amount: "'-1'",
      })),
    );
    const read = async (query: string) => {
      const { text } = await download(id, `${ofDay}${query}`, { accept: types.csv });
      const [header = [], ...records] = recordsOf(text);
      const field = (name: string) => records.map((record) => record[header.indexOf(name)]);
      expect(field("city")).toEqual(field("page"));
      expect(new Set(field("revenue_amount"))).toEqual(new Set(["-1"]));
      return field("page");
    };

    expect(await read("")).toEqual(values);
    const safe = values.map((text) => (formulas.includes(text) ? `'${text}` : text));
    expect(await read("&safe=1")).toEqual(safe);
    const { text } = await download(id, `${ofDay}&safe=1`);
    expect(objectsOf(text).map(({ page }) => page)).toEqual(values);
  });
});

describe("a stream of the store", () => {
  const limits = (signal = new AbortController().signal, timeMs = 30_000) => ({
    signal,
    deadlineMs: performance.now() + timeMs,
    threadsMax: 1,
    memoryBytesMax: 100_000_000,
  });

  test("is late if nothing comes by the deadline, and has all the time after that", async () => {
    const late = db.stream(endless("export late"), "JSONEachRow", limits(undefined, 300));
    await expect(late).rejects.toThrow(new Problem("QUERY_TOO_LONG"));
    await eventually(async () => expect(await runningEndless(db, "export late")).toBe(0));

    const slow = sql`SELECT number FROM numbers(4) WHERE sleepEachRow(0.2) = 0 SETTINGS max_block_size = 1`;
    const rows = await db.stream(slow, "CSV", limits(undefined, 700));
    expect(Buffer.concat(await rows.toArray()).toString()).toBe("0\r\n1\r\n2\r\n3\r\n");
  });

  test("breaks off where ClickHouse does", async () => {
    const failing = sql`SELECT throwIf(number = 2000000) AS n FROM numbers(3000000)`;
    const rows = await db.stream(failing, "JSONEachRow", limits());
    await expect(rows.toArray()).rejects.toThrow();

    const early = sql`SELECT throwIf(number = 0) FROM numbers(3)`;
    await expect(db.stream(early, "JSONEachRow", limits())).rejects.toThrow("throwIf");
  });

  test("ends the work of ClickHouse when its reader leaves", async () => {
    const large = sql`SELECT number, 'endless export left' AS text FROM numbers(1000000000)`;
    const rows = await db.stream(large, "Parquet", limits());
    expect(await runningEndless(db, "export left")).toBe(1);
    rows.destroy();

    await eventually(async () => expect(await runningEndless(db, "export left")).toBe(0));
  });
});
