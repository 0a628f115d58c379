import { expect, test } from "vitest";

import { columns } from "../../src/events/columns.ts";
import { blankRow, type EventRow, writeRow } from "../../src/events/row.ts";
import type { RowBinaryWriter } from "../../src/events/row-binary.ts";

const fields = columns.map(({ field }) => field);

test("every column is written, in the order of the list", () => {
  const written: unknown[] = [];
  const write = (value: unknown) => written.push(value);
  const writer = new Proxy({}, { get: () => write }) as RowBinaryWriter;
  // Each value is the name of its field.
  const row = Object.fromEntries(fields.map((field) => [field, field])) as unknown as EventRow;
  writeRow(writer, row);

  expect(written).toEqual(fields);
});

test("no two columns have the same name or field", () => {
  expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
  expect(new Set(fields).size).toBe(columns.length);
});

test("a blank row has every field", () => {
  expect(Object.keys(blankRow)).toEqual(fields);
});
