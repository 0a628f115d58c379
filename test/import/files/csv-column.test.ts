import { expect, test } from "vitest";

import { distinctValues } from "../../../src/import/files/csv-column.ts";
import { fileOf } from "../formats/reading.ts";

const valuesOf = async (content: string, column: string, max = 10) => [
  ...(await distinctValues(fileOf("x.csv", content), column, max)),
];

test("each value of a column is found once", async () => {
  expect(await valuesOf("a,b,c\n1,x,2\n3,y,4\n5,x,6", "b")).toEqual(["x", "y"]);
  expect(await valuesOf("a,b\n1,x\n2,y\n", "a")).toEqual(["1", "2"]);
  expect(await valuesOf("a,b\n1,x\n2,\n", "b")).toEqual(["x"]);
  expect(await valuesOf("a,b\n1,x\n", "c")).toEqual([]);
  expect(await valuesOf("a\n", "a")).toEqual([]);
  expect(await valuesOf("", "a")).toEqual([]);
});

test("quotes, line feeds in quotes, CRLF and a mark of UTF-8 are understood", async () => {
  const text = '\uFEFF"a","b"\r\n"1,\n""2""","x"\r\n"3","y""z"\r\n4,"w"';
  expect(await valuesOf(text, "b")).toEqual(["x", 'y"z', "w"]);
  expect(await valuesOf(text, "a")).toEqual(['1,\n"2"', "3", "4"]);
});

test("rows of another length are left out, and stray quotes break only their row", async () => {
  expect(await valuesOf('a,b\nx\n1,2,3\n5"6,y\n7,z\n', "b")).toEqual(["y", "z"]);
});

test("it stops after enough values, and cuts long ones", async () => {
  const many = Array.from({ length: 100 }, (_, i) => `${i}`).join("\n");
  expect((await valuesOf(`a\n${many}\n`, "a", 3)).length).toBeLessThan(100);
  expect(await valuesOf(`a\n${"x".repeat(5_000)}\n`, "a")).toEqual(["x".repeat(200)]);
});
