import { gzipSync } from "node:zlib";
import fc from "fast-check";

import {
  type ApiDocument,
  type Operation,
  operationsOf,
  type Parameter,
} from "../helpers/api-document.ts";
import { hostileHeader } from "./headers.ts";
import { hostileJson, SchemaValues } from "./json.ts";
import { hostileText, percentEncode } from "./texts.ts";
import { type HostileRequest, type Parts, toWire, utf8 } from "./wire.ts";

/** What requests may be about. */
export interface World {
  readonly apiKey: string;
  /** Ids of websites that stay as they are, of those that may be changed, and of those that may be deleted. */
  readonly ids: Readonly<Record<"kept" | "changed" | "deleted", readonly number[]>>;
  /** The id of the website that they must leave alone. */
  readonly goodId: number;
  readonly domains: readonly string[];
}

/** A source of requests of one kind. */
export interface Surface {
  readonly name: string;
  readonly requests: fc.Arbitrary<HostileRequest>;
}

/** Of a request's head, which may have 16 KiB in all. */
const targetBytesMax = 15_500;
const bodyBytesMax: Readonly<Record<string, number>> = {
  "POST /api/event": 16 * 1024,
  "POST /api/send": 16 * 1024,
  "POST /api/v1/websites/{id}/events": 5 * 1024 ** 2,
};
const usualBodyBytesMax = 64 * 1024;

type Change = (parts: Parts) => Parts;
type Draw<T> = fc.Arbitrary<T>;

/** What answers without being in the document. */
const hiddenRoutes = [
  "GET /",
  "GET /{domain}",
  "GET /assets/{domain}",
  "GET /unsubscribe/{domain}",
  "POST /unsubscribe/{domain}",
  "POST /nowhere",
  "DELETE /api/v1/nowhere",
  "HEAD /shared/{domain}/stats",
];
const hidden: Operation = { operationId: "", summary: "", tags: [], responses: {} };

/** One source for each operation of the API's document, and for each route that is not part of it. */
export function surfacesOf(document: ApiDocument, world: World): Surface[] {
  const operations = [
    ...operationsOf(document),
    ...hiddenRoutes.map((name) => [name, hidden] as const),
  ];
  return operations.map(([name, operation]) => ({
    name,
    requests: requestsOf(name, operation, { world, values: new SchemaValues(document) }),
  }));
}

interface Scene {
  readonly world: World;
  readonly values: SchemaValues;
}

/** A request that is right but for the one part, or the two, that are hostile. */
function requestsOf(name: string, operation: Operation, scene: Scene): Draw<HostileRequest> {
  const [method = ""] = name.split(" ");
  const focuses = focusesOf(name, operation, scene);
  const base = fc.tuple(
    validTarget(name, operation, scene),
    validBody(operation, scene),
    authorization(scene.world),
    fc.ipV4(),
  );
  return base.chain(([target, { type, body }, key, address]) => {
    const headers = [
      ...key,
      // The limits of one address would refuse most requests early.
      ["X-Forwarded-For", address] as const,
      ...(type === undefined ? [] : [["Content-Type", type] as const]),
    ];
    const parts: Parts = { method, target, headers, body };
    return fc
      .array(fc.constantFrom(...focuses), { minLength: 1, maxLength: 2 })
      .chain((drawn) =>
        fc.tuple(
          ...drawn.map((focus) => focus.change.map((change) => [focus.name, change] as const)),
        ),
      )
      .map((changes) => ({
        kind: `${name}, ${[...new Set(changes.map(([focus]) => focus))].sort().join(" and ")}`,
        wire: toWire(changes.reduce((changed, [, change]) => change(changed), parts)),
      }));
  });
}

interface Focus {
  readonly name: string;
  readonly change: Draw<Change>;
}

