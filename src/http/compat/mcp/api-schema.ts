import { readFile } from "node:fs/promises";

import { packageFile } from "../../../base/package-file.ts";
import type { Tool } from "./tools.ts";

/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

interface Operation {
  readonly parameters?: readonly (Schema & { readonly $ref?: string })[];
  readonly responses: { readonly "200": Schema };
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
}

/** Reads the API's description, which the build has made. */
export async function readApiDocument(): Promise<ApiDocument> {
  return JSON.parse(await readFile(packageFile("dist/openapi.json"), "utf8"));
}

const days = { type: "string", format: "date" };
const filterOf = (names: readonly string[]) => ({
  type: "object",
  description: `Only visitors with these values. Names: ${names.join(", ")}, prop:KEY. A value that begins with ! excludes, ~ finds text in it, and /blog/* what begins with it.`,
  additionalProperties: { type: "array", items: { type: "string" } },
  examples: [{ country: ["Germany"], page: ["/blog/*"] }],
});

/** Returns the schema of a tool's arguments. */
export function inputSchemaOf(tool: Tool, document: ApiDocument): Schema {
  const { parameters = [] } = operationOf(tool, document);
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  if (tool.path.includes("{")) {
    properties["website"] = { type: "string", description: "Domain, alias or id of the website." };
    required.push("website");
  }
  if (tool.path.includes("{funnel_id}")) {
    properties["funnel"] = { type: "string", description: "Name or id of the funnel." };
    required.push("funnel");
  }
  if (tool.hasDays) {
    properties["from"] = { ...days, description: "First day; 29 days before `to` by default." };
    properties["to"] = { ...days, description: "Last day, inclusive; today by default." };
  }
  for (const one of parameters) {
    const parameter = resolve<ParameterObject>(one, document);
    const { name, schema } = parameter;
    if (!tool.params.includes(name)) continue;
    properties[name] = schema.properties
      ? filterOf(Object.keys(schema.properties))
      : { ...schema, description: parameter.description };
    if (parameter.required) required.push(name);
  }
  if (tool.rows !== undefined) {
    properties["limit"] = {
      type: "integer",
      minimum: 1,
      maximum: 100,
      default: tool.rows,
      description: "Rows of the answer at most.",
    };
  }
  return { type: "object", properties, required, additionalProperties: false };
}

interface ParameterObject {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly schema: Schema & { readonly properties?: Schema };
}

/** Returns the schema of a tool's answer: `data` as the API has it, and what was counted. */
export function outputSchemaOf(tool: Tool, document: ApiDocument): Schema {
  const answer = resolve<AnswerObject>(operationOf(tool, document).responses["200"], document);
  const { schema } = answer.content["application/json"];
  const { data } = (schema.anyOf?.[0] ?? schema).properties;
  const text = { type: "string" };
  return {
    type: "object",
    properties: {
      website: { type: "object", properties: { id: { type: "integer" }, domain: text } },
      timezone: { ...text, description: "The time zone of the days." },
      from: { ...days, description: "The first day that was counted." },
      to: { ...days, description: "The last day that was counted." },
      total: { type: "integer", description: "Rows that there are." },
      data: tool.fields === undefined ? inline(data, document) : { type: "array" },
    },
    required: ["data"],
  };
}

interface AnswerObject {
  readonly content: { readonly "application/json": { readonly schema: AnswerSchema } };
}

interface AnswerSchema {
  readonly anyOf?: readonly AnswerSchema[];
  readonly properties: { readonly data: Schema };
}

function operationOf({ name, path }: Tool, { paths }: ApiDocument): Operation {
  const operation = paths[path]?.get;
  if (operation === undefined) throw new Error(`the API has no operation for the tool ${name}`);
  return operation;
}

function resolve<Resolved = Schema>(schema: Schema, document: ApiDocument): Resolved {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema as Resolved;
  const [, ...keys] = reference.split("/");
  const found = keys.reduce<unknown>((part, key) => (part as Schema)[key], document);
  return resolve(found as Schema, document);
}

/** Returns a schema with what it refers to in place. No schema of the API refers to itself. */
function inline(schema: unknown, document: ApiDocument): unknown {
  if (Array.isArray(schema)) return schema.map((part) => inline(part, document));
  if (typeof schema !== "object" || schema === null) return schema;
  const { title: _title, ...rest } = resolve(schema as Schema, document);
  return Object.fromEntries(
    Object.entries(rest).map(([key, part]) => [key, inline(part, document)]),
  );
}
