import { expect, test } from "vitest";
import { columns } from "../../src/events/columns.ts";
import { completeRows } from "../../src/events/earlier-rows.ts";
import { blankRow, type EventRow, writeRow } from "../../src/events/row.ts";
import { RowBinaryWriter } from "../../src/events/row-binary.ts";

const rows: readonly EventRow[] = [
  { ...blankRow },
  {
    ...blankRow,
    websiteId: 7,
    timeMs: 1_700_000_000_000,
    page: `/${"ü".repeat(300)}`,
    props: [
      ["plan", "pro"],
      ["", "x".repeat(20_000)],
    ],
    scrollDepth: 100,
  },
  { ...blankRow, city: "Berlin" },
];

/** Returns rows as they are written today, or as they were before the last column. */
function write(isEarlier: boolean): Buffer {
  const writer = new RowBinaryWriter();
  return Buffer.concat(
    rows.map((row) => {
      writeRow(writer, row);
      const bytes = writer.take();
      // The last column is an empty text, which is one byte.
      return isEarlier ? bytes.subarray(0, -1) : bytes;
    }),
  );
}

test("the column `marks` is the last one", () => {
  expect(columns.at(-1)?.name).toBe("marks");
});

test("rows from before marks get none", () => {
  expect(completeRows(write(true))).toEqual(write(false));
});

test("rows that are cut off stay as they are", () => {
  const rows = write(true).subarray(0, -1);
  expect(completeRows(rows)).toEqual(rows);
});
