import { expect, test } from "vitest";

import { compilePageRules, type PageRule } from "../../src/base/page-rules.ts";
import { bind, sql } from "../../src/clickhouse/sql.ts";
import { renamedPageSql } from "../../src/counting/page-rules.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { rounds } from "../helpers/rounds.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);

const texts = ["a", "a", "b", "", "A", "a.b", "é", "%C3", "a+", "(b", "[c]", "\\", "a|b", "^", "$"];
const written = [...texts, "*", "*", "*", "a*", "*b", "{2}", "'", ":id", "-", "\\d"];
const rests = ["", "", "?", "?a=/b", "#c", "?a#/b", "#?a"];

function one<T>(from: readonly T[]): T {
  return from[Math.floor(Math.random() * from.length)] as T;
}

function path(from: readonly string[]): string {
  const length = Math.floor(Math.random() * 4);
  return `/${Array.from({ length: length + 1 }, () => one(from)).join("/")}`;
}

function randomRule(): PageRule {
  const match = path(written) + one(["", "", "/**"]);
  return { match, page: path(written), keepsQuery: Math.random() < 0.7 };
}

test("the store gives pages the same names as the way of events", async () => {
  for (let round = 0; round < 20 * rounds; round += 1) {
    const rules = Array.from({ length: Math.floor(Math.random() * 6) }, randomRule);
    const pages = ["", "a", "?", "/\n", "/a\nb", ...Array.from({ length: 200 }, () => path(texts))];
    const asked = pages.map((page) => page + one(rests));
    const rows = await footfall.server.store.db.rows<{ renamed: string }>(sql`
      SELECT ${renamedPageSql(rules, sql`page`)} AS renamed
      FROM (SELECT arrayJoin(${bind("Array(String)", asked)}) AS page)`);
    const rename = compilePageRules(rules);
    expect(
      rows.map(({ renamed }) => renamed),
      JSON.stringify(rules),
    ).toEqual(asked.map(rename));
  }
});

test("the store takes as many rules as there can be, of the longest texts", async () => {
  const rules = Array.from({ length: 50 }, (_, n) => ({
    match: `/${n}${"語".repeat(195)}/*`,
    page: `/${"'\\".repeat(100)}`,
    keepsQuery: true,
  }));
  const page = bind("String", `/49${"語".repeat(195)}/1?q`);
  const renamed = renamedPageSql(rules, sql`page`);
  const rows = await footfall.server.store.db.rows(
    sql`SELECT ${renamed} AS renamed FROM (SELECT materialize(${page}) AS page)`,
  );
  expect(rows).toEqual([{ renamed: `/${"'\\".repeat(100)}?q` }]);
});
