import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Lines } from "../../../src/import/access-log/lines.ts";
import { readLineBlocks } from "../../../src/import/access-log/log-file.ts";
import { cutPieces, type EarlierEnds } from "../../../src/import/access-log/pieces.ts";

/** Larger than the blocks that a file is read in. */
const blockBytes = 256 * 1024;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "footfall-pieces-"));
});
afterAll(() => rm(directory, { recursive: true }));

async function piecesOf(content: string | Buffer, earlierEnds: EarlierEnds = () => undefined) {
  const path = join(directory, "access.log");
  await writeFile(path, content);
  const pieces: { before: string; end: string; lines: string[] }[] = [];
  for await (const { before, end, runs, length } of cutPieces(readLineBlocks(path), earlierEnds)) {
    const lines = runs.flatMap((run) => [...run]);
    expect(length).toBe(lines.length);
    pieces.push({ before, end, lines });
  }
  return pieces;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Returns the digest that records of earlier imports have for these lines. */
function endAfter(before: string, lines: readonly string[]): string {
  return sha256([before, ...lines, ""].join("\n"));
}

test("the last line is a piece of its own, which follows the others", async () => {
  const [first, last, ...others] = await piecesOf("a\nb\nc");
  const before = sha256("a");
  const end = endAfter(before, ["a", "b"]);
  expect(first).toEqual({ before, end, lines: ["a", "b"] });
  expect(last).toEqual({ before: end, end: endAfter(end, ["c"]), lines: ["c"] });
  expect(others).toEqual([]);
});

test("a single line is one piece, and no line is none", async () => {
  const before = sha256("a");
  expect(await piecesOf("a\n")).toEqual([{ before, end: endAfter(before, ["a"]), lines: ["a"] }]);
  expect(await piecesOf("")).toEqual([]);
});

describe("digests are those of the lines as they are read", () => {
  test.each<[name: string, content: string | Buffer, lines: string[]]>([
    ["CRLF", "a\r\nb\r\nc\r\n", ["a", "b", "c"]],
    ["UTF-8", "é€😀\nb\n", ["é€😀", "b"]],
    ["other bytes", Buffer.from([0x61, 0xe9, 0x0a, 0x62, 0x0a]), ["a\uFFFD", "b"]],
    ["a mark of UTF-8", "\uFEFFa\nb\n", ["\uFEFFa", "b"]],
    ["a long line", `a\n${"x".repeat(70_000)}\nb\n`, ["a", "x".repeat(65_536), "b"]],
    ["blank lines", "\n\na\n", ["", "", "a"]],
  ])("%s", async (_name, content, lines) => {
    const [first, last] = await piecesOf(content);
    const before = sha256(lines[0] ?? "");
    expect(first).toEqual({
      before,
      end: endAfter(before, lines.slice(0, -1)),
      lines: lines.slice(0, -1),
    });
    expect(last?.lines).toEqual(lines.slice(-1));
  });
});

test("a piece ends where an earlier import ended it, also amid a block", async () => {
  const lines = Array.from({ length: 3 * (blockBytes / 8) }, (_, nth) => `line ${nth}`);
  const before = sha256("line 0");
  const first = endAfter(before, lines.slice(0, 10));
  const second = endAfter(first, lines.slice(10, 30_000));
  const ends = new Map([
    [
      before,
      new Map([
        [10, new Set([first, "another"])],
        [5, new Set(["another"])],
      ]),
    ],
    [first, new Map([[29_990, new Set([second])]])],
  ]);
  const pieces = await piecesOf(`${lines.join("\n")}\n`, (digest) => ends.get(digest));
  expect(pieces.map((piece) => piece.lines.length)).toEqual([10, 29_990, 50_000, 18_303, 1]);
  expect(pieces.slice(0, 2).map(({ end }) => end)).toEqual([first, second]);
  expect(pieces.flatMap((piece) => piece.lines)).toEqual(lines);
});

test.each([100, 7])(
  "a piece ends with the line that fills it, with blocks of %i lines",
  async (size) => {
    const lineBytes = 64 * 1024;
    const lines = Lines.ofBytes(Buffer.from(`${"x".repeat(lineBytes - 1)}\n`.repeat(size)));
    async function* blocks() {
      for (let read = 0; read < 3_000; read += size) {
        const block = lines.slice(0, Math.min(size, 3_000 - read));
        yield { lines: block, bytesRead: 0, textBytes: 0 };
      }
    }
    const lengths: number[] = [];
    for await (const { length } of cutPieces(blocks(), () => undefined)) lengths.push(length);
    expect(lengths).toEqual([2_048, 951, 1]);
  },
);
