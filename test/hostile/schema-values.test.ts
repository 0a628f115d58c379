import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ApiDocument } from "../helpers/api-document.ts";
import { hostileJson } from "./json.ts";
import { SchemaValues } from "./schema-values.ts";

const inner = { type: "object", properties: { host: { type: "string" } } };
const schemas = {
  Outer: {
    type: "object",
    properties: {
      id: { anyOf: [{ type: "integer", minimum: 3, maximum: 4 }, { type: "null" }] },
      inner,
      kind: { type: "string", enum: ["a", "b"] },
    },
  },
};
const document = { tags: [], paths: {}, components: { schemas, responses: {} } };
const values = new SchemaValues(document as unknown as ApiDocument);
const outer = { $ref: "#/components/schemas/Outer" };

test("a valid value is what the schema says", () => {
  fc.assert(
    fc.property(values.valid(outer), (value) => {
      const { id = null, kind = "a", ...others } = value as Record<string, unknown>;
      expect([null, 3, 4]).toContain(id);
      expect(["a", "b"]).toContain(kind);
      expect(["inner"]).toEqual(expect.arrayContaining(Object.keys(others)));
    }),
  );
});

test("an example is preferred", () => {
  const value = fc.sample(values.valid({ type: "string", examples: ["this"] }), 5);

  expect(value).toEqual(Array(5).fill("this"));
});

describe("broken JSON of a schema", () => {
  const sample = fc.sample(values.broken(outer, 2_000), { numRuns: 300, seed: 1 });

  test("is JSON with the fields of the schema, nested ones too", () => {
    expect(sample.every((text) => text.startsWith("{") && text.endsWith("}"))).toBe(true);
    for (const name of ["id", "inner", "kind", "host"]) {
      expect(sample.some((text) => text.includes(`"${name}":`))).toBe(true);
    }
  });

  test("names some fields twice", () => {
    expect(sample.some((text) => text.match(/"kind":/g)?.length === 2)).toBe(true);
  });

  test("is a list of many where the schema is a list", () => {
    const list = values.broken({ type: "array", items: outer }, 50_000);
    const lists = fc.sample(list, { numRuns: 100, seed: 1 });

    // A broken list may be null.
    expect(lists.some((text) => JSON.parse(text)?.length >= 1_000)).toBe(true);
  });
});

test("hostile JSON has depth and length that no schema asks for, and is JSON", () => {
  const sample = fc.sample(hostileJson(2_000), { numRuns: 500, seed: 1 });
  const isInSample = (pattern: RegExp) => sample.some((text) => pattern.test(text));

  for (const text of sample) expect(() => JSON.parse(text)).not.toThrow();
  expect(isInSample(/^\[{100}/)).toBe(true);
  expect(isInSample(/"__proto__"/)).toBe(true);
  expect(isInSample(/^-?9{100}/)).toBe(true);
  expect(Math.max(...sample.map(({ length }) => length))).toBeGreaterThan(1_900);
});
