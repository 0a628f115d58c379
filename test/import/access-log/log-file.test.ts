import { execFileSync } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { parseLogLine } from "../../../src/import/access-log/combined.ts";
import {
  AccessLogUnreadable,
  fileSizeBytes,
  readLineBlocks,
} from "../../../src/import/access-log/log-file.ts";
import { notAPage } from "../../../src/import/access-log/page-rule.ts";

const FIXTURE = fileURLToPath(new URL("../../fixtures/access-mixed.log.txt", import.meta.url));
const LIMIT = 64 * 1024;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "footfall-log-"));
});
afterAll(() => rm(directory, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

async function file(content: string | Buffer): Promise<string> {
  const path = join(directory, "access.log");
  await writeFile(path, content);
  return path;
}

function standardInput(...chunks: Buffer[]): string {
  const stdin = Readable.from(chunks) as typeof process.stdin;
  vi.spyOn(process, "stdin", "get").mockReturnValue(stdin);
  return "-";
}

/** Resolves with everything that the reader yields, and the error if there was one. */
async function readAll(path: string) {
  const lines: string[] = [];
  const bytesRead: number[] = [];
  try {
    for await (const block of readLineBlocks(path)) {
      lines.push(...block.lines);
      bytesRead.push(block.bytesRead);
    }
  } catch (error) {
    return { lines, bytesRead, error };
  }
  return { lines, bytesRead };
}

/** Returns lines that hardly compress, so that their gzip is many pieces long. */
function numbered(count: number): string[] {
  let state = 1;
  return Array.from({ length: count }, (_, index) => {
    state = (state * 48_271) % 2_147_483_647;
    return `${index} ${state.toString(36)}${(state * 7919).toString(36)} é`;
  });
}

const lines = numbered(40_000);
const text = Buffer.from(`${lines.join("\n")}\n`);
const packed = gzipSync(text);

describe("lines", () => {
  test.each([
    ["each ends with a line feed", "a\nb\n", ["a", "b"]],
    ["the last needs none", "a\nb", ["a", "b"]],
    ["a carriage return before it is cut off", "a\r\nb\r\n", ["a", "b"]],
    ["one before the end of the file too", "a\r\nb\r", ["a", "b"]],
    ["a carriage return elsewhere stays", "a\rb\r\r\n", ["a\rb\r"]],
    ["blank ones are handed on, to be counted", "a\n\n\r\nb\n", ["a", "", "", "b"]],
    ["an empty file has none", "", []],
    ["a file of one byte has one", "a", ["a"]],
    ["UTF-8 is decoded", "é€😀\n", ["é€😀"]],
  ])("%s", async (_name, content, expected) => {
    expect((await readAll(await file(content))).lines).toEqual(expected);
    expect((await readAll(await file(gzipSync(content)))).lines).toEqual(expected);
  });

  test("bytes that are not UTF-8 become U+FFFD and leave the rest as it is", async () => {
    const content = Buffer.from([0x61, 0xe9, 0x62, 0x20, 0xc3, 0xa9, 0x0a]);
    expect((await readAll(await file(content))).lines).toEqual(["a\uFFFDb é"]);
  });

  test("lines and characters are whole wherever the file is cut into blocks", async () => {
    expect(text.length).toBeGreaterThan(3 * 256 * 1024);
    expect((await readAll(await file(text))).lines).toEqual(lines);
  });

  test.each([
    ["as long as the limit is whole", LIMIT, LIMIT],
    ["one byte longer is cut", LIMIT + 1, LIMIT],
    ["far longer than a block is cut", 20 * LIMIT, LIMIT],
  ])("a line %s", async (_name, length, expected) => {
    const long = "x".repeat(length);
    for (const content of [
      `a\n${long}\nb\n`,
      `a\r\n${long}\r\nb`,
      `${"a\n".repeat(130_000)}${long}`,
    ]) {
      for (const path of [await file(content), await file(gzipSync(content))]) {
        const read = (await readAll(path)).lines;
        const found = read.filter((line) => line.length > 1);
        expect(found).toEqual(["x".repeat(expected)]);
        expect(read.at(-1)).toBe(content.endsWith("x") ? found[0] : "b");
      }
    }
  });

  test("a log of several servers is read from the file to its pages", async () => {
    const parsed = (await readAll(FIXTURE)).lines.map(parseLogLine);
    const outcomes = parsed.map((line) => (line ? (notAPage(line) ?? line.target) : "unreadable"));
    expect(outcomes).toEqual([
      "type",
      "type",
      "/projects/xdotool/",
      "type",
      "method",
      "/blog/café?page=2",
      "method",
      "status",
      "unreadable",
      "/about",
    ]);
  });
});

describe("gzip", () => {
  test("is recognised by its content, whatever the name", async () => {
    expect((await readAll(await file(packed))).lines).toEqual(lines);
  });

  test("members one after another are one log, and a line may go over their border", async () => {
    const members = Buffer.concat([gzipSync("a\nb"), gzipSync(""), gzipSync("c\nd\n"), packed]);
    expect((await readAll(await file(members))).lines).toEqual(["a", "bc", "d", ...lines]);
  });

  test("members may end where a piece of the file ends", async () => {
    const member = gzipSync("a\n");
    const comment = 8 * 1024 - member.length - 1;
    // A member with a comment in its header, as long as the pieces that are unpacked at a time.
    const header = Buffer.from(member.subarray(0, 10));
    header[3] = 0x10;
    const filled = Buffer.concat([
      header,
      Buffer.alloc(comment, "c"),
      Buffer.alloc(1),
      member.subarray(10),
    ]);
    expect(filled.length).toBe(8 * 1024);
    const path = await file(Buffer.concat([filled, filled, filled]));
    expect((await readAll(path)).lines).toEqual(["a", "a", "a"]);
  });

  test("zero bytes after the last member are padding", async () => {
    const padded = Buffer.concat([packed, Buffer.alloc(30_000)]);
    expect(await readAll(await file(padded))).not.toHaveProperty("error");
  });

  test("a reader may stop early", async () => {
    const path = await file(packed);
    for await (const block of readLineBlocks(path)) {
      expect(block.lines.text(0)).toBe(lines[0]);
      break;
    }
  });
});

describe("standard input", () => {
  test("is read for -, plain or gzip, by single bytes too", async () => {
    const bytes = (content: Buffer) => [...content].map((byte) => Buffer.from([byte]));
    const content = Buffer.from("é\r\nb");

    expect((await readAll(standardInput(text))).lines).toEqual(lines);
    expect((await readAll(standardInput(packed))).lines).toEqual(lines);
    expect((await readAll(standardInput(...bytes(content)))).lines).toEqual(["é", "b"]);
    expect((await readAll(standardInput(...bytes(gzipSync(content))))).lines).toEqual(["é", "b"]);
    expect((await readAll(standardInput(Buffer.from("a")))).lines).toEqual(["a"]);
    expect((await readAll(standardInput())).lines).toEqual([]);
  });

  test("names itself in errors", async () => {
    const { error } = await readAll(standardInput(packed.subarray(0, 1000)));
    expect(String(error)).toContain("Cannot read standard input: the gzip data ends too early");
  });
});

describe("progress", () => {
  test.each([
    ["plain", text],
    ["gzip", packed],
  ])("the bytes read of a %s log grow to its size", async (_name, content) => {
    const path = await file(content);
    const { bytesRead } = await readAll(path);
    expect(bytesRead.length).toBeGreaterThan(3);
    expect(bytesRead).toEqual([...bytesRead].sort((a, b) => a - b));
    expect(bytesRead.at(-1)).toBe(await fileSizeBytes(path));
    expect(bytesRead.at(-1)).toBe((await stat(path)).size);
  });

  test("standard input, pipes and directories have no size", async () => {
    const pipe = join(directory, "pipe");
    execFileSync("mkfifo", [pipe]);
    for (const path of ["-", pipe, directory]) expect(await fileSizeBytes(path)).toBeUndefined();
  });
});

describe("errors", () => {
  test("a missing file", async () => {
    const path = join(directory, "missing.log");
    const { error, ...read } = await readAll(path);
    expect(read).toEqual({ lines: [], bytesRead: [] });
    expect(error).toBeInstanceOf(AccessLogUnreadable);
    expect(error).toHaveProperty("message", `Cannot read ${path}: no such file`);
    await expect(fileSizeBytes(path)).rejects.toHaveProperty("message", (error as Error).message);
  });

  test("a directory", async () => {
    const { error } = await readAll(directory);
    expect(error).toBeInstanceOf(AccessLogUnreadable);
    expect(String(error)).toContain(`Cannot read ${directory}: it is a directory`);
  });

  test.each([
    ["EACCES", "Cannot read a.log: permission denied"],
    ["EIO", "Cannot read a.log: EIO: i/o error, read"],
  ])("%s is told in one line", (code, message) => {
    const cause = Object.assign(new Error(`${code}: i/o error, read`), { code });
    const error = new AccessLogUnreadable("a.log", cause);
    expect([error.name, error.message, error.cause]).toEqual([
      "AccessLogUnreadable",
      message,
      cause,
    ]);
    // An upload is known by another name.
    const why = message.replace("Cannot read a.log: ", "");
    const problem = code === "EIO" ? `Cannot read b.log: ${why}` : `b.log: ${why}`;
    expect(error.under("b.log", "file")).toBe(problem);
  });

  test("truncated gzip gives every whole line that it holds, then throws", async () => {
    const kept = packed.subarray(0, packed.length / 2);
    const { lines: read, error } = await readAll(await file(kept));
    expect(error).toBeInstanceOf(AccessLogUnreadable);
    expect(String(error)).toContain("the gzip data ends too early");
    expect(read.length).toBeGreaterThan(lines.length * 0.45);
    expect(read).toEqual(lines.slice(0, read.length));
  });

  test("gzip truncated in its first bytes throws", async () => {
    const { lines: read, error } = await readAll(await file(packed.subarray(0, 5)));
    expect(read).toEqual([]);
    expect(String(error)).toContain("the gzip data ends too early");
  });

  test("corrupt gzip gives the lines before the corrupt place, then throws", async () => {
    const corrupt = Buffer.from(packed);
    corrupt.fill(0xff, packed.length / 2, packed.length / 2 + 2000);
    const { lines: read, error } = await readAll(await file(corrupt));
    expect(error).toBeInstanceOf(AccessLogUnreadable);
    expect(String(error)).toContain("the gzip data is corrupt");
    const before = Math.floor(lines.length * 0.45);
    expect(read.slice(0, before)).toEqual(lines.slice(0, before));
    expect(read.length).toBeLessThan(lines.length);
  });

  test("a wrong checksum at the end throws", async () => {
    const corrupt = Buffer.from(packed);
    corrupt.fill(0, packed.length - 8, packed.length - 4);
    const { lines: read, error } = await readAll(await file(corrupt));
    expect(String(error)).toContain("the gzip data is corrupt");
    expect(read).toEqual(lines.slice(0, read.length));
    expect(Buffer.byteLength(lines.slice(read.length).join("\n"))).toBeLessThan(17 * 1024);
  });
});

test("a lack of file descriptors is no fault of the log", async () => {
  const module = JSON.stringify(
    new URL("../../../src/import/access-log/log-file.ts", import.meta.url),
  );
  const script = `
    const { openSync } = await import("node:fs");
    const { readLineBlocks } = await import(${module});
    // The loader's thread may close a descriptor once all are taken: it is taken too, then.
    for (let error; error === undefined; ) {
      try {
        for (;;) openSync("/dev/null");
      } catch {}
      try {
        for await (const _ of readLineBlocks(${JSON.stringify(await file("a\n"))}));
      } catch (thrown) {
        error = thrown;
        process.stdout.write(error.name + " " + error.code);
      }
    }`;
  const node = ["--import", "tsx", "--input-type=module", "-e", script];
  const limited = ["-c", 'ulimit -n 256; exec "$@"', "sh", process.execPath, ...node];
  expect(execFileSync("sh", limited, { encoding: "utf8", timeout: 20_000 })).toBe("Error EMFILE");
});
