import swagger from "@fastify/swagger";
import Fastify, { type FastifySchema, type RouteOptions } from "fastify";
import { type TSchema, Type } from "typebox";
import { ProblemBody } from "../../model/problem.ts";
import { programVersion } from "../shell/program-version.ts";
import { pluginTimeoutMs } from "../shell/server-limits.ts";
import { type Components, documentSchema } from "./documented-schema.ts";
import { problemResponse, problemsOf, responseName } from "./problem-responses.ts";
import { type HasParameters, shareParameters } from "./shared-parameters.ts";

const openapi = {
  openapi: "3.1.0",
  tags: [
    { name: "Websites", description: "Websites and their settings." },
    { name: "Stats", description: "Statistics, by days of the website's time zone." },
    { name: "Analysis", description: "Goals, funnels, segments and annotations of websites." },
    { name: "Notifications", description: "Alerts, webhooks and e-mail reports." },
    { name: "Corrections", description: "Changes of events that are stored." },
    { name: "Imports", description: "Histories that were brought from other products." },
    { name: "Events", description: "Sending events. 202 means that the events are on disk." },
    {
      name: "Access",
      description: "Access of owners, and of viewers of shared websites and links.",
    },
    { name: "Server", description: "The Footfall server itself." },
  ],
  servers: [{ url: "/", description: "The Footfall that serves this document." }],
  security: [{ apiKey: [] }],
};
const info = {
  title: "Footfall",
  description:
    "Self-hosted web analytics: websites, their events and exact statistics. Unknown parameters and fields are ignored.",
  license: { name: "MIT", identifier: "MIT" },
};
const apiKey = {
  type: "http",
  scheme: "bearer",
  description: "One of `API_KEYS`, or the key that the first start printed.",
} as const;

const WebsiteId = Type.Integer({
  minimum: 1,
  description: "Id of the website. Text that is not an id is answered with 404.",
  examples: [1],
});

const Domain = Type.String({
  description: "Domain of the website.",
  examples: ["example.com"],
});

const DefinitionId = Type.Integer({
  minimum: 1,
  description: "Id below the website. Text that is not an id is answered with 404.",
  examples: [3],
});

const PropKey = Type.String({
  description: "Key of a prop, percent-encoded.",
  examples: ["plan"],
});

const Token = Type.String({
  description: "The last part of a shared link's URL.",
  examples: ["AAAAAYf0pBQFVxCkVbUcMs8pmJQ"],
});

const pathParameters: Readonly<Record<string, TSchema>> = {
  domain: Domain,
  id: WebsiteId,
  key: PropKey,
  token: Token,
  website_id: WebsiteId,
};
const parameterName = /:(\w+)/g;

/** A schema of an answer, with the description and the headers that the answer has. */
type Answer = TSchema & {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, TSchema>>;
};

/** The part of the generator's document that `describeApi` adds to. */
interface Generated {
  readonly paths: Record<string, Record<string, GeneratedOperation>>;
  readonly components: { responses?: Record<string, object> } & HasParameters["components"];
}

interface GeneratedOperation {
  readonly responses: Record<string, object>;
  readonly parameters?: { name: string; in: string; schema: { type?: string }; style?: string }[];
}

/** Resolves with the OpenAPI document of these routes, as JSON. */
export async function describeApi(routes: readonly RouteOptions[]): Promise<string> {
  const schemas: Components = new Map();
  documentSchema(ProblemBody, schemas);
  const document = await generate(
    routes.map((route) => describeRoute(route, schemas)),
    schemas,
  );
  document.components.responses = {};
  for (const { method, url, schema = {} } of routes) {
    const operation = document.paths[pathOf(url)]?.[String(method).toLowerCase()];
    if (operation === undefined) throw new Error(`${String(method)} ${url} was not described`);
    for (const parameter of operation.parameters ?? []) {
      // As in filter[browser]=Chrome.
      if (parameter.schema.type === "object") parameter.style = "deepObject";
    }
    addCsv(operation, schema);
    for (const [status, codes] of problemsOf(url, schema)) {
      const name = responseName(codes);
      document.components.responses[name] = problemResponse(codes);
      operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  shareParameters(document);
  return JSON.stringify(document);
}

/**
 * Adds the CSV that a route answers with if a client asks for it. It stands beside the content of
 * the answer: from two contents, generated clients make answers that are an object or text.
 */
function addCsv({ responses }: GeneratedOperation, { csv }: FastifySchema): void {
  const answer = responses["200"] as { readonly description: string } | undefined;
  if (csv === undefined || answer === undefined) return;
  const { description, ...schema } = csv as TSchema & { description?: string };
  Object.assign(answer, {
    description: `${answer.description}\n\n\`Accept: text/csv\`: ${description}`,
    "x-content": { "text/csv": { schema } },
  });
}

/** Generates the document from an application of its own, which serves no requests. */
async function generate(routes: readonly RouteOptions[], schemas: Components): Promise<Generated> {
  const app = Fastify({ exposeHeadRoutes: false, pluginTimeout: pluginTimeoutMs });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => () => "");
  await app.register(swagger, {
    openapi: {
      ...openapi,
      info: { ...info, version: programVersion },
      components: { securitySchemes: { apiKey }, schemas: Object.fromEntries(schemas) },
    },
    convertConstToEnum: false,
  });
  for (const route of routes) app.route(route);
  await app.ready();
  return app.swagger() as unknown as Generated;
}

/** Returns a route in the generator's terms. */
function describeRoute({ method, url, schema = {} }: RouteOptions, schemas: Components) {
  const { body, bodies, consumes, querystring, requestHeaders, response, need, ...others } = schema;
  const { otherContents, csv: _, ...rest } = others;
  const { produces = ["application/json"] } = rest;
  const document = (part: unknown) => documentSchema(part as TSchema, schemas);
  const contentsOf = (schemas: object) =>
    mapValues(schemas as Record<string, unknown>, (schema) => ({ schema: document(schema) }));
  const contentTypes = body === undefined ? [] : (consumes ?? ["application/json"]);
  const contents = bodies ?? Object.fromEntries(contentTypes.map((type) => [type, body]));
  const parameters = [...url.matchAll(parameterName)].map(([, name = ""]) => [
    name,
    pathParameters[name] ?? DefinitionId,
  ]);
  const description: FastifySchema = {
    ...rest,
    ...(need !== undefined && {
      description: `${rest.description} Needs \`${need}\`.`,
      "x-need": need,
    }),
    ...(parameters.length > 0 && { params: document(Type.Object(Object.fromEntries(parameters))) }),
    ...(querystring !== undefined && { querystring: document(querystring) }),
    ...(requestHeaders && { headers: document(requestHeaders) }),
    ...(Object.keys(contents).length > 0 && {
      body: { content: contentsOf(contents) },
    }),
    ...(response !== undefined && {
      response: mapValues(response as Record<string, Answer>, ({ headers, ...answer }, status) => ({
        ...(otherContents !== undefined && status === "200"
          ? { content: contentsOf({ [produces[0] ?? ""]: answer, ...otherContents }) }
          : document(answer)),
        description: answer.description,
        headers: headers && mapValues(headers, document),
      })),
    }),
  };
  return { method, url, schema: description, handler: () => {} };
}

function pathOf(url: string): string {
  return url.replaceAll(parameterName, "{$1}");
}

function mapValues<In, Out>(
  object: Readonly<Record<string, In>>,
  map: (value: In, key: string) => Out,
): Record<string, Out> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}
