import { expect, test } from "vitest";

import { jsonArray } from "../../../src/import/files/json-array.ts";
import type { SourceFile } from "../../../src/import/files/source-file.ts";

/** Returns a file with this content, in pieces of this many bytes. */
function fileOf(content: string | Buffer, pieceBytes: number): SourceFile {
  const bytes = Buffer.from(content);
  return {
    name: "visits.json",
    async *read() {
      for (let i = 0; i < bytes.length; i += pieceBytes) yield bytes.subarray(i, i + pieceBytes);
    },
  };
}

async function read(content: string | Buffer, pieceBytes = 7): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const some of jsonArray(fileOf(content, pieceBytes))) all.push(...some);
  return all;
}

test("elements are the same wherever the pieces of the file end", async () => {
  const elements = [
    { text: 'a "quoted" [list], {object} \\ and \\\\', more: ["]", "}", ",", '"'] },
    [1, [2, [3]], {}],
    "text, with a comma and \u20ac \ud83d\ude00",
    { escaped: '\\"' },
    null,
    -1.5e3,
  ];
  for (const text of [JSON.stringify(elements), JSON.stringify(elements, null, "\t")]) {
    for (let pieceBytes = 1; pieceBytes < 20; pieceBytes += 1) {
      expect(await read(text, pieceBytes)).toEqual(elements);
    }
  }
});

test("a byte order mark, CRLF and blanks around the array are fine", async () => {
  for (const pieceBytes of [1, 2, 100]) {
    expect(await read('\uFEFF\r\n [\r\n{"a": 1},\r\n2 ]\r\n', pieceBytes)).toEqual([{ a: 1 }, 2]);
  }
});

test("an empty file and an empty array have no elements", async () => {
  expect(await read("")).toEqual([]);
  expect(await read(" \n")).toEqual([]);
  expect(await read("[]")).toEqual([]);
  expect(await read("[ \n ]")).toEqual([]);
});

test("arrays may follow each other", async () => {
  expect(await read("[1,2]\n[]\n[3]")).toEqual([1, 2, 3]);
});

test("an element that is no JSON is undefined, and the next ones are read", async () => {
  expect(await read('[{"a":1}, {"b":}, {"c" 1}, nonsense, {"d":4}]')).toEqual([
    { a: 1 },
    undefined,
    undefined,
    undefined,
    { d: 4 },
  ]);
});

test("an element over 16 MiB is undefined, and one of 16 MiB is read", async () => {
  const textOf = (bytes: number) => `"${"x".repeat(bytes - 2)}"`;
  const max = 16 * 1024 * 1024;
  const pieceBytes = 64 * 1024;
  const found = await read(`[1,${textOf(max + 1)},${textOf(max)},2]`, pieceBytes);
  expect(found.map((element) => String(element).length)).toEqual([1, 9, max - 2, 1]);
  expect(found[1]).toBe(undefined);
});

test("a file that ends within its array or one of its elements is refused", async () => {
  for (const text of ["[", "[1,", '[{"a": "', '[{"a": 1}', '[{"a": [}]']) {
    await expect(read(text)).rejects.toThrow("visits.json ends in the middle of its list");
  }
});

test("a file that is no array is refused", async () => {
  for (const text of ['{"a": 1}', "text", '"text"', "[1] text"]) {
    await expect(read(text)).rejects.toThrow("visits.json is no list in JSON");
  }
});
