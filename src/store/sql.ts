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

/** The parts in a row, with `separator` between them. */
export function join(parts: readonly Sql[], separator: string): Sql {
  return { chunks: parts.flatMap(({ chunks }, i) => (i === 0 ? chunks : [separator, ...chunks])) };
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
