import { expect, test } from "vitest";

import { Decimal } from "../../../src/base/decimal.ts";
import { csvTable } from "../../../src/http/answers/csv-table.ts";
import { formulas, harmless } from "../../stats/export/formulas.ts";

const columns = ["text"];
const toRecord = (text: unknown) => ({ text });

test.each([true, false])("texts of a table are safe if they have to be: %s", async (isSafe) => {
  const items = [...formulas, ...harmless];
  const lines = items.map((text) => {
    const hasApostrophe = isSafe && formulas.includes(text);
    return `"${hasApostrophe ? "'" : ""}${text}"\r\n`;
  });

  expect(await csvTable({ columns, items, toRecord, isSafe })).toBe(`text\r\n${lines.join("")}`);
});

test("numbers, lists and objects of a safe table stand as they are", async () => {
  const items = [-1, new Decimal("-1.5"), ["=1"], { "=1": "=1" }, null];
  const lines = ["-1", "-1.5", '"[""=1""]"', '"{""=1"":""=1""}"', ""];

  expect(await csvTable({ columns, items, toRecord, isSafe: true })).toBe(
    `text\r\n${lines.map((line) => `${line}\r\n`).join("")}`,
  );
});
