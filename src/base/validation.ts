import type { Static, TObject, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { Settings } from "typebox/system";

import type { FieldErrors } from "./errors.ts";
import { fieldError } from "./field-errors.ts";

// By default the validator stops at 8 errors, and a wrong field can make two or three. This setting
// is global: it holds for every schema of the process.
Settings.Set({ maxErrors: 1_000 });

export type Checked<T> = { ok: true; value: T } | { ok: false; fields: FieldErrors };

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: {
    readonly type?: string;
    readonly message?: string;
    readonly requiredProperties?: readonly string[];
  };
}

/** The keywords of a schema that are read here. `errorMessage` and `trims` are our own. */
interface Keywords {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Keywords>>;
  readonly additionalProperties?: Keywords;
  readonly items?: Keywords;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly anyOf?: readonly Keywords[];
  /** The sentence for errors of the value. */
  readonly errorMessage?: string;
  /** Whether blanks around a text are removed before it is checked. */
  readonly trims?: boolean;
}

/**
 * Returns a check that coerces text, drops unknown properties and reports every wrong field at
 * once. Its first use compiles it.
 *
 * An error is reported under the path of the innermost value that has an `errorMessage`, such as
 * `steps.0.value`, with this sentence. Without one around it, it is reported under its property,
 * with the validator's own message. An input that is no object is reported under `body`.
 */
export function compileCheck<S extends TObject>(schema: S): (input: unknown) => Checked<Static<S>> {
  // Compiling all schemas of the API would take a tenth of a start.
  let validator: ReturnType<typeof Compile<S>> | undefined;
  const coerce = compileCoercion(schema);
  return (input) => {
    validator ??= Compile(schema);
    const value = coerce(input);
    if (validator.Check(value)) return { ok: true, value: value as Static<S> };
    return { ok: false, fields: fieldErrors(schema, validator.Errors(value) as SchemaError[]) };
  };
}

function fieldErrors(schema: TSchema, errors: readonly SchemaError[]): FieldErrors {
  const fields = new Map<string, string>();
  for (const error of errors) {
    if (isSummary(error)) continue;
    for (const path of pathsOf(error)) {
      const { field, message } = describe(schema as Keywords, path, error);
      if (!fields.has(field)) fields.set(field, message);
    }
  }
  return Object.fromEntries([...fields].map(([field, message]) => [field, [message]]));
}

/** Returns whether the error only says that another one is there, or that null was possible. */
function isSummary({ keyword, params }: SchemaError): boolean {
  return keyword === "anyOf" || keyword === "additionalProperties" || params.type === "null";
}

/** Returns the paths of the wrong values: those that are missing, or the value itself. */
function pathsOf({ instancePath, params }: SchemaError): string[][] {
  const path = instancePath
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return params.requiredProperties?.map((name) => [...path, name]) ?? [path];
}

function describe(
  schema: Keywords,
  path: readonly string[],
  { keyword, message, params }: SchemaError,
): { readonly field: string; readonly message: string } {
  if (path.length === 0) return { field: "body", message: "must be an object" };
  let found = { depth: 1, message };
  let inner: Keywords | undefined = schema;
  for (const [i, name] of path.entries()) {
    inner = childOf(inner, name);
    const sentence = inner && sentenceOf(inner);
    if (sentence !== undefined) found = { depth: i + 1, message: sentence };
  }
  const isWhole = found.depth === path.length;
  if (isWhole && keyword === "required") found.message = fieldError("required");
  if (isWhole && params.message !== undefined) found.message = params.message;
  return { field: path.slice(0, found.depth).join("."), message: found.message };
}

/** Returns the sentence of a schema, or else that of its first alternative with one. */
function sentenceOf({ errorMessage, anyOf = [] }: Keywords): string | undefined {
  return errorMessage ?? anyOf.map(sentenceOf).find((sentence) => sentence !== undefined);
}

/** Returns the schema of a part of a value, undefined if the schema knows none of this name. */
function childOf(schema: Keywords | undefined, name: string): Keywords | undefined {
  if (schema === undefined) return undefined;
  const { properties = {}, additionalProperties, items, anyOf = [] } = schema;
  if (Object.hasOwn(properties, name)) return properties[name];
  const ofOthers = additionalProperties ?? items;
  return ofOthers ?? anyOf.map((one) => childOf(one, name)).find((child) => child !== undefined);
}

type Coerce = (value: unknown) => unknown;

const decimalInteger = /^(0|-?[1-9]\d{0,15})$/;

/**
 * Returns the function that copies an input with only the schema's properties. It turns decimal
 * strings into numbers where the schema requires an integer, because forms, query strings and the
 * environment hold only text. It leaves everything else for validation to refuse.
 */
export function compileCoercion(schema: TObject): (input: unknown) => unknown {
  const properties = Object.entries(schema.properties).map(
    ([name, property]) => [name, coercionOf(property as Keywords)] as const,
  );
  return (input) => {
    if (!isObject(input)) return input;
    const output: Record<string, unknown> = {};
    for (const [name, coerce] of properties) {
      if (!Object.hasOwn(input, name)) continue;
      const value = input[name];
      output[name] = coerce === undefined ? value : coerce(value);
    }
    return output;
  };
}

/**
 * Returns the coercion of a value; undefined if there is none. A list or an object that has more
 * than it may have is cut behind the first part that is too much, so that no check takes long.
 */
function coercionOf(schema: Keywords): Coerce | undefined {
  const { type, trims, properties, items, anyOf = [], maxItems, maxProperties } = schema;
  if (type === "integer") return toInteger;
  if (trims === true) return (value) => (typeof value === "string" ? value.trim() : value);
  if (items !== undefined) {
    const coerce = coercionOf(items) ?? ((item) => item);
    const end = maxItems === undefined ? undefined : maxItems + 1;
    return (value) => (Array.isArray(value) ? value.slice(0, end).map(coerce) : value);
  }
  if (maxProperties !== undefined) return (value) => cut(value, maxProperties + 1);
  const coerced = Object.entries(properties ?? {}).flatMap(([name, property]) => {
    const coerce = coercionOf(property);
    return coerce === undefined ? [] : [[name, coerce] as const];
  });
  if (coerced.length > 0) return (value) => coerceProperties(value, coerced);
  return anyOf.map(coercionOf).find((coerce) => coerce !== undefined);
}

function coerceProperties(
  value: unknown,
  coerced: readonly (readonly [string, Coerce])[],
): unknown {
  if (!isObject(value)) return value;
  const changed = coerced.filter(([name]) => Object.hasOwn(value, name));
  const entries = changed.map(([name, coerce]) => [name, coerce(value[name])]);
  return { ...value, ...Object.fromEntries(entries) };
}

function cut(value: unknown, end: number): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).slice(0, end)) : value;
}

function toInteger(value: unknown): unknown {
  return typeof value === "string" && decimalInteger.test(value) ? Number(value) : value;
}

/** Returns whether the value is an object with fields, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the object that JSON text holds; undefined if it is not JSON, or no object. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
