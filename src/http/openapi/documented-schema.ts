import type { TSchema } from "typebox";

/** Name → schema, of the schemas that the document contains once and refers to. */
export type Components = Map<string, object>;

interface Field {
  readonly default?: unknown;
  readonly description?: string;
}

const holdSchema = new Set(["items", "additionalProperties", "contentSchema"]);
const holdSchemas = new Set(["anyOf", "oneOf", "allOf"]);
const holdNamedSchemas = new Set(["properties", "patternProperties", "headers"]);

/**
 * Returns a typebox schema in the form that the API document needs:
 *
 * - A schema with a `title` becomes a component of that name, and a reference takes its place.
 * - Our keywords `errorMessage` and `trims` are left out, and so is a property whose schema allows
 *   no value.
 * - An enum gets its type, which client generators need.
 * - The description of a component's field says its default. From the keyword, generators conclude
 *   that the field is always there, and required in requests.
 *
 * Throws if two different schemas have the same title.
 */
export function documentSchema(schema: TSchema, components: Components): object {
  const { title } = schema as { title?: string };
  if (title === undefined) return withoutName(schema, components);
  const component = withDefaultsInWords(withoutName(schema, components));
  const earlier = components.get(title);
  if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(component)) {
    throw new Error(`two schemas have the title ${title}`);
  }
  components.set(title, component);
  return { $ref: `#/components/schemas/${title}` };
}

function withoutName(schema: TSchema, components: Components): object {
  const { errorMessage, trims, title, ...keywords } = schema as TSchema & Record<string, unknown>;
  const document = (inner: unknown) => documentSchema(inner as TSchema, components);
  const documented = Object.entries(keywords).map(([keyword, value]) => {
    if (holdSchema.has(keyword)) return [keyword, document(value)];
    if (holdSchemas.has(keyword)) return [keyword, (value as TSchema[]).map(document)];
    if (!holdNamedSchemas.has(keyword)) return [keyword, value];
    const entries = Object.entries(value as TSchema).filter(([, inner]) => !("not" in inner));
    return [keyword, Object.fromEntries(entries.map(([name, inner]) => [name, document(inner)]))];
  });
  const type = "enum" in keywords && !("type" in keywords) ? { type: "string" } : {};
  return { ...type, ...Object.fromEntries(documented) };
}

function withDefaultsInWords(component: object): object {
  const { properties } = component as { properties?: Readonly<Record<string, Field>> };
  if (properties === undefined) return component;
  const fields = Object.entries(properties).map(([name, { default: value, ...field }]) => {
    if (value === undefined) return [name, field];
    const description = `${field.description} The default is \`${JSON.stringify(value)}\`.`;
    return [name, { ...field, description }];
  });
  return { ...component, properties: Object.fromEntries(fields) };
}
