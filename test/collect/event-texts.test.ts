import fc from "fast-check";
import { expect, test } from "vitest";

import { hasTooManyValues, splitArray, splitLines } from "../../src/collect/event-texts.ts";
import { expectCpuTimeBelow } from "../helpers/cpu-time.ts";

const mebibytes = 5 * 1024 ** 2;
const textsOf = (body: string) => splitArray(Buffer.from(body)).map(String);

/** Returns the elements, or undefined if the text is refused. */
function parseBySplitting(body: string): unknown[] | undefined {
  try {
    return textsOf(body).map((text) => JSON.parse(text));
  } catch {
    return undefined;
  }
}

function parseWhole(body: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

test("an array is cut into its elements", () => {
  expect(textsOf('[{"a":[1,{"b":"],}"}]}, "x\\",]" ,\n3]')).toEqual([
    '{"a":[1,{"b":"],}"}]}',
    ' "x\\",]" ',
    "\n3",
  ]);
  expect(textsOf(" [ ]\r\n")).toEqual([]);
});

test("cutting and parsing each element accepts what JSON.parse accepts", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 9 }), fc.nat(4), (value, indent) => {
      const body = JSON.stringify(value, undefined, indent);
      expect(parseBySplitting(body)).toEqual(parseWhole(body));
    }),
  );
});

test("cutting and parsing each element refuses what JSON.parse refuses", () => {
  const piece = fc.constantFrom("[", "]", "{", "}", ",", ":", '"', "\\", '"a"', "1", " ", "\n");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const body = `[${pieces.join("")}`;
      expect(parseBySplitting(body)).toEqual(parseWhole(body));
    }),
    { numRuns: 20_000 },
  );
});

test("lines are cut at line feeds, and blank ones left out", () => {
  const lines = splitLines(Buffer.from('\n  \r\n{"a":1}\r\n\t\n{"b":2}'));

  expect(lines.map(String)).toEqual(['{"a":1}\r', '{"b":2}']);
});

test.each([
  ["elements", () => splitArray(Buffer.from(`[${"1,".repeat(1_000)}1]`))],
  ["lines", () => splitLines(Buffer.from("1\n".repeat(1_001)))],
])("more than 1,000 %s are refused", (_what, split) => {
  expect(split).toThrow(
    expect.objectContaining({ fields: { body: ["must have at most 1,000 events"] } }),
  );
});

test.each([
  ["10,000 values", `[${"1,".repeat(9_999)}1]`, false],
  ["more", `[${"1,".repeat(10_000)}1]`, true],
  ["10,001 levels", "[".repeat(10_001), true],
  ["a long text of commas", `"${',[{:\\"'.repeat(20_000)}"`, false],
])("an event of %s has too many: %s", (_what, text, expected) => {
  expect(hasTooManyValues(Buffer.from(text))).toBe(expected);
});

test.each([
  ["lines", splitLines, "x\n"],
  ["blank lines", splitLines, "\n"],
  ["one line", splitLines, "x"],
  ["elements", splitArray, "1,"],
  ["brackets", splitArray, "["],
  ["one text", splitArray, "a"],
  ["quotes", splitArray, '""'],
  ["escapes", splitArray, '\\"'],
])("5 MiB of %s do not hold the event loop", (_what, split, piece) => {
  const body = Buffer.from(`["${piece.repeat(mebibytes / piece.length)}`);
  const bare = Buffer.from(piece.repeat(mebibytes / piece.length));
  const tried = (text: Buffer) => {
    try {
      split(text);
    } catch {}
    hasTooManyValues(text);
  };

  expectCpuTimeBelow(50, () => tried(body));
  expectCpuTimeBelow(50, () => tried(bare));
});
