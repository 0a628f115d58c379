import { describe, expect, test } from "vitest";

import { csvRows } from "../../../src/import/files/csv-rows.ts";
import { CsvSplitter } from "../../../src/import/files/csv-splitter.ts";
import { rounds } from "../../helpers/rounds.ts";
import { fileOf } from "../formats/reading.ts";

const rowCharactersMax = 1024 * 1024;

/** Returns the rows of a text that comes in pieces of this many bytes. */
function rowsOf(text: string, bytesAtOnce = Number.POSITIVE_INFINITY) {
  const splitter = new CsvSplitter();
  const bytes = Buffer.from(text);
  const rows: (readonly string[] | undefined)[] = [];
  for (let at = 0; at < bytes.length; at += bytesAtOnce) {
    rows.push(...splitter.push(bytes.subarray(at, at + bytesAtOnce)));
  }
  return [...rows, ...splitter.end()];
}

/** Returns the rows, which must not depend on the pieces that they come in. */
function cut(text: string) {
  const rows = rowsOf(text);
  for (const size of [1, 2, 3, 7]) expect(rowsOf(text, size)).toEqual(rows);
  return rows;
}

describe("CSV is cut into rows", () => {
  test.each([
    ["", []],
    ["a,b", [["a", "b"]]],
    ["a,b\n", [["a", "b"]]],
    [
      "\uFEFFa,b\r\n1,2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ['\uFEFF"a","b"\r\n', [["a", "b"]]],
    [
      "a,\n,b\n,\n",
      [
        ["a", ""],
        ["", "b"],
        ["", ""],
      ],
    ],
    [
      "a,b\n\n\r\n1,2\n\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ['"a,b","c""d","e\nf","g\r\nh",""\n', [["a,b", 'c"d', "e\nf", "g\r\nh", ""]]],
    ['"""",""""""\n', [['"', '""']]],
    ["ü,漢,🦶\n", [["ü", "漢", "🦶"]]],
    ["a ,\tb\n", [["a ", "\tb"]]],
  ])("%j", (text, rows) => {
    expect(cut(text)).toEqual(rows);
  });

  test("LF and CRLF may be mixed, behind quotes, too", () => {
    const rows = [
      ["a", "b"],
      ["1", "2"],
      ["3", "4"],
      ["5", "6"],
    ];
    expect(cut('a,b\n1,2\r\n3,"4"\r\n5,6')).toEqual(rows);
    expect(cut('a,"b"\r\n1,2\n3,"4"\n5,6\r\n')).toEqual(rows);
  });
});

describe("a stray quote breaks its own row at most", () => {
  test.each([
    [
      "amid a cell",
      '5" screen,1\n2,3\n',
      [
        ['5" screen', "1"],
        ["2", "3"],
      ],
    ],
    [
      "before more text",
      '"a"b,1\n2,3\n',
      [
        ['"a"b', "1"],
        ["2", "3"],
      ],
    ],
    [
      "before a blank",
      '"a" ,1\n2,3',
      [
        ['"a" ', "1"],
        ["2", "3"],
      ],
    ],
    [
      "before more text in the last line",
      '2,3\n"a"b,1',
      [
        ["2", "3"],
        ['"a"b', "1"],
      ],
    ],
    ["that is never closed", 'a,"1\n2,3\n4,5', [undefined, ["2", "3"], ["4", "5"]]],
    ["in the last line", 'a,1\n2,"', [["a", "1"], undefined]],
    ["before a quoted cell", 'a,"1\n"2",3\n', [undefined, ["2", "3"]]],
    ["behind several lines", '"a\nb","1\n2,3\n', [undefined, ["2", "3"]]],
  ])("%s", (_where, text, rows) => {
    expect(cut(text)).toEqual(rows);
  });

  test("that is closed too far away", () => {
    const line = `${"x".repeat(999)}\n`;
    const rows = rowsOf(`a,"b\n${line.repeat(1_100)}1,"2"\n`, 65_536);
    expect(rows).toHaveLength(1_102);
    expect([rows[0], rows.at(-1)]).toEqual([undefined, ["1", "2"]]);
  });
});

test("a row of a mebibyte is whole, and a longer one is given up alone", () => {
  const cell = "x".repeat(rowCharactersMax - 2);
  for (const [text, row] of [
    [`${cell},y`, [cell, "y"]],
    [`${cell},${"y".repeat(4)}`, undefined],
    [`"${cell}${cell}",y`, undefined],
  ] as const) {
    expect(rowsOf(`a,b\n${text}`, 65_536)).toEqual([["a", "b"], row]);
    expect(rowsOf(`a,b\n${text}\n1,2\n`, 65_536)).toEqual([["a", "b"], row, ["1", "2"]]);
  }
});

test("whatever is written as CSV is read again", () => {
  const pieces = ["a", "ü", '"', ",", "\n", "\r\n", " ", "", "'"];
  const pick = (max: number) => Math.floor(Math.random() * max);
  for (let round = 0; round < 300 * rounds; round += 1) {
    const rows = Array.from({ length: 1 + pick(6) }, () =>
      Array.from({ length: 2 + pick(3) }, () =>
        Array.from({ length: pick(5) }, () => pieces[pick(pieces.length)]).join(""),
      ),
    );
    const quote = (cell: string) =>
      /["\r\n,]/.test(cell) || pick(2) === 0 ? `"${cell.replaceAll('"', '""')}"` : cell;
    const text = rows.map((row) => row.map(quote).join(",") + ["\n", "\r\n"][pick(2)]).join("");
    for (const size of [1, 3, 1_000]) expect(rowsOf(text, size), text).toEqual(rows);
  }
});

// Time that grew with the square of the size would be beyond the timeout of a test.
test("three megabytes in pieces are cut, whatever the quotes are", () => {
  for (const line of ['a,"\n', '",""\n', '"""\n', ',"x\n', '""",\n', '"', '""', ',"""a', "x"]) {
    const bytes = Buffer.from(line.repeat(Math.ceil((3 * rowCharactersMax) / line.length)));
    const splitter = new CsvSplitter();
    let rows = 0;
    for (let at = 0; at < bytes.length; at += 100) {
      rows += splitter.push(bytes.subarray(at, at + 100)).length;
    }
    expect(rows + splitter.end().length, JSON.stringify(line)).toBeGreaterThan(0);
  }
});

test("rows of another length than the header have no cells", async () => {
  const rows = [];
  const file = fileOf("x.csv", ' a ,b\n1,2\n3\n4,5,6\n7,"8\n9\n10,"11"');
  for await (const some of csvRows(file)) rows.push(...some);
  expect(rows.map((row) => row && Object.fromEntries(row.entries()))).toEqual([
    { a: "1", b: "2" },
    undefined,
    undefined,
    undefined,
    undefined,
    { a: "10", b: "11" },
  ]);
});
