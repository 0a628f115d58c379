import { readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryDirectory } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import { apiKey, chrome, selectRows, startFootfall } from "../../helpers/footfall.ts";
import {
  deleteImport,
  ended,
  exportOf,
  type FormFile,
  findImport,
  gone,
  importFiles,
  importText,
  postImport,
} from "../../helpers/imports.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const day = "2025-03-10";
const bytesMax = 2_000_000;
const boundary = "a-boundary";

let directory: string;
let id: number;
const footfall = openFootfall(async () => {
  directory = await temporaryDirectory();
  return startFootfall({ DATA_DIR: directory, IMPORT_BYTES_MAX: String(bytesMax) });
});
beforeAll(async () => {
  ({ id } = await footfall.store("example.com"));
});

async function uploads(): Promise<string[]> {
  return readdir(join(directory, "imports")).catch(() => []);
}

async function expectNothingLeft(): Promise<void> {
  await eventually(async () => expect(await uploads()).toEqual([]));
}

/** Posts a body that is written by hand. */
async function post(body: string, headers: Readonly<Record<string, string>> = {}, website = id) {
  const reply = await footfall.request(`/api/v1/websites/${website}/imports`, {
    method: "POST",
    body,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}`, ...headers },
  });
  return { status: reply.status, json: reply.json };
}

function part(disposition: string, content: string, type = ""): string {
  const head = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  return `${head}${type === "" ? "" : `Content-Type: ${type}\r\n`}\r\n${content}\r\n`;
}

const end = `--${boundary}--\r\n`;
const file = (content: string) => part('name="file"; filename="x.ndjson"', content);

async function openSocket(): Promise<Socket> {
  const { port, hostname } = new URL(footfall.url);
  const socket = connect({ port: Number(port), host: hostname });
  socket.on("error", () => {}).resume();
  return new Promise((resolve) => socket.once("connect", () => resolve(socket)));
}

function headOf(more: string): string {
  return [
    `POST /api/v1/websites/${id}/imports HTTP/1.1`,
    "Host: x",
    `Authorization: Bearer ${apiKey}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `${more}\r\n\r\n`,
  ].join("\r\n");
}

test.each([
  ["no file", end, { file: ["is required"] }],
  [
    "a log without agents",
    `${file('192.0.2.1 - - [10/Mar/2025:10:00:00 +0000] "GET / HTTP/1.1" 200 1\n')}${end}`,
    { file: [/x\.ndjson: it has no user agents: .*combined/] },
  ],
  ["an empty file", `${file("")}${end}`, { file: [/empty/] }],
  ["a file of no known format", `${file("hello")}${end}`, { file: [/known format/] }],
  [
    "a file that is not of its source",
    `${part('name="source"', "footfall")}${file("hello")}${end}`,
    { file: [/x\.ndjson is no export/] },
  ],
  [
    "an unknown source",
    `${part('name="source"', "none")}${file(exportOf(day, 1))}${end}`,
    { source: [/must be one of/] },
  ],
  [
    "an unknown option",
    `${part('name="options"', '{"x":1}')}${file(exportOf(day, 1))}${end}`,
    { options: [/no option x/] },
  ],
  [
    "options that are no object",
    `${part('name="options"', "[1]")}${file(exportOf(day, 1))}${end}`,
    { options: ["must be a JSON object"] },
  ],
  [
    "an unknown field",
    `${part('name="sauce"', "footfall")}${file(exportOf(day, 1))}${end}`,
    { sauce: [/no field/] },
  ],
  [
    "a wrong dry_run",
    `${part('name="dry_run"', "maybe")}${file(exportOf(day, 1))}${end}`,
    { dry_run: [/0 or 1/] },
  ],
  [
    "a file under another name",
    `${part('name="document"; filename="x"', exportOf(day, 1))}${end}`,
    { document: ["must not be a file"] },
  ],
])("%s is 422, and leaves nothing", async (_name, body, fields) => {
  const { status, json } = await post(body);
  expect(status).toBe(422);
  const patterns = Object.entries(fields).map(([name, [pattern]]) => {
    return [
      name,
      [typeof pattern === "string" ? pattern : expect.stringMatching(pattern as RegExp)],
    ];
  });
  expect(json.errors).toEqual(Object.fromEntries(patterns));
  await expectNothingLeft();
});

