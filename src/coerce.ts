import type { TObject } from "typebox";

const decimalInteger = /^(0|-?[1-9]\d{0,15})$/;

/**
 * Returns the function that copies an input with only the schema's properties. It turns decimal
 * strings into numbers where the schema requires an integer, because forms, query strings and the
 * environment hold only text. It leaves everything else for validation to refuse.
 */
export function compileCoercion(schema: TObject): (input: unknown) => unknown {
  const properties = Object.entries(schema.properties).map(([name, property]) => ({
    name,
    isInteger: "type" in property && property.type === "integer",
  }));
  return (input) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
    const record = input as Readonly<Record<string, unknown>>;
    const output: Record<string, unknown> = {};
    for (const { name, isInteger } of properties) {
      if (!Object.hasOwn(record, name)) continue;
      const value = record[name];
      const asNumber = isInteger && typeof value === "string" && decimalInteger.test(value);
      output[name] = asNumber ? Number(value) : value;
    }
    return output;
  };
}
