import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openLog } from "../../../src/import/access-log/open-log.ts";
import type { SourceFile } from "../../../src/import/files/source-file.ts";
import { readTables } from "../../../src/import/formats/csv-tables.ts";
import { chooseFormat, type RequestFiles } from "../../../src/import/import-request.ts";

const mebibyte = 1024 ** 2;
const unknown = /its first lines have none of the formats combined, caddy/;
const line = (nth: number) =>
  `192.0.2.1 - - [10/Mar/2025:10:00:00 +0000] "GET /${nth} HTTP/1.1" 200 1 "-" "Mozilla/5.0"`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "footfall-look-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(content: string | Buffer): Promise<string> {
  const path = join(folder, "access.log");
  await writeFile(path, content);
  return path;
}

/** Returns a file of zeros, which takes no room on the disk. */
async function zeros(bytes: number): Promise<string> {
  const path = join(folder, "zeros");
  const file = await open(path, "w");
  await file.truncate(bytes);
  await file.close();
  return path;
}

/** Returns a file whose rows have no end. */
function endless(row: string): SourceFile {
  return {
    name: "website_event.csv",
    async *read() {
      yield Buffer.from("event_id,session_id,event_type,url_path,created_at,website_id\n");
      for (;;) yield Buffer.from(row.repeat(100));
    },
  };
}

/** Returns options of a reader, and what counts the bytes that it reads. */
function counter() {
  let bytes = 0;
  const onBytes = (chunk: Buffer) => {
    bytes += chunk.length;
  };
  return { options: { onBytes }, bytes: () => bytes };
}

function requestOf(files: readonly SourceFile[]): RequestFiles {
  return { paths: [], open: async () => files };
}

test("a log whose first line has no end is refused after 2 MiB", async () => {
  const { options, bytes } = counter();
  await expect(openLog(await zeros(256 * mebibyte), undefined, options)).rejects.toThrow(unknown);
  expect(bytes()).toBeLessThanOrEqual(3 * mebibyte);
});

test("gzip that unpacks to such a line is refused in the same way", async () => {
  const member = gzipSync(Buffer.alloc(mebibyte));
  const { options, bytes } = counter();
  const path = await fileWith(Buffer.concat(Array<Buffer>(2_000).fill(member)));
  await expect(openLog(path, undefined, options)).rejects.toThrow(unknown);
  expect(bytes()).toBeLessThanOrEqual(256 * 1024);
});

test("a line without end does not keep a log from being read that begins with others", async () => {
  const lines = [line(1), line(2), "x".repeat(20 * mebibyte), line(3)];
  const log = await openLog(await fileWith(`${lines.join("\n")}\n`), undefined);
  expect(log.format?.name).toBe("combined");
  const read: string[] = [];
  for await (const block of log.blocks) read.push(...block.lines);
  expect(read).toEqual([line(1), line(2), "x".repeat(64 * 1024), line(3)]);
});

test("a look ends when nobody waits for it", async () => {
  const stop = new AbortController();
  const rows = "1,2,1,/,2025-01-01,one\n";
  const look = chooseFormat(
    requestOf([endless(rows)]),
    { source: "umami", options: {} },
    stop.signal,
  );
  setImmediate(() => stop.abort(new Error("gone")));
  await expect(look).rejects.toThrow("gone");

  const path = await zeros(64 * mebibyte);
  const logs = { paths: [{ path, name: "a.log" }], open: async () => [] };
  const gone = AbortSignal.abort(new Error("gone"));
  await expect(chooseFormat(logs, { source: "access-log", options: {} }, gone)).rejects.toThrow(
    "gone",
  );
});

test("headers are read one after the other, and once for all formats", async () => {
  let reads = 0;
  let open = 0;
  let openMax = 0;
  const files = Array.from({ length: 50 }, (_, nth): SourceFile => {
    return {
      name: `${nth}.csv`,
      async *read() {
        reads += 1;
        open += 1;
        openMax = Math.max(openMax, open);
        try {
          await new Promise(setImmediate);
          yield Buffer.from("a,b\n");
        } finally {
          open -= 1;
        }
      },
    };
  });
  const tables = await readTables(files);
  expect(tables.map(({ names }) => [...names])).toEqual(files.map(() => ["a", "b"]));
  await readTables(files);
  expect({ reads, openMax }).toEqual({ reads: 50, openMax: 1 });
});
