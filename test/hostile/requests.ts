import fc from "fast-check";

import {
  type ApiDocument,
  type Operation,
  operationsOf,
  type Parameter,
} from "../helpers/api-document.ts";
import type { Fixtures } from "./fixtures.ts";
import { mutationsOf } from "./mutations.ts";
import { SchemaValues } from "./schema-values.ts";
import { percentEncode } from "./texts.ts";
import { type HostileRequest, type Parts, toWire, utf8 } from "./wire.ts";

/** A source of requests of one kind. */
export interface Surface {
  readonly name: string;
  readonly requests: fc.Arbitrary<HostileRequest>;
}

/** Routes that are not in the API's document. */
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

/**
 * Returns a source for each operation of the API's document, and for each route that is not part of
 * it.
 */
export function surfacesOf(document: ApiDocument, fixtures: Fixtures): Surface[] {
  const values = new SchemaValues(document);
  const operations = [
    ...operationsOf(document),
    ...hiddenRoutes.map((name) => [name, hidden] as const),
  ];
  return operations.map(([name, operation]) => ({
    name,
    requests: requestsOf(name, operation, { fixtures, values }),
  }));
}

interface Sources {
  readonly fixtures: Fixtures;
  readonly values: SchemaValues;
}

/** Draws a request that is right except for one or two hostile parts. */
function requestsOf(
  name: string,
  operation: Operation,
  sources: Sources,
): fc.Arbitrary<HostileRequest> {
  const mutations = mutationsOf(name, operation, sources);
  return validParts(name, operation, sources).chain((parts) =>
    fc
      .array(fc.constantFrom(...mutations), { minLength: 1, maxLength: 2 })
      .chain((drawn) =>
        fc.tuple(
          ...drawn.map((mutation) =>
            mutation.change.map((change) => [mutation.name, change] as const),
          ),
        ),
      )
      .map((changes) => {
        const names = [...new Set(changes.map(([mutation]) => mutation))].sort();
        const changed = changes.reduce((before, [, change]) => change(before), parts);
        return { kind: `${name}, ${names.join(" and ")}`, wire: toWire(changed) };
      }),
  );
}

function validParts(name: string, operation: Operation, sources: Sources): fc.Arbitrary<Parts> {
  const [method = ""] = name.split(" ");
  return fc
    .record({
      target: validTarget(name, operation, sources),
      content: validBody(operation, sources),
      authorization: authorization(sources.fixtures),
      address: fc.ipV4(),
    })
    .map(({ target, content: { type, body }, authorization, address }) => ({
      method,
      target,
      headers: [
        ...(authorization === undefined ? [] : [["Authorization", authorization] as const]),
        // The limits of one address would refuse most requests early.
        ["X-Forwarded-For", address] as const,
        ...(type === undefined ? [] : [["Content-Type", type] as const]),
      ],
      body,
    }));
}

/** Draws the right key most of the time: requests without it do not get far. */
function authorization({ apiKey }: Fixtures): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    { arbitrary: fc.constant(`Bearer ${apiKey}`), weight: 8 },
    { arbitrary: fc.constant(undefined), weight: 3 },
    { arbitrary: fc.constantFrom("Bearer x", "Basic eDp4", "Bearer", ""), weight: 1 },
  );
}

function validTarget(
  name: string,
  { parameters = [] }: Operation,
  { fixtures, values }: Sources,
): fc.Arbitrary<string> {
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const query = fc.tuple(...inQuery.map((parameter) => pairsOf(parameter, values)));
  return fc
    .tuple(validPath(name, fixtures), query)
    .map(([path, pairs]) => [path, pairs.flat().join("&")].filter(Boolean).join("?"));
}

function validPath(name: string, { ids, domains }: Fixtures): fc.Arbitrary<string> {
  const [method = "", path = ""] = name.split(" ");
  const use = method === "DELETE" ? "deleted" : /^(PUT|PATCH)$/.test(method) ? "changed" : "kept";
  return fc
    .tuple(fc.constantFrom(...ids[use]), fc.constantFrom(...domains))
    .map(([id, domain]) => path.replace("{domain}", domain).replace(/\{\w+\}/, String(id)));
}

/**
 * Draws the pairs of a query's parameter. If it is not required, it draws none most of the time.
 */
function pairsOf(
  { name, required = false, example, schema }: Parameter,
  values: SchemaValues,
): fc.Arbitrary<string[]> {
  const value = example === undefined ? values.valid(schema) : fc.constant(example);
  const pairs = value.map((one) =>
    typeof one === "object" && one !== null
      ? Object.entries(one).map(([key, inner]) => `${name}[${key}]=${percentEncode(String(inner))}`)
      : [`${name}=${percentEncode(String(one))}`],
  );
  return required ? pairs : fc.oneof({ arbitrary: fc.constant<string[]>([]), weight: 5 }, pairs);
}

function validBody(
  { requestBody }: Operation,
  { values }: Sources,
): fc.Arbitrary<{ type?: string; body?: string }> {
  const [type, content] = Object.entries(requestBody?.content ?? {}).at(-1) ?? [];
  if (type === undefined || content === undefined) return fc.constant({});
  return values
    .valid(type.includes("ndjson") ? {} : values.inner(content.schema))
    .map((value) => ({ type, body: utf8(JSON.stringify(value)) }));
}
