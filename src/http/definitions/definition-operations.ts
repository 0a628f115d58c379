import type { FastifySchema } from "fastify";
import { type TObject, type TSchema, Type } from "typebox";

import type { Need } from "../../access/rights.ts";
import type { ErrorCode } from "../../base/errors.ts";
import { pageOf } from "../../model/page.ts";
import { formOrJson } from "../openapi/api-document.ts";

/** The schemas of a kind of definition. */
export interface DefinitionSchemas {
  /** `Goal`, and `Goals` for several. */
  readonly title: string;
  /** The word for one in texts, if it is another. */
  readonly noun?: string;
  /** The group of the operations; `Analysis` if undefined. */
  readonly tag?: string;
  /** A sentence that says what one is. */
  readonly meaning: string;
  /** Whether viewers read only those that are public. */
  readonly canBePublic: boolean;
  readonly record: TObject;
  readonly create: TObject;
  readonly update: TObject;
  readonly deleted: TSchema;
  readonly listParams: TObject;
  /** Whether bodies can be forms. */
  readonly takesForms: boolean;
  /** The need of the routes that change one, if it is another than `write`. */
  readonly changeNeed?: Need;
  /** Headers of a request that makes one. */
  readonly createHeaders?: TObject;
  /** Errors of a deletion, beside those that every kind has. */
  readonly deleteProblems?: readonly ErrorCode[];
}

const problems: readonly ErrorCode[] = ["NOT_FOUND", "OVERLOADED", "STORE_UNAVAILABLE"];
const listProblems = problems.filter((code) => code !== "NOT_FOUND");

const ListCsv = Type.String({
  description:
    "All records as CSV (RFC 4180, UTF-8); `page` and `per_page` are ignored. Lists and objects are JSON text.",
  examples: ['id,name,type,value,props,created_at,updated_at\r\n3,"Signup",…\r\n'],
});

/** The words that tell viewers' operations from owners'. */
export interface ReaderWords {
  /** In an operation's id: `Shared` for `getSharedGoal`. */
  readonly prefix?: string;
  /** At the end of a summary: `of a shared website`. */
  readonly of?: string;
}

/** Returns the descriptions of the routes that read, for owners or with `access` for viewers. */
export function readOperations(
  schemas: DefinitionSchemas,
  access: Pick<FastifySchema, "need" | "security" | "problems"> & ReaderWords = {},
) {
  const { title, meaning, canBePublic, record, listParams } = schemas;
  const { prefix = "", of = "", problems: more = [], ...security } = access;
  const shared = of === "" ? "" : ` ${of}`;
  const onlyPublic =
    shared !== "" && canBePublic ? " Viewers see only those whose `public` is 1." : "";
  const { noun, article, tags } = wordsOf(schemas);
  const list: FastifySchema = {
    ...security,
    operationId: `list${prefix}${title}s`,
    summary: `List ${noun}s${shared}`,
    description: `One page of the ${noun}s as JSON, or all of them as CSV. ${meaning}${onlyPublic}`,
    tags,
    querystring: listParams,
    response: { 200: pageOf(record) },
    csv: ListCsv,
    problems: [...listProblems, ...more],
  };
  const get: FastifySchema = {
    ...security,
    operationId: `get${prefix}${title}`,
    summary: `Get ${article} ${noun}${shared}`,
    description: `${meaning}${onlyPublic}`,
    tags,
    response: { 200: oneOf(record, `The ${noun}.`) },
    problems: [...problems, ...more],
  };
  return { list, get };
}

/** Returns the descriptions of the routes that change something. */
export function changeOperations(schemas: DefinitionSchemas) {
  const { title, meaning, record, deleted, takesForms, createHeaders } = schemas;
  const { deleteProblems = [], changeNeed: need = "write" } = schemas;
  const { noun, article, tags } = wordsOf(schemas);
  const types = takesForms ? formOrJson : ["application/json"];
  const bodies = (schema: TSchema) => Object.fromEntries(types.map((type) => [type, schema]));
  const create: FastifySchema = {
    need,
    operationId: `create${title}`,
    summary: `Create ${article} ${noun}`,
    description: `${meaning} The answer has its id.`,
    tags,
    bodies: bodies(schemas.create),
    ...(createHeaders && { requestHeaders: createHeaders }),
    response: {
      201: oneOf(record, `The ${noun} that was created.`, {
        Location: Type.String({
          description: `URL of the ${noun}.`,
          examples: [`/api/v1/websites/1/${title.toLowerCase()}s/3`],
        }),
      }),
    },
    problems: listProblems,
  };
  const update = {
    need,
    summary: `Update ${article} ${noun}`,
    description: "`PUT` and `PATCH` do the same: both change only the fields that are sent.",
    tags,
    bodies: bodies(schemas.update),
    response: { 200: oneOf(record, `The ${noun}.`) },
    problems,
  } satisfies FastifySchema;
  const updates: readonly (readonly ["PATCH" | "PUT", FastifySchema])[] = [
    ["PATCH", { ...update, operationId: `update${title}` }],
    ["PUT", { ...update, operationId: `update${title}ByPut` }],
  ];
  const remove: FastifySchema = {
    need,
    operationId: `delete${title}`,
    summary: `Delete ${article} ${noun}`,
    description: "The website's events stay as they are. The id is never used again.",
    tags,
    response: { 200: deleted },
    problems: [...problems, ...deleteProblems],
  };
  return { create, updates, remove };
}

function wordsOf({ title, noun = title.toLowerCase(), tag = "Analysis" }: DefinitionSchemas) {
  return { noun, article: /^[aeiou]/.test(noun) ? "an" : "a", tags: [tag] };
}

function oneOf(record: TObject, description: string, headers?: Readonly<Record<string, TSchema>>) {
  return Type.Object({ data: record }, { description, ...(headers && { headers }) });
}