test("files that are too large together are 413, and leave nothing", async () => {
  const half = `${" ".repeat(bytesMax / 2)}\n`;
  const { status, json } = await post(`${file(half)}${file(half)}${end}`);
  expect({ status, code: json.code }).toEqual({ status: 413, code: "BODY_TOO_LARGE" });
  await expectNothingLeft();
});

test("a body that is no form is 415", async () => {
  for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"]) {
    expect((await post("{}", { "content-type": type })).status).toBe(415);
  }
  await expectNothingLeft();
});

test("a broken form is the client's error, and leaves nothing", async () => {
  const whole = `${file(exportOf(day, 3))}${end}`;
  for (const body of [
    whole.slice(0, -6),
    whole.slice(0, 150),
    "",
    "nothing of a form",
    `${end}x`,
  ]) {
    const { status } = await post(body);
    expect([400, 422], body).toContain(status);
  }
  const none = await post(whole, { "content-type": "multipart/form-data" });
  expect([400, 415, 422]).toContain(none.status);
  await expectNothingLeft();
});

test("a file without a name is taken", async () => {
  const other = (await footfall.store("nameless.example.com")).id;
  const text = exportOf(day, 2, { hostname: "nameless.example.com" });
  const nameless = part('name="file"', text, "application/octet-stream");
  const { status, json } = await post(`${nameless}${end}`, {}, other);
  expect(status).toBe(202);
  expect(await ended(footfall.url, other, json.data.id)).toMatchObject({
    status: "done",
    rows: { imported: 2 },
  });
});

test("options of a form's field may have the type of JSON", async () => {
  const other = (await footfall.store("options.example.com")).id;
  const options = part('name="options"', "{}", "application/json");
  const text = exportOf(day, 2, { hostname: "options.example.com" });
  const { status, json } = await post(`${options}${file(text)}${end}`, {}, other);
  expect({ status, json }).toMatchObject({ status: 202 });
  await ended(footfall.url, other, json.data.id);
});

test("names of files lose their directories, and no file goes elsewhere", async () => {
  const other = (await footfall.store("names.example.com")).id;
  const names = ["../../etc/passwd", "/etc/shadow", "a/../../b", "C:\\x\\y.ndjson", "ü 漢.ndjson"];
  const files = names.map((name, nth): FormFile => {
    return [name, exportOf(`2025-03-${10 + nth}`, 2, { hostname: "names.example.com" })];
  });
  const { files: kept } = (await importFiles(footfall.url, other, files)) as unknown as {
    files: { name: string }[];
  };
  for (const { name } of kept) expect(name).not.toContain("/");
  await expectNothingLeft();
});

test("a client that goes away in the middle leaves nothing", async () => {
  const socket = await openSocket();
  socket.write(headOf("Content-Length: 100000"));
  socket.write(file(exportOf(day, 10)).slice(0, 500));
  await eventually(async () => expect(await uploads()).toHaveLength(1));
  socket.destroy();
  await expectNothingLeft();
  const health = await footfall.request("/health", { key: false });
  expect(health.status).toBe(200);
});

test("nobody without a key gets anything onto the disk", async () => {
  const body = `${file(exportOf(day, 3))}${end}`;
  const path = `/api/v1/websites/${id}/imports`;
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const reply = await footfall.request(path, { method: "POST", key: false, body, headers });
  expect(reply.status).toBe(401);
  expect((await post(body, {}, 9_999)).status).toBe(404);
  await expectNothingLeft();
});

