/**
 * SQL text and the values in it, kept apart until ClickHouse joins them.
 *
 * Only the functions below make one. The template takes only other `Sql`, so text that came with a
 * request cannot become part of a statement: it does not compile. Values go through `bind`, names
 * of tables and columns through `identifier`.
 *
 * @example
 * function ofWebsite(id: number): Sql {
 *   return sql`website_id = ${bind("UInt32", id)}`;
 * }
 */
export interface Sql {
  readonly [chunks]: readonly (string | Bound)[];
}

/** Is not exported: no other file can write an object that is an `Sql`. */
const chunks = Symbol("chunks");

interface Bound {
  readonly type: BoundType;
  readonly value: unknown;
}

type BoundType =
  | "String"
  | "UUID"
  | "Date"
  | "Int32"
  | "Int64"
  | "UInt8"
  | "UInt32"
  | "UInt64"
  | "DateTime"
  | "DateTime64(3)"
  | "Array(Date)"
  | "Array(String)"
  | "Array(UInt32)"
  | "Array(UUID)";

/**
 * Returns the template's text with the parts in its holes.
 *
 * @example
 * const sinceMay = sql`date >= ${bind("Date", "2026-05-01")}`;
 * db.rows(sql`SELECT count() AS events FROM events WHERE ${sinceMay}`);
 */
export function sql(texts: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  return {
    [chunks]: texts.flatMap((text, i) => [
      ...(i === 0 ? [] : (parts[i - 1]?.[chunks] ?? [])),
      text,
    ]),
  };
}

/**
 * Returns a placeholder that ClickHouse fills with the value, whatever its text is.
 *
 * @example
 * sql`SELECT * FROM events WHERE page = ${bind("String", page)}`
 */
export function bind(type: BoundType, value: unknown): Sql {
  return { [chunks]: [{ type, value }] };
}

/**
 * Returns the name of a table, a column or the like. Throws if it has anything but letters, digits
 * and underscores, or begins with a digit.
 *
 * @example
 * sql`SELECT ${join(["website_id", "date"].map(identifier), ", ")} FROM ${identifier("events")}`
 */
export function identifier(name: string): Sql {
  if (!/^[a-z_][a-z0-9_]*$/i.test(name)) throw new Error(`not a name in SQL: ${name}`);
  return { [chunks]: [name] };
}

/**
 * Returns the text as it is. Only for whole statements that contain nothing of a request: those of
 * `schema/`, of the tables in a backup, of tests and of benches.
 * `test/layout.test.ts` keeps others from it.
 *
 * @example
 * statement(await readFile("schema/0001-baseline.sql", "utf8"))
 */
export function statement(text: string): Sql {
  return { [chunks]: [text] };
}

/**
 * Returns a point in time, as `time` in `events` has it.
 *
 * @example
 * sql`SELECT count() FROM events WHERE time > ${moment(Date.now() - 60_000)}`
 */
export function moment(ms: number): Sql {
  return bind("DateTime64(3)", ms / 1000);
}

/**
 * Returns the parts in a row, with `separator` between them. A separator that is not a literal does
 * not compile.
 *
 * @example
 * join([sql`visitors > 0`, sql`pageviews > 0`], " OR ") // visitors > 0 OR pageviews > 0
 */
export function join<Text extends string>(
  parts: readonly Sql[],
  separator: string extends Text ? never : Text,
): Sql {
  return {
    [chunks]: parts.flatMap((part, i) => (i === 0 ? part[chunks] : [separator, ...part[chunks]])),
  };
}

/** ClickHouse takes no bound value of more than 128 KiB. */
const boundBytesMax = 100_000;

/**
 * Returns the condition `column IN (values)`, however many values there are.
 *
 * @example
 * sql`SELECT sum(visitors) FROM rollup_values WHERE ${isOneOf(sql`run`, "Array(UUID)", runs)}`
 */
export function isOneOf(
  column: Sql,
  type: "Array(Date)" | "Array(UUID)" | "Array(String)",
  values: readonly string[],
): Sql {
  const lists: string[][] = [[]];
  let bytes = 0;
  for (const value of values) {
    // Escaped, a character takes at most twelve bytes in a URL; and there is a comma.
    bytes += type === "Array(String)" ? 12 * value.length + 6 : value.length + 3;
    if (bytes > boundBytesMax) {
      lists.push([]);
      bytes = 0;
    }
    lists.at(-1)?.push(value);
  }
  const conditions = lists.map((list) => sql`${column} IN ${bind(type, list)}`);
  return sql`(${join(conditions, " OR ")})`;
}

const literalTypes = { UInt32: /^\d+$/, UInt64: /^\d+$/, Date: /^[\d-]+$/, UUID: /^[\da-f-]+$/ };

/**
 * Returns the values as a list in the text of the statement, where bound values would be too long.
 * `RunOptions.queryBytesMax` lets a long text through. Throws for a value that is none of the type.
 *
 * @example
 * sql`visitor IN ${literals("UInt64", ["18446744073709551615"])}`
 */
export function literals(
  type: keyof typeof literalTypes,
  values: readonly (number | string)[],
): Sql {
  const texts = values.map((value) => {
    if (!literalTypes[type].test(String(value))) throw new Error(`not a ${type}: ${value}`);
    return type === "UInt32" || type === "UInt64" ? String(value) : `'${value}'`;
  });
  return { [chunks]: [`CAST([${texts.join(",")}], 'Array(${type})')`] };
}

/**
 * Returns the statement with `{p0:Type}` placeholders, and their values by name. Equal texts and
 * numbers have one placeholder, as ClickHouse takes 1,000 at most.
 *
 * @example
 * render(sql`SELECT ${bind("UInt32", 7)}`).query // SELECT {p1:UInt32}
 */
export function render(command: Sql): { query: string; query_params: Record<string, unknown> } {
  const query_params: Record<string, unknown> = {};
  const names = new Map<string, string>();
  const texts = command[chunks].map((chunk, i) => {
    if (typeof chunk === "string") return chunk;
    const { type, value } = chunk;
    // Lists are few, and long to compare.
    const key = Array.isArray(value) ? `list ${i}` : `${type} ${value}`;
    const name = names.get(key) ?? `p${i}`;
    names.set(key, name);
    query_params[name] = value;
    return `{${name}:${type}}`;
  });
  return { query: texts.join(""), query_params };
}

const escapes: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/**
 * Returns the text of a bound value as ClickHouse takes it beside a statement.
 *
 * @example
 * textOf(["it's"]) // ['it\\'s']
 */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => (typeof item === "string" ? `'${textOf(item)}'` : item));
    return `[${items.join(",")}]`;
  }
  return String(value).replaceAll(
    /[\\'\t\n\r]/g,
    (character) => escapes[character] ?? `\\${character}`,
  );
}
