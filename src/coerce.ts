import type { TObject } from "typebox";

const decimalInteger = /^(0|-?[1-9]\d{0,15})$/;

/**
 * Makes, for a schema, the function that copies an input with only the schema's own properties, and
 * with decimal strings turned into numbers where the schema asks for an integer. Forms, query strings
 * and the environment know only text; everything else is left for validation to refuse.
 */
export function compileCoercion(schema: TObject): (input: unknown) => unknown {
  const properties = Object.entries(schema.properties).map(([name, property]) => ({
    name,
    isInteger: "type" in property && property.type === "integer",
  }));
  return (input) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
    const given = input as Readonly<Record<string, unknown>>;
    const output: Record<string, unknown> = {};
    for (const { name, isInteger } of properties) {
      if (!Object.hasOwn(given, name)) continue;
      const value = given[name];
      const asNumber = isInteger && typeof value === "string" && decimalInteger.test(value);
      output[name] = asNumber ? Number(value) : value;
    }
    return output;
  };
}