test("the same files are the same import, in any order, until it is undone", async () => {
  const { id: other } = await footfall.store("same.example.com");
  const hostname = "same.example.com";
  const one: FormFile = ["one", exportOf("2025-03-10", 5, { hostname })];
  const two: FormFile = ["two", exportOf("2025-03-11", 5, { hostname })];
  const first = await postImport(footfall.url, other, [one, two]);
  expect(first).toMatchObject({
    status: 202,
    location: `/api/v1/websites/${other}/imports/${first.json.data.id}`,
  });
  const again = await postImport(footfall.url, other, [two, one]);
  expect(again).toMatchObject({ status: 200, location: first.location });
  const done = await ended(footfall.url, other, first.json.data.id);
  expect(done).toMatchObject({ status: "done", from: "2025-03-10", to: "2025-03-11" });
  const later = await postImport(footfall.url, other, [one, two]);
  expect(later).toMatchObject({ status: 200, json: { data: done } });

  // Days that an import has taken are left by the next one.
  const more = await importFiles(footfall.url, other, [
    two,
    ["x", exportOf("2025-03-12", 1, { hostname })],
  ]);
  expect(more).toMatchObject({
    days: { taken: 1, left: 1, left_because: { imported: 1, collected: 0, not_over: 0 } },
    rows: { read: 6, imported: 1, skipped: { day_left: 5 } },
  });
  const query = { name: "page", from: "2025-03-10", to: "2025-03-11" };
  const tag = async () => (await footfall.stats(other, query)).headers.get("etag");
  const tagBefore = await tag();
  for (const each of [more.id, done.id]) {
    expect((await deleteImport(footfall.url, other, each)).status).toBe(202);
    await gone(footfall.url, other, each);
    expect((await deleteImport(footfall.url, other, each)).status).toBe(404);
  }
  expect(await selectRows(footfall, `SELECT 1 FROM events WHERE website_id = ${other}`)).toEqual(
    [],
  );
  const anew = await importFiles(footfall.url, other, [one, two]);
  expect(anew).toMatchObject({ status: "done", rows: { imported: 10 } });
  expect(anew.id).toBeGreaterThan(more.id);

  // As many events are on the days as before: the two marks of their removal tell them apart.
  expect(await tag()).not.toBe(tagBefore);
  const marks = `SELECT date, count() AS marks FROM archived_rollups
    WHERE website_id = ${other} AND gone = 2 GROUP BY date ORDER BY date`;
  expect(await selectRows(footfall, marks)).toEqual(
    ["2025-03-10", "2025-03-11", "2025-03-12"].map((date) => ({ date, marks: 2 })),
  );
});

test("a day on which events were collected is left, and one on which they were only dropped is taken", async () => {
  const hostname = "collected.example.com";
  const { id: other } = await footfall.store(hostname);
  const send = async (date: string, agent: string) => {
    const url = `https://${hostname}/collected`;
    const event = { url, timestamp: `${date}T12:00:00Z`, ip: "8.8.8.8", user_agent: agent };
    expect((await footfall.bulk(other, [event])).status).toBe(202);
  };
  await send("2025-03-10", chrome);
  await send("2025-03-11", "Googlebot/2.1 (+http://www.google.com/bot.html)");
  await footfall.server.shipped();

  const history = ["2025-03-10", "2025-03-11"].map((date) => exportOf(date, 3, { hostname }));
  expect(await importText(footfall.url, other, history.join(""))).toMatchObject({
    days: { taken: 1, left: 1, left_because: { imported: 0, collected: 1, not_over: 0 } },
    rows: { read: 6, imported: 3, skipped: { day_left: 3 } },
  });
});

