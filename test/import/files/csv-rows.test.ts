import { expect, test } from "vitest";

import { csvRows, readHeader } from "../../../src/import/files/csv-rows.ts";
import { jsonLines } from "../../../src/import/files/json-lines.ts";
import { textFile } from "../../helpers/import-world.ts";

const mebibyte = 1024 * 1024;

async function sizesOf(groups: AsyncIterable<readonly unknown[]>): Promise<number[]> {
  const sizes: number[] = [];
  for await (const group of groups) sizes.push(group.length);
  return sizes;
}

/** Returns a file whose bytes come in pieces of 64 KiB, as those of the disk do. */
function inChunks(text: string) {
  const bytes = Buffer.from(text);
  return {
    name: "x",
    async *read() {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
    },
  };
}

test("no more than the first thousand columns of a header are looked at", async () => {
  const names = Array.from({ length: 30_000 }, (_, nth) => `${nth % 10}`);
  expect(await readHeader(textFile(names.join(",")))).toEqual(names.slice(0, 1_000));
});

test("short rows are handed on by the thousand, and long ones a few at a time", async () => {
  const short = await sizesOf(csvRows(inChunks(`a,b\n${"1,2\n".repeat(100_000)}`)));
  expect(Math.min(...short.slice(0, -1))).toBeGreaterThanOrEqual(1_000);

  const long = await sizesOf(
    csvRows(inChunks(`a,b\n${`1,${"x".repeat(mebibyte / 2)}\n`.repeat(64)}`)),
  );
  expect(Math.max(...long)).toBeLessThan(16);
  const wide = `${",".repeat(mebibyte / 4)}\n`;
  expect(Math.max(...(await sizesOf(csvRows(inChunks(wide.repeat(32))))))).toBeLessThan(16);
});

test("lines of NDJSON are handed on in the same way", async () => {
  const short = await sizesOf(jsonLines(inChunks('{"a":1}\n'.repeat(10_000))));
  expect(short).toEqual(Array(10).fill(1_000));

  const line = `${JSON.stringify({ a: "x".repeat(mebibyte) })}\n`;
  expect(Math.max(...(await sizesOf(jsonLines(inChunks(line.repeat(16))))))).toBeLessThan(8);
});
