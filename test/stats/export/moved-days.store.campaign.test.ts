import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";

import { statement } from "../../../src/clickhouse/sql.ts";
import { eventually } from "../../helpers/eventually.ts";
import { apiKey } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { columns, objectsOf, recordsOf } from "./files.ts";
import { exportDays, importFiles, postImport, visitorDays } from "./moving.ts";

const footfall = openFootfall();
let websites = 0;

async function newWebsite(settings: object = {}): Promise<{ id: number; domain: string }> {
  websites += 1;
  return footfall.store(`moved-${websites}.example`, settings);
}

function lineOf(hostname: string, fields: object = {}): string {
  return `${JSON.stringify({
    date: "2025-03-01",
    visitor: "00000000000000ff",
    time: "2025-03-01T10:00:00.000Z",
    name: "pageview",
    hostname,
    page: "/",
    ...fields,
  })}\n`;
}

function download(id: number, query: string, accept = "application/x-ndjson"): Promise<Response> {
  return fetch(`${footfall.url}/api/v1/websites/${id}/events?${query}`, {
    headers: { authorization: `Bearer ${apiKey}`, accept },
  });
}

describe("an import of an export", () => {
  test("reads gzip, CRLF and a mark of UTF-8, and several files as one", async () => {
    const { id, domain } = await newWebsite();
    const first = gzipSync(`\uFEFF${lineOf(domain)}`.replaceAll("\n", "\r\n"));
    const second = lineOf(domain, { date: "2025-03-02", time: "2025-03-02T00:00:00.000Z" });
    const { status, days, rows } = await importFiles(footfall, id, [
      ["a.ndjson.gz", new Uint8Array(first)],
      ["b.ndjson", second],
    ]);

    expect({ status, days: days.taken, rows }).toEqual({
      status: "done",
      days: 2,
      rows: { read: 2, imported: 2, skipped: {} },
    });
    const range = { id, from: "2025-03-01", to: "2025-03-02" };
    expect(objectsOf(await exportDays(footfall, range))).toHaveLength(2);
  });

  test("counts what it skips, and keeps equal events", async () => {
    const { id, domain } = await newWebsite();
    const lines = [
      lineOf(domain),
      lineOf(domain),
      lineOf(`www.${domain}`),
      lineOf("other.example"),
      "no JSON\n",
      lineOf(domain, { time: "2025-03-05T00:00:00.000Z" }),
      lineOf(domain, { date: "9999-01-01", time: "9999-01-01T00:00:00.000Z" }),
    ];
    const { rows } = await importFiles(footfall, id, [["a.ndjson", lines.join("")]]);

    const skipped = { broken: 2, hostname: 1, time: 1 };
    expect(rows).toEqual({ read: 7, imported: 3, skipped });
    const text = await exportDays(footfall, { id, from: "2025-02-01", to: "2025-04-01" });
    expect(
      objectsOf(text)
        .map(({ hostname }) => hostname)
        .toSorted(),
    ).toEqual([domain, domain, `www.${domain}`]);
  });

  test("keeps the dates of the file, whatever the time zone of the website", async () => {
    const { id, domain } = await newWebsite({ timezone: "Asia/Tokyo" });
    const text = lineOf(domain, { time: "2025-03-01T23:30:00.000Z" });
    await importFiles(footfall, id, [["a.ndjson", text]]);

    const exported = await exportDays(footfall, { id, from: "2025-03-01", to: "2025-03-01" });
    expect(objectsOf(exported)).toMatchObject([{ time: "2025-03-01T23:30:00.000Z" }]);
  });

  test("leaves days on which something was collected", async () => {
    const { id, domain } = await newWebsite();
    await footfall.bulk(id, [{ url: `https://${domain}/`, timestamp: "2025-03-01T01:00:00Z" }]);
    const text = await exportDays(footfall, { id, from: "2025-03-01", to: "2025-03-01" });
    const { days, rows } = await importFiles(footfall, id, [["a.ndjson", text]]);

    expect([days, rows]).toMatchObject([
      { taken: 0, left: 1 },
      { imported: 0, skipped: { day_left: 1 } },
    ]);
  });

  test("is refused if a file is none", async () => {
    const { id } = await newWebsite();
    for (const text of ["[]\n", '{"a":1}\n', lineOf("x").slice(0, 20)]) {
      const reply = await postImport(footfall, id, [["a.ndjson", text]], { source: "footfall" });
      expect([reply.status, Object.keys((await reply.json()).errors)]).toEqual([422, ["file"]]);
    }
  });
});

