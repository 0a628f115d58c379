import { expect, test } from "vitest";

import { bind, identifier, join, render, type Sql, sql } from "../../src/clickhouse/sql.ts";

test("values are bound, and names and templates are the statement's text", () => {
  const statement = sql`SELECT ${identifier("page")} FROM events WHERE page = ${bind("String", "'")}`;

  expect(render(statement)).toEqual({
    query: "SELECT page FROM events WHERE page = {p3:String}",
    query_params: { p3: "'" },
  });
});

test.each(["", "1a", "a b", "a.b", "a`", "a'", "a;", "é", "a\n"])("%j is no name", (name) => {
  expect(() => identifier(name)).toThrow("not a name in SQL");
});

test("text does not become SQL: it does not compile", () => {
  const text = "DROP TABLE events" as string;
  // @ts-expect-error: an object is no Sql
  const made: Sql = { chunks: [text] };
  // @ts-expect-error: a template takes only Sql
  const holed = sql`${text}`;
  // @ts-expect-error: a separator is a literal
  const joined = join([sql`1`, sql`2`], text);

  expect(() => render(made)).toThrow(TypeError);
  expect(render(holed).query).toBe("");
  expect(render(joined).query).toBe("1DROP TABLE events2");
});
