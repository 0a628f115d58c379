import fc from "fast-check";

import type { ApiDocument, Schema } from "../helpers/api-document.ts";
import { hostileJson, type JsonText } from "./json.ts";
import { hostileText } from "./texts.ts";

/** Makes JSON from the document's schemas. */
export class SchemaValues {
  readonly #schemas: Readonly<Record<string, Schema>>;

  constructor({ components }: ApiDocument) {
    this.#schemas = components.schemas;
  }

  /** Returns the schema that a reference names, or the schema itself. */
  resolve(schema: Schema): Schema {
    const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema["$ref"] ?? ""))?.[1];
    return name === undefined ? schema : (this.#schemas[name] ?? {});
  }

  /** Returns the schema of the JSON in a text, if the schema is one of such a text. */
  inner(schema: Schema): Schema {
    return (schema["contentSchema"] as Schema | undefined) ?? schema;
  }

  /** Draws a value that the schema allows: one of its examples, if it has any. */
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

  /**
   * Draws JSON that begins as the schema says. Then fields come again with other values, and the
   * later ones win.
   */
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

  /** Draws a list of one broken element, or many, or a value that is no list. */
  #brokenList(items: Schema, bytesMax: number): fc.Arbitrary<JsonText> {
    const list = fc
      .constantFrom(1, 2, 20, 1_000, 1_001)
      .chain((count) =>
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
