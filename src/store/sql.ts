/**
 * SQL text and the values in it, kept apart until ClickHouse joins them.
 *
 * A template takes only other `Sql`, so text that came with a request cannot become part of a
 * query: it does not compile. `bind` makes a placeholder that the server fills in.
 */
export interface Sql {
  readonly chunks: readonly (string | Bound)[];
}

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

export function sql(texts: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  return {
    chunks: texts.flatMap((text, i) => [...(i === 0 ? [] : (parts[i - 1]?.chunks ?? [])), text]),
  };
}

export function bind(type: BoundType, value: unknown): Sql {
  return { chunks: [{ type, value }] };
}

/** A point in time, as `time` in `events` has it. */
export function moment(ms: number): Sql {
  return bind("DateTime64(3)", ms / 1000);
}

/** The parts in a row, with `separator` between them. */
export function join(parts: readonly Sql[], separator: string): Sql {
  return { chunks: parts.flatMap(({ chunks }, i) => (i === 0 ? chunks : [separator, ...chunks])) };
}

/** ClickHouse takes no bound value of more than 128 KiB; a UUID in a list takes 39 bytes. */
const boundValuesMax = 2_000;

/** `column IN (values)`, however many there are. `column` is one of ours. */
export function isOneOf(
  column: Sql,
  type: "Array(Date)" | "Array(UUID)",
  values: readonly string[],
): Sql {
  const conditions: Sql[] = [];
  for (let i = 0; i === 0 || i < values.length; i += boundValuesMax) {
    conditions.push(sql`${column} IN ${bind(type, values.slice(i, i + boundValuesMax))}`);
  }
  return sql`(${join(conditions, " OR ")})`;
}

/** The statement with `{p0:Type}` placeholders, and their values by name. */
export function render(statement: Sql): { query: string; query_params: Record<string, unknown> } {
  const query_params: Record<string, unknown> = {};
  const texts = statement.chunks.map((chunk, i) => {
    if (typeof chunk === "string") return chunk;
    query_params[`p${i}`] = chunk.value;
    return `{p${i}:${chunk.type}}`;
  });
  return { query: texts.join(""), query_params };
}
