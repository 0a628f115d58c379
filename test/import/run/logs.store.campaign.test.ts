import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { chrome, selectRows, startFootfall } from "../../helpers/footfall.ts";
import { type FormFile, findImport, importFiles, postImport, undo } from "../../helpers/imports.ts";
import { rollUpOpenDays } from "../../helpers/open-day-roll-up.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { caddyEntry, cloudFrontHeader, cloudFrontLine } from "../access-log/samples.ts";

const day = "2026-05-17";
const range = { from: day, to: day };

const footfall = openFootfall(() => startFootfall({}, 0, { openDayEventsMin: 1 }));
let websites = 0;
let domain: string;
let id: number;
beforeEach(async () => {
  websites += 1;
  domain = `${websites}.example`;
  ({ id } = await footfall.store(domain));
});

interface Line {
  readonly path?: string;
  readonly agent?: string;
  readonly status?: number;
  readonly ip?: string;
  readonly timeMs?: number;
}

/** Returns a line of a log, each of another visitor. */
function lineOf(nth: number, line: Line = {}): string {
  const { path = `/${nth}`, agent = chrome, status = 200, ip = `8.8.${nth % 256}.8` } = line;
  const { timeMs = Date.parse(`${day}T10:05:00Z`) + nth * 1000 } = line;
  const [, month, date, year, time] =
    /^\S+ (\S+) (\S+) (\S+) (\S+)/.exec(
      `${new Date(timeMs).toUTCString().replace(/(\d\d) (\w{3})/, "$2 $1")}`,
    ) ?? [];
  return `${ip} - - [${date}/${month}/${year}:${time} +0000] "GET ${path} HTTP/1.1" ${status} 12 "-" "${agent}"`;
}

function linesOf(from: number, to: number, line: Line = {}): string[] {
  return Array.from({ length: to - from }, (_, i) => lineOf(from + i, line));
}

const logOf = (lines: readonly string[]): FormFile => ["access.log", `${lines.join("\n")}\n`];

function importLog(lines: readonly string[], fields: Readonly<Record<string, string>> = {}) {
  return importFiles(footfall.url, id, [logOf(lines)], fields);
}

async function pagesOf(query: Readonly<Record<string, string>> = range) {
  const reply = await footfall.stats(id, { ...range, ...query, name: "page", per_page: "100" });
  expect(reply.status, reply.text).toBe(200);
  const data = reply.json.data as { value: string; count: number; visitors: number }[];
  return Object.fromEntries(data.map(({ value, count }) => [value, count]));
}

async function intake(): Promise<unknown> {
  const path = `/api/v1/websites/${id}/intake?${new URLSearchParams(range)}`;
  return (await footfall.request(path)).json.data[0];
}

const once = (from: number, to: number) =>
  Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`/${from + i}`, 1]));

describe("a log", () => {
  test("counts once: the same one is the same import, a grown one adds what is new", async () => {
    const first = await importLog(linesOf(0, 20));
    expect(first).toMatchObject({ status: "done", source: "access-log", kind: "events" });
    expect(first.rows).toEqual({ read: 20, imported: 20, skipped: {} });

    const again = await postImport(footfall.url, id, [logOf(linesOf(0, 20))]);
    expect(again.status).toBe(200);
    expect(again.json.data).toEqual(first);

    const grown = await importLog(linesOf(0, 30));
    expect(grown.id).not.toBe(first.id);
    expect(grown.rows).toEqual({ read: 30, imported: 10, skipped: { duplicate: 20 } });
    expect(await pagesOf()).toEqual(once(0, 30));
  });

  test("can be imported anew after an undo, again and again", async () => {
    for (let round = 0; round < 3; round += 1) {
      const made = await importLog(linesOf(0, 20));
      expect(made).toMatchObject({ status: "done", rows: { read: 20, imported: 20 } });
      expect(await pagesOf()).toEqual(once(0, 20));
      await undo(footfall.url, id, made.id);
      expect(await pagesOf()).toEqual({});
    }
  });

  test("that has grown stays known where the import before it is undone", async () => {
    const first = await importLog(linesOf(0, 20));
    const second = await importLog(linesOf(0, 30));
    await undo(footfall.url, id, first.id);
    expect(await pagesOf()).toEqual(once(20, 30));

    const third = await importLog([...linesOf(0, 40)]);
    expect(third.rows).toEqual({ read: 40, imported: 30, skipped: { duplicate: 10 } });
    expect(await pagesOf()).toEqual(once(0, 40));

    await undo(footfall.url, id, second.id);
    expect(await pagesOf()).toEqual({ ...once(0, 20), ...once(30, 40) });
    await undo(footfall.url, id, third.id);
    expect(await pagesOf()).toEqual({});
  });

  test("leaves what was collected and what others have brought when it is undone", async () => {
    await footfall.bulk(id, [
      {
        url: `https://${domain}/own`,
        timestamp: `${day}T09:00:00Z`,
        ip: "9.9.9.9",
        user_agent: chrome,
      },
      {
        url: `https://${domain}/own`,
        timestamp: `${day}T09:00:00Z`,
        ip: "9.9.9.9",
        user_agent: "Googlebot/2.1 (+http://www.google.com/bot.html)",
      },
    ]);
    const bot = { agent: "Googlebot/2.1 (+http://www.google.com/bot.html)" };
    const one = await importLog([...linesOf(0, 5), lineOf(5, bot), lineOf(6, bot)]);
    await importLog([...linesOf(10, 12), lineOf(12, bot)]);
    const ofBots = (count: number) => ({ bot: count, ip: 0, hostname: 0 });
    expect(await intake()).toEqual({ date: day, accepted: 8, dropped: ofBots(4) });
    await undo(footfall.url, id, one.id);
    expect(await intake()).toEqual({ date: day, accepted: 3, dropped: ofBots(2) });
    expect(await pagesOf()).toEqual({ "/own": 1, ...once(10, 12) });
  });
});