function focusesOf(name: string, operation: Operation, scene: Scene): Focus[] {
  const path = name.slice(name.indexOf(" ") + 1);
  const named = (parameter: string) =>
    (operation.parameters ?? []).filter((one) => one.in === parameter);
  const focuses: Focus[] = [
    { name: "query", change: queryChange(named("query")) },
    { name: "header", change: headerChange(named("header")) },
  ];
  if (path.includes("{")) focuses.push({ name: "path", change: pathChange(path, scene.world) });
  if (operation.requestBody === undefined) return focuses;
  const bytesMax = bodyBytesMax[name] ?? usualBodyBytesMax;
  const body = { name: "body", change: bodyChange(operation, scene, bytesMax) };
  return [
    ...focuses,
    body,
    body,
    body,
    { name: "no such body", change: otherBodyChange(bytesMax) },
    { name: "encoding", change: encodingChange(bytesMax) },
  ];
}

/** Mostly the right key: who has none does not get far. */
function authorization({ apiKey }: World): Draw<readonly (readonly [string, string])[]> {
  const header = (value: string) => [["Authorization", value] as const];
  return fc.oneof(
    { arbitrary: fc.constant(header(`Bearer ${apiKey}`)), weight: 8 },
    { arbitrary: fc.constant([]), weight: 3 },
    { arbitrary: fc.constantFrom("Bearer x", "Basic eDp4", "Bearer", "").map(header), weight: 1 },
  );
}

function validTarget(route: string, operation: Operation, { world, values }: Scene): Draw<string> {
  const parameters = (operation.parameters ?? []).filter((one) => one.in === "query");
  const pairs = parameters.map((parameter) => pairsOf(parameter, values));
  const query = fc.tuple(...pairs).map((all) => all.flat().join("&"));
  return fc
    .tuple(validPath(route, world), query)
    .map(([filled, text]) => (text === "" ? filled : `${filled}?${text}`));
}

function validPath(route: string, { ids, domains }: World): Draw<string> {
  const [method = "", path = ""] = route.split(" ");
  const use = method === "DELETE" ? "deleted" : /^(PUT|PATCH)$/.test(method) ? "changed" : "kept";
  return fc
    .tuple(fc.constantFrom(...ids[use]), fc.constantFrom(...domains))
    .map(([id, domain]) => path.replace("{domain}", domain).replace(/\{\w+\}/, String(id)));
}

/** Required parameters are there, of the others some. */
function pairsOf(parameter: Parameter, values: SchemaValues): Draw<string[]> {
  const { name, example, schema } = parameter;
  const isRequired = Reflect.get(parameter, "required") === true;
  const value = example === undefined ? values.valid(schema) : fc.constant(example);
  const pairs = value.map((one) =>
    typeof one === "object" && one !== null
      ? Object.entries(one).map(([key, inner]) => `${name}[${key}]=${percentEncode(String(inner))}`)
      : [`${name}=${percentEncode(String(one))}`],
  );
  return isRequired ? pairs : fc.oneof({ arbitrary: fc.constant<string[]>([]), weight: 5 }, pairs);
}

function validBody(
  { requestBody }: Operation,
  { values }: Scene,
): Draw<{ type?: string; body?: string }> {
  if (requestBody === undefined) return fc.constant({});
  const [type, content] = Object.entries(requestBody.content).at(-1) ?? [];
  if (type === undefined || content === undefined) return fc.constant({});
  const schema =
    (content.schema["contentSchema"] as typeof content.schema | undefined) ?? content.schema;
  return values
    .valid(type.includes("ndjson") ? {} : schema)
    .map((value) => ({ type, body: utf8(JSON.stringify(value)) }));
}

