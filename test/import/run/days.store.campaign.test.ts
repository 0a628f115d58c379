import { describe, expect, test } from "vitest";
import {
  deleteImport,
  type ExportedFields,
  exportedLine,
  exportOf,
  gone,
  importFiles,
  importText,
  undo,
} from "../../helpers/imports.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const day = "2025-03-10";
const hourMs = 3_600_000;

const footfall = openFootfall();
let domain: string;
let id: number;
let websites = 0;

async function newWebsite(timezone = "UTC"): Promise<void> {
  websites += 1;
  domain = `w${websites}.example`;
  id = (await footfall.store(domain, { timezone })).id;
}

function lines(...all: readonly ExportedFields[]): string {
  return all
    .map((fields, nth) =>
      exportedLine(String(fields["date"] ?? day), nth, { hostname: domain, ...fields }),
    )
    .join("\n");
}

function dayIn(timezone: string, timeMs: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format(timeMs);
}

describe.each(["UTC", "Asia/Tokyo", "America/New_York"])("in %s", (timezone) => {
  test("an import takes days that are over there, and on which there is nothing", async () => {
    await newWebsite(timezone);
    const today = dayIn(timezone, Date.now());
    const yesterday = dayIn(timezone, Date.now() - 24 * hourMs);
    const collected = { name: "pageview", url: `https://${domain}/`, ip: "198.51.100.1" };
    await footfall.bulk(id, [{ ...collected, timestamp: `${day}T12:00:00Z` }]);
    await footfall.server.shipped();
    const earlier = await importText(
      footfall.url,
      id,
      lines({ date: "2025-03-11", time: "2025-03-11T12:00:00Z" }),
    );
    expect(earlier.days.taken).toBe(1);

    const found = await importText(
      footfall.url,
      id,
      lines(
        { date: day, time: `${day}T12:00:00Z` },
        { date: "2025-03-11", time: "2025-03-11T12:00:00Z" },
        { date: "2025-03-12", time: "2025-03-12T12:00:00Z" },
        { date: yesterday, time: `${yesterday}T12:00:00Z` },
        { date: today, time: `${today}T12:00:00Z` },
        { date: today, time: `${today}T13:00:00Z` },
      ),
    );
    expect(found).toMatchObject({
      status: "done",
      from: "2025-03-12",
      to: yesterday,
      days: { taken: 2, left: 3, left_because: { collected: 1, imported: 1, not_over: 1 } },
      rows: { read: 6, imported: 2, skipped: { day_left: 2, not_over: 2 } },
    });
  });
});

test("a day on which events were only dropped has nothing", async () => {
  await newWebsite();
  const dropped = { name: "pageview", url: "https://elsewhere.example/", ip: "198.51.100.1" };
  const reply = await footfall.bulk(id, [{ ...dropped, timestamp: `${day}T12:00:00Z` }]);
  expect(reply.json).toEqual({ accepted: 0, dropped: { hostname: 1 } });
  await footfall.server.shipped();
  expect(await importText(footfall.url, id, lines({}, {}))).toMatchObject({ days: { taken: 1 } });
});

test("a file may have a mark of UTF-8, CRLF, blank lines and no end of the last line", async () => {
  await newWebsite();
  const text = `\uFEFF${lines({}, {}, {}).replaceAll("\n", "\r\n\r\n")}`;
  expect(await importText(footfall.url, id, text)).toMatchObject({
    status: "done",
    rows: { read: 3, imported: 3, skipped: {} },
  });
});

test("a file without a row is an import of nothing", async () => {
  await newWebsite();
  const found = await importFiles(footfall.url, id, [["x", ""]], { source: "footfall" });
  expect(found).toMatchObject({
    status: "done",
    from: null,
    to: null,
    days: { taken: 0, left: 0 },
    rows: { read: 0, imported: 0, skipped: {} },
  });
});

