import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { readToEnd, startApp } from "../../helpers/app.ts";
import { eventually } from "../../helpers/eventually.ts";
import { apiKey } from "../../helpers/footfall.ts";

/** So short that a test can wait for them; the default ones are longer by the same logic. */
const impatient = { headersTimeoutMs: 200, requestTimeoutMs: 300, checkIntervalMs: 50 };
const end = "\r\n--b--\r\n";
const form = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n';

async function start(limits: object) {
  const uploads = await mkdtemp(join(tmpdir(), "footfall-uploads-"));
  onTestFinished(() => rm(uploads, { recursive: true, force: true }));
  const app = await startApp({ limits, imports: { uploads, bytesMax: 1_000 } });
  return { ...app, uploads };
}

function headOf(path: string, bytes: number, key: string): string {
  return [
    `POST ${path} HTTP/1.1`,
    "Host: x",
    "Connection: close",
    `Authorization: Bearer ${key}`,
    "Content-Type: multipart/form-data; boundary=b",
    `Content-Length: ${bytes}\r\n\r\n`,
  ].join("\r\n");
}

const imports = "/api/v1/websites/7/imports";

test("an upload takes its time, longer than the body of another request may", async () => {
  const { connect, uploads } = await start(impatient);
  const [socket, other] = [await connect(), await connect()];
  socket.write(headOf(imports, form.length + 2 + end.length, apiKey));
  socket.write(`${form}x`);
  other.write(headOf("/api/event", 1_000, apiKey));
  expect(await readToEnd(other)).toMatch(/^HTTP\/1\.1 (?:408|415) /);
  socket.write(`x${end}`);

  expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 422 .*no known format/s);
  expect(await readdir(uploads)).toEqual([]);
});

test("an upload that falls silent is cut off, and leaves nothing", async () => {
  const { connect, uploads } = await start({ ...impatient, silenceTimeoutMs: 300 });
  const socket = await connect();
  socket.write(headOf(imports, 1_000, apiKey));
  socket.write(form);
  await readToEnd(socket);
  await eventually(async () => expect(await readdir(uploads)).toEqual([]));
});

test("nobody without a key holds a connection by an upload", async () => {
  const { connect, uploads } = await start(impatient);
  const socket = await connect();
  socket.write(headOf(imports, 1_000_000, "another-key"));
  const writing = setInterval(() => socket.write("x"), 20);

  expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 401 /);
  clearInterval(writing);
  expect(await readdir(uploads)).toEqual([]);
});

test("other forms still have to come in time", async () => {
  const { connect } = await start(impatient);
  const socket = await connect();
  socket.write(headOf("/api/v1/websites", 1_000, apiKey));
  socket.write(form);

  expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 (?:408|415) /);
});
