import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";

import { newImport } from "../../../src/definitions/import.ts";
import {
  type Fakes,
  readToEnd,
  startApp,
  type WebsiteDefinitionChange,
} from "../../helpers/app.ts";
import { eventually } from "../../helpers/eventually.ts";
import { apiKey } from "../../helpers/footfall.ts";
import { exportOf, postImport } from "../../helpers/imports.ts";

const gibibyte = 1024 ** 3;
const day = "2025-03-10";
const boundary = "--b\r\n";
const end = "\r\n--b--\r\n";
const form = `${boundary}Content-Disposition: form-data; name="file"; filename="x"\r\n\r\n`;

async function start(fakes: Fakes = {}) {
  const uploads = await mkdtemp(join(tmpdir(), "footfall-uploads-"));
  onTestFinished(() => rm(uploads, { recursive: true, force: true }));
  const imports = { uploads, bytesMax: 2 * gibibyte, ...fakes.imports };
  return { ...(await startApp({ ...fakes, imports })), uploads };
}

/** Sends the beginning of an upload, which does not say more until the test does. */
function begin(socket: Socket, bytes: number, body = form, websiteId = 7): void {
  const lines = [
    `POST /api/v1/websites/${websiteId}/imports HTTP/1.1`,
    "Host: x",
    "Connection: close",
    `Authorization: Bearer ${apiKey}`,
    `Content-Length: ${bytes}`,
    "Content-Type: multipart/form-data; boundary=b\r\n\r\n",
  ];
  socket.write(lines.join("\r\n") + body);
}

test("a name of more than 255 characters is 422, and its file is not written", async () => {
  const { url, uploads } = await start();
  const name = "漢".repeat(255);
  const taken = await postImport(url, 7, [[name, exportOf(day, 1)]]);
  expect(taken).toMatchObject({ status: 202, json: { data: { files: [{ name }] } } });
  expect(await readdir(uploads)).toHaveLength(1);

  const { url: other, uploads: empty } = await start();
  const refused = await postImport(other, 7, [[`${name}.`, exportOf(day, 1)]]);
  expect(refused).toMatchObject({
    status: 422,
    json: { errors: { file: ["must have names of at most 255 characters"] } },
  });
  expect(await readdir(empty)).toEqual([]);
});

test("a third upload at once is refused at once, for its website alone", async () => {
  const { connect, url, uploads } = await start({ websites: [{}, { id: 8, domain: "b.example" }] });
  const [one, two, three] = [await connect(), await connect(), await connect()];
  for (const socket of [one, two]) begin(socket, gibibyte);
  await eventually(async () => expect(await readdir(uploads)).toHaveLength(2));
  begin(three, gibibyte);
  expect(await readToEnd(three)).toMatch(/^HTTP\/1\.1 503 .*OVERLOADED/s);
  expect(await readdir(uploads)).toHaveLength(2);
  expect(await postImport(url, 8, [["x", exportOf(day, 1)]])).toMatchObject({ status: 202 });

  one.destroy();
  await eventually(async () =>
    expect((await postImport(url, 7, [["x", exportOf(day, 1)]])).status).toBe(202),
  );
});

test("an upload beside an import that runs is refused before its files come", async () => {
  const definitions: WebsiteDefinitionChange[] = [];
  const { url, connect, uploads } = await start({ definitions });
  const content = exportOf(day, 20);
  const first = await postImport(url, 7, [["x", content]]);
  expect(first.status).toBe(202);
  expect((await postImport(url, 7, [["another name", content]])).status).toBe(200);

  const socket = await connect();
  begin(socket, 2 * gibibyte, "");
  expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 409 .*IMPORT_RUNNING/s);
  expect(await readdir(uploads)).toHaveLength(1);
});

test("nothing can repeat an import that is undone, or a dry run", async () => {
  for (const changed of [{ status: "deleting" as const }, { isDryRun: true }]) {
    const now = new Date();
    const made = newImport({
      source: "umami",
      kind: "events",
      digest: "",
      options: {},
      isDryRun: false,
      files: [{ name: "x", bytes: gibibyte, sha256: "" }],
      ignored: [],
      upload: "x",
    });
    const record = { id: 1, content: { ...made, ...changed }, createdAt: now, updatedAt: now };
    const change = { websiteId: 7, change: 1, writer: "another", kind: "import" as const };
    const { connect } = await start({ definitions: [{ ...change, record, deleted: false }] });
    const socket = await connect();
    begin(socket, gibibyte + form.length + end.length, "");
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 409 .*IMPORT_RUNNING/s);
  }
});

test("the look at an upload ends when the client goes away", async () => {
  const { connect, uploads } = await start();
  const header = "event_id,session_id,event_type,url_path,created_at,website_id\n";
  const rows = gzipSync("1,2,1,/,2025-01-01 00:00:00,one\n".repeat(100_000));
  const file = Buffer.concat([gzipSync(header), ...Array<Buffer>(1_000).fill(rows)]);
  const socket = await connect();
  begin(socket, form.length + file.length + end.length);
  socket.write(file);
  socket.write(end);
  const received = async () => {
    const [path] = (await readdir(uploads, { recursive: true })).filter((each) =>
      /\/0$/.test(each),
    );
    return path === undefined ? 0 : (await stat(join(uploads, path))).size;
  };
  // When all of it is there, the look has begun.
  await eventually(async () => expect(await received()).toBe(file.length));
  socket.destroy();
  await eventually(async () => expect(await readdir(uploads)).toEqual([]));
});

test.each([
  ["ENOSPC", "DISK_FULL"],
  ["EDQUOT", "DISK_FULL"],
  ["EMFILE", "OVERLOADED"],
  ["ENFILE", "OVERLOADED"],
])("an upload that meets %s is 503 %s, and no stack is logged", async (systemCode, code) => {
  const lines: object[] = [];
  const failure = { code: systemCode, syscall: "write" };
  const { url } = await start({
    warn: (where) => void lines.push(where),
    imports: {
      look() {
        throw Object.assign(new Error(`${systemCode}: it does not work, write`), failure);
      },
    },
  });
  const { status, json } = await postImport(url, 7, [["x", exportOf(day, 1)]]);
  expect({ status, json }).toMatchObject({ status: 503, json: { code } });
  for (const line of lines) expect(line).not.toHaveProperty("err");
});
