import fc from "fast-check";

import type { Operation, Parameter } from "../helpers/api-document.ts";
import { bodyChange, encodingChange, otherBodyChange } from "./bodies.ts";
import type { Fixtures } from "./fixtures.ts";
import { hostileHeader } from "./headers.ts";
import type { SchemaValues } from "./schema-values.ts";
import { hostileText, percentEncode, repeated } from "./texts.ts";
import type { Parts } from "./wire.ts";

export type Change = (parts: Parts) => Parts;

/** Makes a part of a request hostile. */
export interface Mutation {
  /** The name of the part. */
  readonly name: string;
  readonly change: fc.Arbitrary<Change>;
}

/** The whole head of a request may have 16 KiB. */
const targetBytesMax = 15_500;
const bodyBytesMax: Readonly<Record<string, number>> = {
  "POST /api/event": 16 * 1024,
  "POST /api/send": 16 * 1024,
  "POST /api/batch": 5 * 1024 ** 2,
  "POST /api/v1/websites/{id}/events": 5 * 1024 ** 2,
};
const usualBodyBytesMax = 64 * 1024;

/**
 * Returns the mutations that an operation's requests can have. If there is a body, it is mutated
 * more often than other parts.
 */
export function mutationsOf(
  name: string,
  operation: Operation,
  { fixtures, values }: { fixtures: Fixtures; values: SchemaValues },
): Mutation[] {
  const [, path = ""] = name.split(" ");
  const parametersIn = (place: string) =>
    (operation.parameters ?? []).filter((parameter) => parameter.in === place);
  const mutations: Mutation[] = [
    { name: "query", change: queryChange(parametersIn("query")) },
    { name: "header", change: headerChange(parametersIn("header")) },
  ];
  if (path.includes("{")) mutations.push({ name: "path", change: pathChange(path, fixtures) });
  if (operation.requestBody === undefined) return mutations;
  const bytesMax = bodyBytesMax[name] ?? usualBodyBytesMax;
  const body = { name: "body", change: bodyChange(operation.requestBody, values, bytesMax) };
  return [
    ...mutations,
    body,
    body,
    body,
    { name: "other body", change: otherBodyChange(bytesMax) },
    { name: "encoding", change: encodingChange(bytesMax) },
  ];
}

const oddParameters = [
  "filter",
  "filter[browser]",
  "filter[page][]",
  "filter[__proto__]",
  "filter[constructor][prototype]",
  "filter[",
  "__proto__",
  "a",
];
const queryUnits = [
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
];

/** Draws another value for a parameter, an unknown parameter, or thousands of them. */
function queryChange(parameters: readonly Parameter[]): fc.Arbitrary<Change> {
  const names = parameters.map(({ name }) => name).filter((name) => name !== "filter");
  const name = fc.oneof(
    ...(names.length === 0 ? [] : [{ arbitrary: fc.constantFrom(...names), weight: 6 }]),
    { arbitrary: fc.constantFrom(...oddParameters), weight: 3 },
    { arbitrary: hostileText(200).map(percentEncode), weight: 1 },
  );
  const pair = fc
    .tuple(name, hostileText(5_000).map(percentEncode))
    .map(([key, text]) => `${key}=${text}`);
  return fc
    .oneof(
      { arbitrary: pair, weight: 4 },
      { arbitrary: repeated(queryUnits, targetBytesMax), weight: 2 },
    )
    .map((text) => (parts) => {
      const key = text.slice(0, text.indexOf("="));
      const [path = "", query = ""] = parts.target.split("?");
      const others = query.split("&").filter((one) => one !== "" && !one.startsWith(`${key}=`));
      const target = `${path}?${[...others, text].join("&")}`;
      return { ...parts, target: target.slice(0, targetBytesMax) };
    });
}

const oddIds = [
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
];

/** Draws a path that names anything but the good events' website. */
function pathChange(path: string, { good }: Fixtures): fc.Arbitrary<Change> {
  return fc
    .oneof(hostileText(1_000).map(percentEncode), fc.constantFrom(...oddIds))
    .filter((text) => Number(decoded(text)) !== good.id)
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

function headerChange(parameters: readonly Parameter[]): fc.Arbitrary<Change> {
  return hostileHeader(parameters.map(({ name }) => name)).map((headers) => (parts) => {
    const names = new Set(headers.map(([name]) => name.toLowerCase()));
    const others = parts.headers.filter(([name]) => !names.has(name.toLowerCase()));
    return { ...parts, headers: [...others, ...headers] };
  });
}
