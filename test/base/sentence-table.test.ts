import { describe, expect, test } from "vitest";
import { fieldError, fieldErrors } from "../../src/base/field-errors.ts";
import { sentenceTable } from "../../src/base/sentence-table.ts";
import { AccessLogRefused } from "../../src/import/access-log/open-log.ts";
import { ImportFailed, ImportRefused } from "../../src/import/problems.ts";
import { deliveryProblem, deliveryProblems } from "../../src/model/delivery-problems.ts";
import {
  fileProblem,
  fileProblems,
  importProblem,
  importProblems,
} from "../../src/model/import-problems.ts";
import { DeliveryFailed } from "../../src/notifications/deliveries/delivery-failed.ts";

type Say = (code: string, parts: object) => string;

const hostile = 'a ("quoted")\nname.csv';
const parts = {
  min: 1,
  max: 1_000,
  kind: "segment",
  kinds: "segments",
  sources: "umami, matomo",
  text: "10.0.0.0/99",
  name: hostile,
  file: hostile,
  entry: "a/b.csv",
  other: "b.csv",
  broken: 2_000,
  lines: 3_000,
  rows: 3_000,
  fields: "c-ip, time",
  formats: "combined, caddy",
  columns: "date, page",
  websites: "1, 2",
  options: "format",
  source: "matomo",
  version: "1",
  day: "2026-11-01",
  path: "/api/v1/websites/{id}/events",
  status: 500,
  seconds: 10,
  domain: "example.com",
  host: "10.0.0.1",
  rights: "read, write",
  reports: "overview, goals",
  names: "browser, page",
};

/** The tables in the order in which the dashboard looks for a sentence. */
const tables = { fieldErrors, deliveryProblems, importProblems };
const reasons = fileProblems.codes.map((code) => (fileProblem as Say)(code, parts));
const sentences = Object.entries(tables).flatMap(([name, { codes, say }]) =>
  codes.flatMap((code) => {
    const why = (say as Say)(code, { why: "" }) !== (say as Say)(code, { why: "why" });
    return (why ? reasons : [""]).map((reason) => ({
      name,
      code,
      reason,
      sentence: (say as Say)(code, { ...parts, why: reason }),
    }));
  }),
);

test.each(sentences)("$name.$code is found again in “$sentence”", ({ name, code, ...said }) => {
  expect(said.sentence).not.toMatch(/[{}]/.test(said.reason) ? /\{\w+\}(?!\/events)/ : /[{}]/);
  const found = Object.entries(tables).flatMap(([table, { read }]) => {
    const read_ = read(said.sentence);
    return read_ === undefined ? [] : [{ table, ...read_ }];
  });
  expect(found[0]).toMatchObject({ table: name, code });
  for (const [part, text] of Object.entries(found[0]?.parts ?? {})) {
    const given = part === "why" ? said.reason : parts[part as keyof typeof parts];
    expect(text).toBe(given.toLocaleString("en"));
  }
});

test.each(fileProblems.codes)("the reason %s is found again in its sentence", (code) => {
  expect(fileProblems.read((fileProblem as Say)(code, parts))?.code).toBe(code);
});

describe("a table", () => {
  const inner = sentenceTable({ broken: "it is broken", size: "it has {max} bytes" });
  const outer = sentenceTable({ file: "{file}: {why}", other: "{file} is odd" }, inner);

  test("reads the first sentence that fits, with its parts", () => {
    expect(outer.read("a: b: it has 5 bytes")).toEqual({
      code: "file",
      parts: { file: "a: b", why: "it has 5 bytes" },
    });
    expect(outer.read("a: b is odd")?.code).toBe("other");
    expect(outer.read(": it is broken")?.parts).toEqual({ file: "", why: "it is broken" });
  });

  test("does not read what is no sentence of it", () => {
    expect(outer.read("a: it is fine")).toBeUndefined();
    expect(outer.read("a is odd.")).toBeUndefined();
    expect(fieldErrors.read("must be a purple cow")).toBeUndefined();
  });
});

// The checks are those of `npm run types`: a line without its error fails it.
test("a problem that is in no table is a wrong type", () => {
  const text = "It is broken.";
  // @ts-expect-error it has no code
  expect(new ImportFailed(text).problem).toBe(text);
  // @ts-expect-error it has no code
  expect(new ImportRefused(text).message).toBe(text);
  // @ts-expect-error it has no code
  expect(new DeliveryFailed(text).message).toBe(text);
  // @ts-expect-error it has no code
  expect(new AccessLogRefused("a.log", text).problem).toBe(`Cannot import a.log: ${text}`);
  // @ts-expect-error it is of another table
  expect(new ImportFailed(deliveryProblem("closed")).problem).toBe("the connection was closed");
  // @ts-expect-error a reason is of the table of files
  expect(importProblem("file", { file: "a", why: deliveryProblem("closed") })).toContain("a: ");
  expect(new ImportRefused(fieldError("files_empty")).field).toBe("file");
});