test("of two imports at once one gets 409, and so does the other after a dry run", async () => {
  const hostname = "busy.example.com";
  const { id: other } = await footfall.store(hostname);
  const files = ["2025-03-10", "2025-03-11"].map((each): FormFile => {
    return [each, exportOf(each, 5, { hostname })];
  });
  const both = await Promise.all(files.map((each) => postImport(footfall.url, other, [each])));
  expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
  const begun = both.find(({ status }) => status === 202)?.json.data.id ?? 0;
  await ended(footfall.url, other, begun);
  expect((await deleteImport(footfall.url, other, begun)).status).toBe(202);
  await gone(footfall.url, other, begun);

  const dry = await postImport(footfall.url, other, files, { dry_run: "1" });
  expect(dry).toMatchObject({ status: 202, json: { data: { dry_run: true } } });
  const real = await postImport(footfall.url, other, files);
  expect(real).toMatchObject({ status: 409, json: { code: "IMPORT_RUNNING" } });
  const report = await ended(footfall.url, other, dry.json.data.id);
  const list = await footfall.request(`/api/v1/websites/${other}/imports`);
  expect(list.json.data).toEqual([]);
  expect(await selectRows(footfall, `SELECT 1 FROM events WHERE website_id = ${other}`)).toEqual(
    [],
  );
  const done = await importFiles(footfall.url, other, files);
  expect(done).toMatchObject({ days: report.days, rows: report.rows });
  footfall.clock.aheadMs += 61 * 60_000;
  expect(await findImport(footfall.url, other, report.id)).toBeUndefined();
  footfall.clock.aheadMs = 0;
});

test("an import that runs can be stopped, twice at once", async () => {
  const hostname = "stop.example.com";
  const { id: other } = await footfall.store(hostname);
  const { json } = await postImport(footfall.url, other, [
    ["x", exportOf(day, 5_000, { hostname })],
  ]);
  const replies = await Promise.all(
    [0, 1].map(() => deleteImport(footfall.url, other, json.data.id)),
  );
  expect(replies.map(({ status }) => status)).toEqual([202, 202]);
  await gone(footfall.url, other, json.data.id);
  expect(await selectRows(footfall, `SELECT 1 FROM events WHERE website_id = ${other}`)).toEqual(
    [],
  );
  await expectNothingLeft();
});

test("a website may be deleted while an import into it runs", async () => {
  const hostname = "leave.example.com";
  const { id: other } = await footfall.store(hostname);
  await postImport(footfall.url, other, [["x", exportOf(day, 5_000, { hostname })]]);
  const reply = await footfall.request(`/api/v1/websites/${other}`, { method: "DELETE" });
  expect(reply.status).toBe(200);
  await eventually(async () => {
    const like = `import\\_${other}\\_%`;
    const tables = `SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE '${like}'`;
    expect(await selectRows(footfall, tables)).toEqual([]);
    expect(await selectRows(footfall, `SELECT 1 FROM events WHERE website_id = ${other}`)).toEqual(
      [],
    );
  });
});

test("nobody sees or ends an import through another website", async () => {
  const hostname = "mine.example.com";
  const { id: mine } = await footfall.store(hostname);
  const { id: other } = await footfall.store("other.example.com");
  const own = await importText(footfall.url, mine, exportOf(day, 2, { hostname }));
  expect(await findImport(footfall.url, other, own.id)).toBeUndefined();
  expect((await deleteImport(footfall.url, other, own.id)).status).toBe(404);
  expect(await findImport(footfall.url, mine, own.id)).toMatchObject({ status: "done" });
});

test("the files of an import go with its website", async () => {
  await expectNothingLeft();
  const { id: website } = await footfall.store("going.example");
  const fields = { hostname: "going.example" };
  const { status } = await postImport(footfall.url, website, [
    ["export.ndjson", exportOf(day, 5_000, fields)],
  ]);
  expect(status).toBe(202);
  expect(await uploads()).toHaveLength(1);
  await footfall.request(`/api/v1/websites/${website}`, { method: "DELETE" });

  await expectNothingLeft();
});