test("bots, excluded addresses and hosts are judged, and other lines are no views", async () => {
  const { id: strict, domain: host } = await footfall.store(`strict${websites}.example`, {
    exclude_ips: "8.8.0.8",
  });
  const agent = "Googlebot/2.1 (+http://www.google.com/bot.html)";
  const lines = [
    lineOf(0, { ip: "8.8.0.8" }),
    lineOf(1),
    lineOf(2, { agent }),
    lineOf(3, { status: 404 }),
    lineOf(4, { path: "/logo.png" }),
    "this is no line",
  ];
  const elsewhere = JSON.stringify({
    ...caddyEntry,
    request: { ...caddyEntry.request, host: "other.org" },
  });
  const there = JSON.stringify({
    ...caddyEntry,
    request: { ...caddyEntry.request, host },
  });
  const files: FormFile[] = [logOf(lines), ["caddy.log", `${elsewhere}\n${there}\n`]];
  const dry = await importFiles(footfall.url, strict, files, { dry_run: "1" });
  const skipped = { bot: 1, ip: 1, hostname: 1, kind: 2, broken: 1 };
  expect(dry).toMatchObject({ dry_run: true, rows: { read: 8, imported: 2, skipped } });
  const real = await importFiles(footfall.url, strict, files);
  expect(real.rows).toEqual(dry.rows);
  expect(real.days).toEqual(dry.days);
});

test("a dry run counts what the real one counts, and stores nothing", async () => {
  await importLog(linesOf(0, 10));
  const dry = await importLog(linesOf(0, 25), { dry_run: "1" });
  expect(dry.rows).toEqual({ read: 25, imported: 15, skipped: { duplicate: 10 } });
  expect(await pagesOf()).toEqual(once(0, 10));
  const real = await importLog(linesOf(0, 25));
  expect(real.rows).toEqual(dry.rows);
  expect(await pagesOf()).toEqual(once(0, 25));
});

test("two logs are one import, and the same lines in both count once", async () => {
  const files: FormFile[] = [
    ["access.log.1", `${linesOf(0, 10).join("\n")}\n`],
    ["access.log", `${linesOf(10, 20).join("\n")}\n`],
    ["copy.log", `${linesOf(0, 10).join("\n")}\n`],
  ];
  const dry = await importFiles(footfall.url, id, files, { dry_run: "1" });
  const made = await importFiles(footfall.url, id, files, { source: "access-log" });
  expect(dry.rows).toEqual(made.rows);
  expect(made.rows).toEqual({ read: 30, imported: 20, skipped: { duplicate: 10 } });
  expect(await pagesOf()).toEqual(once(0, 20));
  await undo(footfall.url, id, made.id);
  expect(await pagesOf()).toEqual({});
});

describe("an upload fails, and leaves nothing,", () => {
  const garbage = Array.from({ length: 5 }, (_, nth) => `no line ${nth}`);
  const text = (lines: readonly string[]) => `${lines.join("\n")}\n`;

  async function expectFailure(
    files: readonly FormFile[],
    problem: string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const dry = await importFiles(footfall.url, id, files, { ...fields, dry_run: "1" });
    expect(dry).toMatchObject({ status: "failed", problem });
    const failed = await importFiles(footfall.url, id, files, fields);
    expect(failed).toMatchObject({ status: "failed", problem, rows: { imported: 0 } });
    expect(await pagesOf()).toEqual({});
    expect(await intake()).toMatchObject({ accepted: 0 });
  }

  test("when more than half of the lines of a file are broken", async () => {
    const good: FormFile = ["good.log", text(linesOf(0, 20))];
    const broken: FormFile = ["broken.log", text([...linesOf(20, 24), ...garbage])];
    const problem = "broken.log: 5 of 9 lines are broken, so nothing was imported";
    await expectFailure([good, broken], problem);

    // What has failed is not known. Half of the lines may be broken, and blank ones do not count.
    const half: FormFile = ["half.log", text([...linesOf(20, 25), ...garbage, "", ""])];
    const made = await importFiles(footfall.url, id, [good, half, ["blank.log", "\n\n"]]);
    const rows = { read: 30, imported: 25, skipped: { broken: 5 } };
    expect(made).toMatchObject({ status: "done", problem: null, rows });
    expect(await pagesOf()).toEqual(once(0, 25));
  });

  test("when more than half of the lines are broken that are no directives", async () => {
    const lines = [...cloudFrontHeader, cloudFrontLine({ "x-host-header": domain })];
    const problem = "access.log: 2 of 3 lines are broken, so nothing was imported";
    await expectFailure([logOf([...lines, "no line", "no line"])], problem);
  });

  test("when it is not in the format that is named", async () => {
    const fields = { source: "access-log", options: '{"format":"caddy"}' };
    const problem = "access.log: 20 of 20 lines are broken, so nothing was imported";
    await expectFailure([logOf(linesOf(0, 20))], problem, fields);
  });

  test("when a file breaks off", async () => {
    const whole = gzipSync(text(linesOf(0, 20_000)));
    const cut = new Uint8Array(whole.subarray(0, whole.length - 2_000));
    const files: FormFile[] = [["access.log.gz", cut]];
    const problem = "access.log.gz: the gzip data ends too early, so nothing was imported";
    await expectFailure(files, problem);
  });
});

