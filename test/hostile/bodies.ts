import { gzipSync } from "node:zlib";
import fc from "fast-check";

import type { Operation, Schema } from "../helpers/api-document.ts";
import { hostileJson } from "./json.ts";
import type { Change } from "./mutations.ts";
import type { SchemaValues } from "./schema-values.ts";
import { hostileText, percentEncode, repeated, share } from "./texts.ts";
import { type Parts, utf8 } from "./wire.ts";

type Contents = NonNullable<Operation["requestBody"]>["content"];

/** Draws a body of one of the operation's content types, with a fault in it. */
export function bodyChange(
  { content }: { readonly content: Contents },
  values: SchemaValues,
  bytesMax: number,
): fc.Arbitrary<Change> {
  const list = Object.values(content).find(
    ({ schema }) => values.resolve(schema)["type"] === "array",
  );
  const bodyOf = (type: string, schema: Schema): fc.Arbitrary<string> => {
    if (type.includes("form")) return formBody(schema, values, bytesMax);
    if (type.includes("ndjson") && list !== undefined) {
      return ndjsonBody(values.broken(list.schema, bytesMax));
    }
    return values.broken(values.inner(schema), bytesMax).map(utf8);
  };
  const bodies = Object.entries(content).map(([type, { schema }]) =>
    bodyOf(type, schema).map((body) => withBody(type, body)),
  );
  return fc.oneof(...bodies);
}

function withBody(type: string, body: string): Change {
  return (parts) => ({
    ...parts,
    headers: [...parts.headers.filter(([name]) => name !== "Content-Type"), ["Content-Type", type]],
    body,
  });
}

/** Draws the elements of the lists as lines. */
function ndjsonBody(lists: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(lists, fc.constantFrom("\n", "\r\n", "\n\n", "\u2028"))
    .map(([text, end]) => utf8(text.slice(1, -1).replaceAll("},{", `}${end}{`)));
}

const formUnits = ["a&", "&", "=", "a=&", "%", "a[]=b&", "__proto__=1&", "a[b][c]=1&"];

function formBody(schema: Schema, values: SchemaValues, bytesMax: number): fc.Arbitrary<string> {
  const names = Object.keys(values.resolve(schema)["properties"] ?? {});
  const pair = fc
    .tuple(
      fc.constantFrom(...names, "__proto__", "a[b]"),
      hostileText(bytesMax / 3).map(percentEncode),
    )
    .map(([name, value]) => `${name}=${value}`);
  const pairs = fc.array(pair, { minLength: 1, maxLength: 4 }).map((some) => some.join("&"));
  return fc.oneof(pairs, repeated(formUnits, bytesMax));
}

const contentTypes = [
  "application/json",
  "application/json; charset=utf-16",
  'application/json; charset="utf-7',
  `application/json${";".repeat(5_000)}`,
  `application/json; ${'a="b";'.repeat(1_500)}`,
  "application/x-ndjson",
  "application/x-www-form-urlencoded",
  "application/x-www-form-urlencoded; charset=x",
  "text/plain",
  "text/plain;",
  "text/html",
  "multipart/form-data; boundary=x",
  "application/octet-stream",
  "application/__proto__",
  "*/*",
  "/",
  "",
  "\u00ff",
];
/** The last ones are bytes that are no UTF-8. */
const bodyUnits = [
  "x\n",
  "\n",
  "{}\n",
  "[",
  '{"a":',
  "1,",
  '"',
  "\0",
  " ",
  "{\n",
  "[]\n",
  "a=b&",
  "--x\r\n",
  "\u00ff",
  "\u00ed\u00a0\u0080",
];
const beyondBytes = 2 * 1024 ** 2;

/** Draws any content type with any body: most are neither JSON nor a form nor text. */
export function otherBodyChange(bytesMax: number): fc.Arbitrary<Change> {
  const bytes = fc
    .uint8Array({ maxLength: 200 })
    .map((some) => Buffer.from(some).toString("latin1"));
  const body = fc.oneof(
    { arbitrary: repeated(bodyUnits, bytesMax), weight: 4 },
    { arbitrary: hostileJson(bytesMax).map(utf8), weight: 2 },
    { arbitrary: bytes, weight: 1 },
    // The server takes no such body: it reads it and throws it away.
    { arbitrary: share.map((part) => "x".repeat(bytesMax + part * beyondBytes)), weight: 1 },
  );
  return fc
    .tuple(fc.constantFrom(...contentTypes), body)
    .map(([type, text]) => withBody(type, text));
}

/**
 * Draws a change that compresses, chunks or cuts off the body, or gives it another encoding than
 * its headers say.
 */
export function encodingChange(bytesMax: number): fc.Arbitrary<Change> {
  const change =
    (encode: (body: string) => string, ...headers: Parts["headers"]): Change =>
    (parts) => ({
      ...parts,
      headers: [...parts.headers, ...headers],
      body: encode(parts.body ?? ""),
    });
  const same = (text: string) => text;
  const gzipped = ["Content-Encoding", "gzip"] as const;
  const chunked = ["Transfer-Encoding", "chunked"] as const;
  const longChunk = (text: string) =>
    `${text.length.toString(16)};${"a=b;".repeat(2_000)}\r\n${text}\r\n0\r\n\r\n`;
  return fc.constantFrom(
    change(gzip, gzipped),
    change(() => gzip("0".repeat(bytesMax)), gzipped),
    change(same, gzipped),
    change(same, ["Content-Encoding", "br, gzip, __proto__"]),
    change((text) => Buffer.from(text, "utf16le").toString("latin1")),
    change((text) => `\u00ef\u00bb\u00bf${text}`),
    change((text) => `${text}\u00ff\u00fe`),
    change((text) => text.replaceAll("a", "\u00c0\u00af")),
    change((text) => text.slice(0, text.length / 2)),
    change((text) => inChunks(text.slice(0, 2_000), 1), chunked),
    change((text) => inChunks(text, 1_000), chunked),
    change(longChunk, chunked),
    change(same, ["Content-Length", "1"]),
    change(same, ["Content-Length", "18446744073709551616"]),
    change(same, ["Content-Length", "-1"]),
  );
}

function gzip(bytes: string): string {
  return gzipSync(Buffer.from(bytes, "latin1")).toString("latin1");
}

function inChunks(bytes: string, size: number): string {
  let chunks = "";
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.slice(at, at + size);
    chunks += `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
  }
  return `${chunks}0\r\n\r\n`;
}
