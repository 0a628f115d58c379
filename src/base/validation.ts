import type { Static, TObject } from "typebox";
import { Compile } from "typebox/compile";
import { Settings } from "typebox/system";

import type { FieldErrors } from "./errors.ts";

// By default the validator stops at 8 errors, and a wrong field can make two or three. This setting
// is global: it holds for every schema of the process.
Settings.Set({ maxErrors: 1_000 });

export type Checked<T> = { ok: true; value: T } | { ok: false; fields: FieldErrors };

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

/**
 * Compiles a schema into a check that coerces text, drops unknown properties and reports every
 * wrong field at once. A property's `errorMessage` is the sentence for its errors; without one, the
 * validator's own message is. An input that is no object is reported under `body`.
 */
export function compileCheck<S extends TObject>(schema: S): (input: unknown) => Checked<Static<S>> {
  const coerce = compileCoercion(schema);
  const validator = Compile(schema);
  return (input) => {
    const value = coerce(input);
    if (validator.Check(value)) return { ok: true, value: value as Static<S> };
    return { ok: false, fields: fieldErrors(schema, validator.Errors(value) as SchemaError[]) };
  };
}

function fieldErrors(schema: TObject, errors: readonly SchemaError[]): FieldErrors {
  const fields = new Map<string, string>();
  for (const error of errors) {
    for (const field of fieldsOf(error)) {
      if (!fields.has(field)) fields.set(field, sentence(schema, field, error));
    }
  }
  return Object.fromEntries([...fields].map(([field, message]) => [field, [message]]));
}

function fieldsOf({ keyword, instancePath, params }: SchemaError): readonly string[] {
  if (instancePath !== "") return [instancePath.split("/")[1] ?? "body"];
  if (keyword === "required" && "requiredProperties" in params) {
    return params.requiredProperties as string[];
  }
  return ["body"];
}

function sentence(schema: TObject, field: string, error: SchemaError): string {
  if (error.instancePath === "" && error.keyword === "required") return "is required";
  if (error.instancePath === "") return "must be an object";
  const property: object | undefined = schema.properties[field];
  if (property !== undefined && "errorMessage" in property) return String(property.errorMessage);
  return error.message;
}

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