test("a format can be forced, and a wrong one is 422", async () => {
  const lines = `${JSON.stringify({ ...caddyEntry, request: { ...caddyEntry.request, host: domain } })}\n`;
  const post = (fields: Readonly<Record<string, string>>) =>
    postImport(footfall.url, id, [["log", lines]], fields);
  const source = "access-log";
  for (const [options, field] of [
    ['{"format":"nginx"}', "options"],
    ['{"format":7}', "options"],
    ['{"format":null}', "options"],
    ['{"formats":"caddy"}', "options"],
    ["[]", "options"],
  ] as const) {
    const { status, json } = await post({ source, options });
    expect({ options, status }).toEqual({ options, status: 422 });
    expect(Object.keys((json as never as { errors: object }).errors)).toEqual([field]);
  }
  const made = await importFiles(footfall.url, id, [["log", lines]], {
    source,
    options: '{"format":"caddy"}',
  });
  expect(made).toMatchObject({ status: "done", rows: { read: 1, imported: 1, skipped: {} } });
  // Without the option it is another import, which finds nothing new.
  expect(await importFiles(footfall.url, id, [["log", lines]])).toMatchObject({
    rows: { read: 1, imported: 0, skipped: { duplicate: 1 } },
  });
  const cloudFront = `${[...cloudFrontHeader, cloudFrontLine({ "x-host-header": domain })].join("\n")}\n`;
  expect(await importFiles(footfall.url, id, [["log", cloudFront]])).toMatchObject({
    rows: { read: 1, imported: 1, skipped: {} },
  });
});

describe("a log of today", () => {
  const nowMs = () => Date.now() + footfall.clock.aheadMs;
  const today = () => new Date(nowMs()).toISOString().slice(0, 10);

  async function expectNumbers(visitors: number, pageviews: number): Promise<void> {
    const days = new URLSearchParams({ from: today(), to: today() });
    for (const [name, count] of [
      ["visitor", visitors],
      ["pageview", pageviews],
      ["page", pageviews],
      ["browser", visitors],
    ] as const) {
      const reply = await footfall.stats(id, { name, from: today(), to: today() });
      expect({ name, count: reply.json.meta.count }).toEqual({ name, count });
    }
    const summary = await footfall.request(`/api/v1/websites/${id}/summary?${days}`);
    expect(summary.json.data).toMatchObject({ visitors, pageviews });
  }

  async function rollUp(): Promise<void> {
    await footfall.server.shipped();
    await rollUpOpenDays(footfall, [{ id, timezone: "UTC" }], nowMs());
    // The server may be rolling up the same day just now. Then it is left to the server.
    await eventually(async () => {
      const rows = await selectRows<{ days: number }>(
        footfall,
        `SELECT count() AS days FROM open_day_rollups WHERE website_id = ${id}`,
      );
      expect(rows[0]?.days).toBeGreaterThan(0);
    });
  }

  test("leaves right numbers whenever the open day is rolled up", async () => {
    const timeMs = Math.max(Date.parse(`${today()}T00:00:01Z`), nowMs() - 3_600_000);
    const track = (nth: number) =>
      footfall.bulk(id, [
        {
          url: `https://${domain}/own`,
          timestamp: new Date(timeMs).toISOString(),
          ip: `9.9.9.${nth}`,
          user_agent: chrome,
        },
      ]);
    await track(1);
    await rollUp();
    const first = await importLog(linesOf(0, 30, { timeMs }));
    await expectNumbers(31, 31);
    await rollUp();
    await expectNumbers(31, 31);
    await undo(footfall.url, id, first.id);
    await expectNumbers(1, 1);
    // As many others take their place.
    for (let nth = 2; nth <= 31; nth += 1) await track(nth);
    await expectNumbers(31, 31);
    await rollUp();
    await expectNumbers(31, 31);
    const second = await importLog(linesOf(100, 130, { timeMs }));
    await expectNumbers(61, 61);
    await rollUp();
    await undo(footfall.url, id, second.id);
    await rollUp();
    await expectNumbers(31, 31);
    expect(await findImport(footfall.url, id, second.id)).toBeUndefined();
  });
});
