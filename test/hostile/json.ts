import fc from "fast-check";

import type { ApiDocument, Schema } from "../helpers/api-document.ts";
import { hostileText } from "./texts.ts";

/** Text of JSON: values that JavaScript cannot hold, and keys that come twice, are part of it. */
export type JsonText = string;

const oddNumbers = ["1e309", "-1e400", "1e-400", "-0", "9007199254740993", "0.1", "-1", "1E+2"];
const oddValues = [
  "null",
  "true",
  "[]",
  "{}",
  '""',
  '{"toString":1,"valueOf":1}',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"length":4294967295}',
  '{"then":1}',
  '{"toJSON":1}',
  "[[],{},null]",
];
/** What nests a value, and what closes that again. */
const nests = [
  ["[", "]"],
  ['{"a":', "}"],
  ['{"__proto__":', "}"],
  ["[0,", "]"],
  ['{"a":[', "]}"],
] as const;
/** What a list or an object has many of. */
const wides = [
  ["[", "0,", "0]"],
  ["[", "[],", "0]"],
  ["[", "{},", "0]"],
  ["[", '"",', "0]"],
  ["{", '"a":0,', '"a":0}'],
  ["{", '"__proto__":0,', '"a":0}'],
] as const;

/** JSON of at most about so many bytes that no schema asks for. */
export function hostileJson(bytesMax: number): fc.Arbitrary<JsonText> {
  const escapedBytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;
  const text = hostileText(bytesMax, escapedBytes).map((value) => JSON.stringify(value));
  const fill = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(1));
  const many = (unitBytes: number, share: number) => Math.floor((bytesMax * share) / unitBytes);
  const deep = fc
    .record({ nest: fc.constantFrom(...nests), value: fc.constantFrom("0", ""), fill })
    .map(({ nest: [open, close], value, fill }) => {
      const depth = many(open.length + close.length, fill);
      return `${open.repeat(depth)}${value || '""'}${close.repeat(depth)}`;
    });
  const wide = fc
    .record({ wide: fc.constantFrom(...wides), fill })
    .map(
      ({ wide: [open, item, end], fill }) => `${open}${item.repeat(many(item.length, fill))}${end}`,
    );
  const keys = fill.map((share) => {
    const count = many(8, share);
    return `{${Array.from({ length: count }, (_, i) => `"${i.toString(36)}":0`).join(",")}}`;
  });
  const digits = fc
    .record({ sign: fc.constantFrom("", "-", "0.", "1e"), fill })
    .map(({ sign, fill }) => `${sign}${"9".repeat(Math.max(1, many(1, fill)))}`);
  const plain = fc.oneof(
    text,
    fc.constantFrom(...oddNumbers, ...oddValues),
    deep,
    wide,
    keys,
    digits,
  );
  return fc.oneof(
    { arbitrary: plain, weight: 8 },
    // Some fields take an object as a JSON string.
    { arbitrary: plain.map((value) => JSON.stringify(value.slice(0, bytesMax / 2))), weight: 1 },
  );
}

/** Makes JSON from the document's schemas. */
export class SchemaValues {
  readonly #schemas: Readonly<Record<string, Schema>>;

  constructor({ components }: ApiDocument) {
    this.#schemas = components.schemas;
  }

  resolve(schema: Schema): Schema {
    const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema["$ref"] ?? ""))?.[1];
    return name === undefined ? schema : (this.#schemas[name] ?? {});
  }

  /** A value that the schema allows, mostly one of its examples. */
  valid(given: Schema): fc.Arbitrary<unknown> {
    const schema = this.resolve(given);
    const { examples, example, enum: values, minimum = 0, maximum = 2 ** 31 } = schema;
    const known = [...((examples as unknown[] | undefined) ?? []), example, schema["const"]];
    const shown = known.filter((value) => value !== undefined);
    if (shown.length > 0) return fc.constantFrom(...shown);
    if (Array.isArray(values)) return fc.constantFrom(...values);
    const [choices] = [schema["anyOf"], schema["oneOf"]].filter(Array.isArray);
    if (choices !== undefined) {
      return fc.oneof(...choices.map((choice: Schema) => this.valid(choice)));
    }
    if (schema["type"] === "integer") {
      return fc.integer({ min: Number(minimum), max: Math.min(Number(maximum), 2 ** 31) });
    }
    if (schema["type"] === "boolean") return fc.boolean();
    if (schema["type"] === "null") return fc.constant(null);
    if (schema["type"] === "array") return fc.array(this.valid(itemsOf(schema)), { maxLength: 3 });
    if (schema["type"] === "object") {
      const properties = Object.entries(propertiesOf(schema));
      return fc.record(
        Object.fromEntries(properties.map(([name, property]) => [name, this.valid(property)])),
        { requiredKeys: [] },
      );
    }
    return fc.string({ maxLength: 20 });
  }

  /** JSON that begins as the schema says; then some of its fields come again as something else, which wins. */
  broken(given: Schema, bytesMax: number): fc.Arbitrary<JsonText> {
    const schema = this.resolve(given);
    if (schema["type"] === "array") return this.#brokenList(itemsOf(schema), bytesMax);
    const properties = propertiesOf(schema);
    const names = Object.keys(properties);
    if (names.length === 0) return hostileJson(bytesMax);
    const field = fc.oneof(
      { arbitrary: fc.constantFrom(...names), weight: 9 },
      { arbitrary: hostileText(100), weight: 1 },
    );
    const again = field.chain((name) => {
      const inner = this.resolve(properties[name] ?? {});
      const isNested = Object.keys(propertiesOf(inner)).length > 0;
      const room = Math.max(100, bytesMax - 600);
      const value = isNested
        ? fc.oneof({ arbitrary: this.broken(inner, room), weight: 5 }, hostileJson(room))
        : hostileJson(room);
      return value.map((text) => `${JSON.stringify(name)}:${text}`);
    });
    const first = this.valid(schema).map((value) =>
      Object.entries(value as object).map((entry) =>
        entry.map((one) => JSON.stringify(one)).join(":"),
      ),
    );
    return fc
      .tuple(first, fc.array(again, { minLength: 1, maxLength: 2 }))
      .map(([fields, others]) => `{${[...fields, ...others].join(",")}}`);
  }

  /** One wrong element, many of them, or something that is no list. */
  #brokenList(items: Schema, bytesMax: number): fc.Arbitrary<JsonText> {
    const share = fc.constantFrom(1, 2, 20, 1_000, 1_001);
    const list = share.chain((count) =>
      this.broken(items, Math.floor(bytesMax / count) - 10).map(
        (element) => `[${Array(count).fill(element).join(",")}]`,
      ),
    );
    return fc.oneof({ arbitrary: list, weight: 4 }, hostileJson(bytesMax));
  }
}

function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
  return (schema["properties"] as Record<string, Schema> | undefined) ?? {};
}

function itemsOf(schema: Schema): Schema {
  return (schema["items"] as Schema | undefined) ?? {};
}