test("half of a file may be broken; with more the import fails and leaves nothing", async () => {
  await newWebsite();
  const half = await importText(footfall.url, id, `${lines({}, {})}\nno\n{"x":1}`);
  expect(half).toMatchObject({
    status: "done",
    rows: { read: 4, imported: 2, skipped: { broken: 2 } },
  });
  await undo(footfall.url, id, half.id);

  const whole = exportOf("2025-03-11", 10, { hostname: domain });
  const more = await importFiles(footfall.url, id, [
    ["whole.ndjson", whole],
    ["more.ndjson", `${lines({})}\nno\n[]\n`],
  ]);
  expect(more).toMatchObject({ status: "failed", from: null, days: { taken: 0 } });
  expect(more.problem).toBe("more.ndjson: 2 of 3 rows are broken, so nothing was imported");
  const { json } = await footfall.stats(id, { name: "pageview", from: day, to: "2025-03-12" });
  expect(json.meta.count).toBe(0);
  // The same files begin anew.
  const again = await importFiles(footfall.url, id, [["whole.ndjson", whole]]);
  expect(again).toMatchObject({ status: "done", rows: { imported: 10 } });
  expect((await deleteImport(footfall.url, id, more.id)).status).toBe(202);
  await gone(footfall.url, id, more.id);
  const after = await footfall.stats(id, { name: "pageview", from: day, to: "2025-03-12" });
  expect(after.json.meta.count).toBe(10);
});

const hostile: readonly (readonly [name: string, fields: ExportedFields])[] = [
  ["a page that is too long", { page: `/${"x".repeat(70_000)}` }],
  ["a name that is too long", { name: "x".repeat(10_000) }],
  ["a country that is no code", { country: "Nowhere at all" }],
  ["a continent that is no code", { continent: "Middle-earth" }],
  ["a currency that is no code", { revenue_amount: "1", revenue_currency: "doubloons" }],
  [
    "too many props",
    { props: Object.fromEntries(Array.from({ length: 500 }, (_, n) => [n, "x"])) },
  ],
  ["a prop of another type", { props: { a: 1 } }],
  ["a prop named __proto__", { props: JSON.parse('{"__proto__":"x","constructor":"y"}') }],
  ["NUL and half of a pair", { page: "/\u0000\ud800", browser: "\u0000" }],
  ["an amount beyond every column", { revenue_amount: "999999999999999.999" }],
  ["an engagement beyond its column", { name: "engagement", engagement_time_ms: 2 ** 40 }],
  ["a depth beyond its end", { name: "engagement", scroll_depth: 255 }],
  ["a day that is none", { date: "2025-02-30" }],
  ["a day before all days", { date: "1969-12-31", time: "1969-12-31T12:00:00Z" }],
  ["a day after all days", { date: "2150-01-01", time: "2150-01-01T12:00:00Z" }],
  ["a time far from its day", { time: "2025-03-15T00:00:00Z" }],
  ["another website's host", { hostname: "elsewhere.example" }],
  ["a visitor of another type", { visitor: 12 }],
  ["a referrer that is markup", { referrer: "<script>alert(1)</script>" }],
];

test.each(hostile)("a row with %s breaks nothing", async (_name, fields) => {
  await newWebsite();
  const found = await importText(footfall.url, id, lines({}, {}, fields));
  expect(found).toMatchObject({ status: "done" });
  expect(found.rows.read).toBe(3);
  const skipped = Object.values(found.rows.skipped).reduce((sum, rows) => sum + rows, 0);
  expect(found.rows.imported + skipped).toBe(3);
  for (const name of ["page", "country", "continent", "event", "referrer", "browser"]) {
    const reply = await footfall.stats(id, { name, from: day, to: day });
    expect(reply.status, name).toBe(200);
  }
  const revenue = `/api/v1/websites/${id}/revenue?from=${day}&to=${day}`;
  expect((await footfall.request(revenue)).status).toBe(200);
  await footfall.server.rollUp();
  const reply = await footfall.stats(id, { name: "page", from: day, to: day });
  expect(reply.status).toBe(200);
});