test("an export breaks off if an import of its days is undone meanwhile", async () => {
  const { id, domain } = await newWebsite();
  // More than the kernel holds for a reader that waits.
  const texts = Array.from({ length: 120_000 }, (_, nth) =>
    lineOf(domain, { visitor: nth.toString(16), page: `/${"x".repeat(200)}${nth}` }),
  );
  const record = await importFiles(footfall, id, [["a.ndjson", texts.join("")]]);
  const range = "from=2025-03-01&to=2025-03-01";
  const reply = await download(id, range);
  const reader = reply.body?.getReader();
  await reader?.read();
  await footfall.request(`/api/v1/websites/${id}/imports/${record.id}`, { method: "DELETE" });
  await eventually(async () => {
    const path = `/api/v1/websites/${id}/imports/${record.id}`;
    expect((await footfall.request(path)).status).toBe(404);
  });
  const rest = async () => {
    while (!(await reader?.read())?.done);
  };

  await expect(rest()).rejects.toThrow();
  expect(await (await download(id, range)).text()).toBe("");
});

test("days that were imported as totals are refused, and empty if they are excluded", async () => {
  const { id, domain } = await newWebsite();
  await footfall.bulk(id, [{ url: `https://${domain}/`, timestamp: "2025-03-03T01:00:00Z" }]);
  await footfall.server.shipped();
  await footfall.server.store.db.run(
    statement(
      `INSERT INTO archived_rollups (website_id, date, rollup_id, events, gone, import_id)
       VALUES (${id}, '2025-03-01', '${randomUUID()}', 0, 1, 5)`,
    ),
  );
  const range = "from=2025-02-01&to=2025-03-03";
  for (const accept of ["application/x-ndjson", "text/csv", "application/vnd.apache.parquet"]) {
    const reply = await download(id, range, accept);
    expect([reply.status, (await reply.json()).errors]).toEqual([
      422,
      {
        from: [
          "must not be before 2025-03-02 for this query: earlier days have totals and no events",
        ],
      },
    ]);
    expect((await download(id, `${range}&imports=exclude`, accept)).status).toBe(200);
  }
  const events = objectsOf(await (await download(id, `${range}&imports=exclude`)).text());
  expect(events.map(({ date }) => date)).toEqual(["2025-03-03"]);
  const csv = await (await download(id, "from=2025-03-02&to=2025-03-03", "text/csv")).text();
  expect(recordsOf(csv).map(([date]) => date)).toEqual([columns[0], "2025-03-03"]);
});

test("an export of a move and back is the first one", async () => {
  const { id, domain } = await newWebsite();
  const text = lineOf(domain, { props: { "\u0000": "\u2028", a: "" }, revenue_amount: "-0.001" });
  const range = { id, from: "2025-03-01", to: "2025-03-01" };
  const record = await importFiles(footfall, id, [["a.ndjson", text]]);
  const first = await exportDays(footfall, range);
  const path = `/api/v1/websites/${id}/imports/${record.id}`;
  await footfall.request(path, { method: "DELETE" });
  await eventually(async () => expect((await footfall.request(path)).status).toBe(404));
  expect(await exportDays(footfall, range)).toBe("");
  await importFiles(footfall, id, [["b.ndjson", first]]);

  expect(visitorDays(await exportDays(footfall, range))).toEqual(visitorDays(first));
  expect(objectsOf(first)[0]).toMatchObject({
    props: { "\u0000": "\u2028", a: "" },
    revenue_amount: "-0.001",
  });
});