/** Other values for the parameters; the same ones again; those that there are not. */
function queryChange(parameters: readonly Parameter[]): Draw<Change> {
  const names = parameters.map(({ name }) => name).filter((name) => name !== "filter");
  const name = fc.oneof(
    ...(names.length === 0 ? [] : [{ arbitrary: fc.constantFrom(...names), weight: 6 }]),
    {
      arbitrary: fc.constantFrom(
        "filter",
        "filter[browser]",
        "filter[page][]",
        "filter[__proto__]",
        "filter[constructor][prototype]",
        "filter[",
        "__proto__",
        "a",
      ),
      weight: 3,
    },
    { arbitrary: hostileText(200).map(percentEncode), weight: 1 },
  );
  const value = hostileText(5_000).map(percentEncode);
  const pair = fc.tuple(name, value).map(([key, text]) => `${key}=${text}`);
  const many = fc
    .tuple(
      fc.constantFrom(
        "&",
        "a&",
        "a=b&",
        "filter[browser]=a&",
        "filter[page][]=!a&",
        "%",
        "%zz&",
        "[",
        "page=1&",
        "a[]=&",
        "\u00ff",
        "+",
      ),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    .map(([unit, share]) => unit.repeat(Math.ceil((targetBytesMax / unit.length) * share)));
  return fc
    .oneof({ arbitrary: pair, weight: 4 }, { arbitrary: many, weight: 2 })
    .map((text) => (parts) => {
      const key = text.slice(0, text.indexOf("="));
      const [path = "", query = ""] = parts.target.split("?");
      const others = query
        .split("&")
        .filter((other) => other !== "" && !other.startsWith(`${key}=`));
      return {
        ...parts,
        target: `${path}?${[...others, text].join("&")}`.slice(0, targetBytesMax),
      };
    });
}

function pathChange(path: string, { goodId }: World): Draw<Change> {
  const isSafe = (text: string) => Number(decoded(text)) !== goodId;
  const encoded = hostileText(1_000).map(percentEncode);
  const raw = fc.constantFrom(
    "..",
    "%00",
    "%zz",
    "%",
    "%2e%2e%2f",
    ";",
    "1;2",
    "\u00ff\u00fe",
    "1/../2",
    "0",
    "-1",
    "99999999999",
    "1e0",
    "%F0%9F",
  );
  return fc
    .oneof(encoded, raw)
    .filter(isSafe)
    .map((text) => (parts) => {
      const [, query] = parts.target.split("?");
      const filled = path.replace(/\{\w+\}/, () => text).slice(0, targetBytesMax);
      return { ...parts, target: query === undefined ? filled : `${filled}?${query}` };
    });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function headerChange(parameters: readonly Parameter[]): Draw<Change> {
  return hostileHeader(parameters.map(({ name }) => name)).map((headers) => (parts) => {
    const names = new Set(headers.map(([name]) => name.toLowerCase()));
    const others = parts.headers.filter(([name]) => !names.has(name.toLowerCase()));
    return { ...parts, headers: [...others, ...headers] };
  });
}

/** Every content type of the operation, with a body of this type in which something is wrong. */
function bodyChange({ requestBody }: Operation, { values }: Scene, bytesMax: number): Draw<Change> {
  const contents = Object.entries(requestBody?.content ?? {});
  const list = contents.find(([, { schema }]) => values.resolve(schema)["type"] === "array");
  const drawn = contents.map(([type, { schema }]) => {
    const inner = (schema["contentSchema"] as typeof schema | undefined) ?? schema;
    if (type.includes("form"))
      return formBody(inner, values, bytesMax).map((body) => [type, body] as const);
    if (type.includes("ndjson") && list !== undefined) {
      return ndjsonBody(values.broken(list[1].schema, bytesMax)).map(
        (body) => [type, body] as const,
      );
    }
    return values.broken(inner, bytesMax).map((body) => [type, utf8(body)] as const);
  });
  return fc.oneof(...drawn).map(([type, body]) => withBody(type, body));
}

function withBody(type: string, body: string): Change {
  return (parts) => ({
    ...parts,
    headers: [...parts.headers.filter(([name]) => name !== "Content-Type"), ["Content-Type", type]],
    body,
  });
}

function ndjsonBody(list: Draw<string>): Draw<string> {
  return fc
    .tuple(list, fc.constantFrom("\n", "\r\n", "\n\n", "\u2028"))
    .map(([text, end]) => utf8(text.slice(1, -1).replaceAll("},{", `}${end}{`)));
}

function formBody(
  schema: Readonly<Record<string, unknown>>,
  values: SchemaValues,
  bytesMax: number,
): Draw<string> {
  const names = Object.keys(values.resolve(schema)["properties"] ?? {});
  const pair = fc
    .tuple(
      fc.constantFrom(...names, "__proto__", "a[b]"),
      hostileText(bytesMax / 3).map(percentEncode),
    )
    .map(([name, value]) => `${name}=${value}`);
  const many = fc
    .tuple(
      fc.constantFrom("a&", "&", "=", "a=&", "%", "a[]=b&", "__proto__=1&", "a[b][c]=1&"),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    .map(([unit, share]) => unit.repeat(Math.ceil((bytesMax / unit.length) * share)));
  return fc.oneof(
    fc.array(pair, { minLength: 1, maxLength: 4 }).map((pairs) => pairs.join("&")),
    many,
  );
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

/** Any content type with any body: much of it is none of JSON, a form or text. */
function otherBodyChange(bytesMax: number): Draw<Change> {
  const share = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(1));
  const repeated = fc
    .tuple(
      fc.constantFrom(
        "x\n",
        "\n",
        "{}\n",
        "[",
        '{"a":',
        "1,",
        '"',
        "\0",
        " ",
        "\u00ff",
        "\u00ed\u00a0\u0080",
        "{\n",
        "[]\n",
        "a=b&",
        "--x\r\n",
        "\ufeff",
      ),
      share,
    )
    .map(([unit, part]) => unit.repeat(Math.ceil((bytesMax / unit.length) * part)));
  const bytes = fc
    .uint8Array({ maxLength: 200 })
    .map((some) => Buffer.from(some).toString("latin1"));
  const body = fc.oneof(
    { arbitrary: repeated.map(toBytes), weight: 4 },
    { arbitrary: hostileJson(bytesMax).map(utf8), weight: 2 },
    { arbitrary: bytes, weight: 1 },
    // Larger than anything takes, so it is read and thrown away.
    { arbitrary: share.map((part) => "x".repeat(bytesMax + part * 2 * 1024 ** 2)), weight: 1 },
  );
  return fc
    .tuple(fc.constantFrom(...contentTypes), body)
    .map(([type, text]) => withBody(type, text));
}

/** Characters above a byte become UTF-8. */
function toBytes(text: string): string {
  return /[^\0-\xff]/.test(text) ? utf8(text) : text;
}

/** The body is compressed, chunked, cut off, or in another encoding than its headers say. */
function encodingChange(bytesMax: number): Draw<Change> {
  const body =
    (change: (body: string) => string, headers: Parts["headers"]): Change =>
    (parts) => ({
      ...parts,
      headers: [...parts.headers, ...headers],
      body: change(parts.body ?? ""),
    });
  const gzip = (text: string) => gzipSync(Buffer.from(text, "latin1")).toString("latin1");
  const bomb = gzip("0".repeat(bytesMax));
  const chunked = [["Transfer-Encoding", "chunked"]] as const;
  const chunks = (size: number) => (text: string) =>
    `${(text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [])
      .map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
      .join("")}0\r\n\r\n`;
  return fc.constantFrom(
    body(gzip, [["Content-Encoding", "gzip"]]),
    body(() => bomb, [["Content-Encoding", "gzip"]]),
    body((text) => text, [["Content-Encoding", "gzip"]]),
    body((text) => text, [["Content-Encoding", "br, gzip, __proto__"]]),
    body((text) => Buffer.from(text, "utf16le").toString("latin1"), []),
    body((text) => `\u00ef\u00bb\u00bf${text}`, []),
    body((text) => `${text}\u00ff\u00fe`, []),
    body((text) => text.replaceAll("a", "\u00c0\u00af"), []),
    body((text) => text.slice(0, text.length / 2), []),
    body((text) => chunks(1)(text.slice(0, 2_000)), chunked),
    body(chunks(1_000), chunked),
    body(
      (text) => `${text.length.toString(16)};${"a=b;".repeat(2_000)}\r\n${text}\r\n0\r\n\r\n`,
      chunked,
    ),
    body((text) => text, [["Content-Length", "1"]]),
    body((text) => text, [["Content-Length", "18446744073709551616"]]),
    body((text) => text, [["Content-Length", "-1"]]),
  );
}
