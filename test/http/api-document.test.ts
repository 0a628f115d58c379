import { Validator } from "@seriousme/openapi-schema-validator";
import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import { dimensionNames } from "../../src/counting/dimensions.ts";
import { errorCodes, Problem } from "../../src/errors.ts";
import { describeApi } from "../../src/http/openapi/api-description.ts";
import { BreakdownParams } from "../../src/http/params/breakdown-params.ts";
import { EngagementParams } from "../../src/http/params/engagement-params.ts";
import { ExportParams } from "../../src/http/params/export-params.ts";
import { FunnelParams, UnsavedFunnelParams } from "../../src/http/params/funnel-params.ts";
import { GoalBreakdownParams } from "../../src/http/params/goal-breakdown-params.ts";
import { GoalStatsParams } from "../../src/http/params/goal-stats-params.ts";
import { HeatmapParams } from "../../src/http/params/heatmap-params.ts";
import { IntakeParams } from "../../src/http/params/intake-params.ts";
import { JourneyParams, JourneyPathParams } from "../../src/http/params/journey-params.ts";
import { PropParams, PropValueParams } from "../../src/http/params/prop-params.ts";
import { RevenueBreakdownParams } from "../../src/http/params/revenue-breakdown-params.ts";
import { RevenueParams } from "../../src/http/params/revenue-params.ts";
import { SummaryParams } from "../../src/http/params/summary-params.ts";
import { WebsiteListParams } from "../../src/http/params/website-list-params.ts";
import { toRecord } from "../../src/http/website-fields.ts";
import { dropReasons } from "../../src/model/drop-reason.ts";
import { BulkEvent, TrackedEvent } from "../../src/model/event.ts";
import { NewWebsite, WebsiteUpdate } from "../../src/model/website.ts";
import { definitionFilterNames } from "../../src/stats/filters.ts";
import { compileCheck } from "../../src/validation.ts";
import { type ApiDocument, objectsIn, operationsOf } from "../helpers/api-document.ts";
import { startApp } from "../helpers/app.ts";
import { websiteWith } from "../helpers/draft.ts";

let document: ApiDocument | undefined;
async function readDocument(): Promise<ApiDocument> {
  if (document === undefined) {
    const { app } = await startApp({});
    document = JSON.parse(await describeApi(app.describedRoutes)) as ApiDocument;
  }
  return document;
}

const formOrJson = ["application/x-www-form-urlencoded", "application/json"];
const list = ["sort_by", "sort", "per_page", "page"];
const csvPage = ["safe", "per_page", "page"];
const found = ["search", "search_by", "sort_by", "sort", ...csvPage];
const population = ["from", "to", "filter", "segment", ...found, "If-None-Match"];
const engagement = ["interval", ...population];
const revenue = ["interval", "event", "compare", "match", ...population];
const revenueStats = ["name", "currency", "touch", ...population];

/**
 * The routes that clients rely on: parameters, content types of the body, and status on success.
 */
const contract: Readonly<Record<string, readonly [string[], string[], number]>> = {
  "GET /health": [[], [], 200],
  "GET /metrics": [[], [], 200],
  "GET /openapi.json": [[], [], 200],
  "POST /session": [[], formOrJson, 204],
  "DELETE /session": [[], [], 204],
  "GET /shared/{domain}": [["domain"], [], 200],
  "GET /shared/{domain}/heatmap": [
    ["domain", "from", "to", "metric", "filter", "segment"],
    [],
    200,
  ],
  "GET /shared/{domain}/goals/stats": [
    ["domain", "from", "to", "compare", "match", "filter", "segment", ...found],
    [],
    200,
  ],
  "GET /shared/{domain}/goals/{goal_id}/stats": [
    ["domain", "goal_id", "name", "from", "to", "interval", "filter", "segment", ...found],
    [],
    200,
  ],
  ...reportContract("journeys", ["start", "direction", "path", "include", "search", ...csvPage]),
  ...reportContract("journeys/paths", ["steps", "start", "direction", "include", ...csvPage]),
  ...reportContract("props", ["event", ...found]),
  ...reportContract("props/{key}", ["key", "event", "none", "numbers", ...found]),
  "GET /shared/{domain}/live": [["domain"], [], 200],
  "GET /shared/{domain}/engagement": [["domain", ...engagement], [], 200],
  "GET /shared/{domain}/revenue": [["domain", ...revenue], [], 200],
  "GET /shared/{domain}/revenue/stats": [["domain", ...revenueStats], [], 200],
  "GET /shared/{domain}/summary": [
    ["domain", "from", "to", "compare", "match", "segment"],
    [],
    200,
  ],
  "GET /shared/{domain}/stats": [["domain", "name", ...population], [], 200],
  "POST /shared/{domain}/unlock": [["domain"], formOrJson, 204],
  "OPTIONS /api/event": [[], [], 204],
  "POST /api/event": [[], ["application/json", "text/plain"], 202],
  "OPTIONS /api/send": [[], [], 204],
  "POST /api/send": [[], ["application/json"], 202],
  "GET /js/script.js": [["If-None-Match"], [], 200],
  "GET /api/v1/websites": [["search", "search_by", "favorite", ...list], [], 200],
  "POST /api/v1/websites": [[], formOrJson, 201],
  "GET /api/v1/websites/{id}": [["id"], [], 200],
  "PUT /api/v1/websites/{id}": [["id"], formOrJson, 200],
  "PATCH /api/v1/websites/{id}": [["id"], formOrJson, 200],
  "DELETE /api/v1/websites/{id}": [["id"], [], 200],
  "POST /api/v1/websites/{id}/events": [
    ["id", "Idempotency-Key"],
    ["application/json", "application/x-ndjson"],
    202,
  ],
  "GET /api/v1/websites/{id}/events": [["id", "from", "to", "filter", "segment", "safe"], [], 200],
  ...definitionContract("goal", formOrJson),
  ...definitionContract("funnel", ["application/json"]),
  ...definitionContract("segment", formOrJson),
  ...definitionContract("annotation", formOrJson, ["from", "to"], ["Idempotency-Key"]),
  "GET /api/v1/websites/{id}/intake": [["id", "from", "to"], [], 200],
  "GET /api/v1/websites/{id}/heatmap": [
    ["id", "from", "to", "metric", "filter", "segment"],
    [],
    200,
  ],
  "GET /api/v1/websites/{id}/goals/stats": [
    ["id", "from", "to", "compare", "match", "filter", "segment", ...found],
    [],
    200,
  ],
  "GET /api/v1/websites/{id}/goals/{goal_id}/stats": [
    ["id", "goal_id", "name", "from", "to", "interval", "filter", "segment", ...found],
    [],
    200,
  ],
  "GET /api/v1/websites/{id}/funnels/{funnel_id}/stats": [
    ["id", "funnel_id", "compare", "match", "name", ...population],
    [],
    200,
  ],
  "GET /shared/{domain}/funnels/{funnel_id}/stats": [
    ["domain", "funnel_id", ...population],
    [],
    200,
  ],
  "GET /api/v1/websites/{id}/funnels/stats": [["id", "step", "within", ...population], [], 200],
  "GET /shared/{domain}/funnels/stats": [["domain", "step", ...population], [], 200],
  "GET /api/v1/websites/{id}/live": [["id"], [], 200],
  "GET /api/v1/websites/{id}/engagement": [["id", ...engagement], [], 200],
  "GET /api/v1/websites/{id}/revenue": [["id", ...revenue], [], 200],
  "GET /api/v1/websites/{id}/revenue/stats": [["id", ...revenueStats], [], 200],
  "GET /api/v1/websites/{id}/summary": [
    ["id", "from", "to", "compare", "match", "segment"],
    [],
    200,
  ],
  "GET /api/v1/stats/{website_id}": [
    [
      "website_id",
      "name",
      "from",
      "to",
      "timezone",
      "interval",
      "filter",
      "segment",
      ...found,
      "If-None-Match",
    ],
    [],
    200,
  ],
};

/** Returns the routes of a report that is pages, for owners and viewers. */
function reportContract(
  path: string,
  parameters: string[],
): Record<string, readonly [string[], string[], number]> {
  const all = ["from", "to", "filter", "segment", "If-None-Match", ...parameters];
  return {
    [`GET /api/v1/websites/{id}/${path}`]: [["id", ...all], [], 200],
    [`GET /shared/{domain}/${path}`]: [["domain", ...all], [], 200],
  };
}

/** Returns the routes of goals, funnels, segments or annotations. */
function definitionContract(
  kind: string,
  bodies: string[],
  listParameters: string[] = [],
  headers: string[] = [],
): Record<string, readonly [string[], string[], number]> {
  const [all, one] = [`{id}/${kind}s`, `{id}/${kind}s/{${kind}_id}`];
  const ids = ["id", `${kind}_id`];
  return {
    [`GET /api/v1/websites/${all}`]: [["id", ...listParameters, ...found], [], 200],
    [`GET /shared/{domain}/${kind}s`]: [["domain", ...listParameters, ...found], [], 200],
    [`POST /api/v1/websites/${all}`]: [["id", ...headers], bodies, 201],
    [`GET /api/v1/websites/${one}`]: [ids, [], 200],
    [`GET /shared/{domain}/${kind}s/{${kind}_id}`]: [["domain", `${kind}_id`], [], 200],
    [`PUT /api/v1/websites/${one}`]: [ids, bodies, 200],
    [`PATCH /api/v1/websites/${one}`]: [ids, bodies, 200],
    [`DELETE /api/v1/websites/${one}`]: [ids, [], 200],
  };
}

describe("GET /openapi.json", () => {
  test("is a valid OpenAPI 3.1 document, without a key", async () => {
    const { app } = await startApp({});
    const reply = await app.inject("/openapi.json");

    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
    const validator = new Validator();
    expect(await validator.validate(reply.json())).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  test("is what the build made of the routes as they are now", async () => {
    const { app } = await startApp({});

    expect((await app.inject("/openapi.json")).json()).toEqual(await readDocument());
  });

  test("has every route that the application answers, and no other", async () => {
    const { app } = await startApp({});
    const document = await readDocument();

    const described = [...operationsOf(document).keys()].sort();
    const registered = registeredRoutes(app.printRoutes({ commonPrefix: false }));
    // Pages for people are not part of the document.
    expect(described).toEqual(registered.filter((route) => !route.includes(" /unsubscribe/")));
  });

  test.each(Object.keys(contract))("has %s as clients know it", async (route) => {
    const operation = operationsOf(await readDocument()).get(route);
    const [parameters = [], contentTypes = [], status = 0] = contract[route] ?? [];

    const named = operation?.parameters?.map(({ name }) => name) ?? [];
    expect(named).toEqual(expect.arrayContaining([...parameters]));
    expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(contentTypes);
    const successes = Object.keys(operation?.responses ?? {}).filter((code) => code < "300");
    expect(successes).toEqual([String(status)]);
  });
});

/**
 * Returns the routes of the tree that the framework prints, as `GET /health`, without those that it
 * adds by itself.
 */
function registeredRoutes(tree: string): string[] {
  const way: string[] = [];
  const routes = tree.split("\n").flatMap((line) => {
    const [, indent = "", part = "", methods = ""] = /^(.*?── )(\S+) \((.*)\)$/.exec(line) ?? [];
    if (part === "") return [];
    way.length = indent.length / 4 - 1;
    way.push(part);
    const path = way.join("").replaceAll(/:(\w+)/g, "{$1}");
    const added = methods.split(", ").filter((method) => method !== "HEAD");
    return added.map((method) => `${method} ${path.replace(/(?<=.)\/$/, "")}`);
  });
  return [...new Set(routes)].sort();
}

describe("parameters and fields", () => {
  test.each([
    ["GET /api/v1/websites", WebsiteListParams],
    ["GET /api/v1/stats/{website_id}", BreakdownParams],
    ["GET /api/v1/websites/{id}/goals/stats", GoalStatsParams],
    ["GET /api/v1/websites/{id}/goals/{goal_id}/stats", GoalBreakdownParams],
    ["GET /api/v1/websites/{id}/heatmap", HeatmapParams],
    ["GET /api/v1/websites/{id}/events", ExportParams],
    ["GET /api/v1/websites/{id}/funnels/{funnel_id}/stats", FunnelParams],
    ["GET /api/v1/websites/{id}/funnels/stats", UnsavedFunnelParams],
    ["GET /api/v1/websites/{id}/intake", IntakeParams],
    ["GET /api/v1/websites/{id}/journeys", JourneyParams],
    ["GET /api/v1/websites/{id}/journeys/paths", JourneyPathParams],
    ["GET /api/v1/websites/{id}/props", PropParams],
    ["GET /api/v1/websites/{id}/props/{key}", PropValueParams],
    ["GET /api/v1/websites/{id}/engagement", EngagementParams],
    ["GET /api/v1/websites/{id}/revenue", RevenueParams],
    ["GET /api/v1/websites/{id}/revenue/stats", RevenueBreakdownParams],
    ["GET /api/v1/websites/{id}/summary", SummaryParams],
  ])("the query of %s is the one that is checked", async (route, query) => {
    const { parameters = [] } = operationsOf(await readDocument()).get(route) ?? {};

    const named = parameters.filter((parameter) => parameter.in === "query");
    expect(named.map(({ name }) => name)).toEqual(Object.keys(query.properties));
  });

  test.each([
    ["NewWebsite", NewWebsite, []],
    ["WebsiteUpdate", WebsiteUpdate, ["domain", "shard"]],
    ["TrackedEvent", TrackedEvent, []],
    ["BulkEvent", BulkEvent, []],
  ])("the fields of %s are those that are checked", async (name, body, refused) => {
    const { schemas } = (await readDocument()).components;

    const taken = Object.keys(body.properties).filter((field) => !refused.includes(field as never));
    expect(Object.keys(schemas[name]?.properties ?? {}).sort()).toEqual(taken.sort());
  });

  test("statistics can be asked by every dimension", async () => {
    const operation = operationsOf(await readDocument()).get("GET /api/v1/stats/{website_id}");

    const name = operation?.parameters?.find((parameter) => parameter.name === "name");
    expect(name?.schema["enum"]).toEqual(dimensionNames);
  });

  test("statistics can be filtered by every dimension that is no day, and by goals", async () => {
    const operation = operationsOf(await readDocument()).get("GET /api/v1/stats/{website_id}");
    const filter = operation?.parameters?.find((parameter) => parameter.name === "filter");

    expect(filter).toMatchObject({ in: "query", required: false, style: "deepObject" });
    const names = dimensionNames.filter((name) => !["pageview", "visit", "visitor"].includes(name));
    const all = [...names, ...definitionFilterNames];
    expect(Object.keys(filter?.schema["properties"] ?? {})).toEqual(all);
  });

  test("every parameter says what it is, with an example", async () => {
    for (const [route, { parameters = [] }] of operationsOf(await readDocument())) {
      for (const { name, description, example } of parameters) {
        expect(description, `${route} ${name}`).toBeTruthy();
        expect(example, `${route} ${name}`).toBeDefined();
      }
    }
  });

  test("every field of a component says what it is", async () => {
    const { schemas } = (await readDocument()).components;
    for (const [name, { properties }] of Object.entries(schemas)) {
      for (const [field, schema] of Object.entries(properties)) {
        const said = schema["description"] ?? schema["const"];
        expect(said, `${name}.${field}`).toBeTruthy();
      }
    }
  });

  test("every example and every default is one that the schema allows", async () => {
    const document = await readDocument();
    const parameters = [...operationsOf(document).values()].flatMap((it) => it.parameters ?? []);
    const said = parameters.map(({ schema, example }) => ({ ...schema, examples: [example] }));
    let checked = 0;
    for (const schema of objectsIn([document.components, document.paths, said])) {
      const values = "default" in schema ? [schema["default"]] : [];
      if (Array.isArray(schema["examples"])) values.push(...schema["examples"]);
      for (const value of values) {
        checked += 1;
        expect(Compile(schema).Check(value), JSON.stringify({ schema, value })).toBe(true);
      }
    }
    expect(checked).toBeGreaterThan(50);
  });

  test("the defaults of a new website are those of the program", async () => {
    const { properties } = (await readDocument()).components.schemas["NewWebsite"] ?? {};
    const { privacy, email, exclude_bots, timezone } = toRecord(websiteWith(), {
      shardOf: () => undefined,
    });

    const defaults = Object.entries(properties ?? {}).flatMap(([field, schema]) =>
      "default" in schema ? [[field, schema["default"]]] : [],
    );
    expect(Object.fromEntries(defaults)).toEqual({
      privacy,
      email,
      exclude_bots,
      timezone,
    });
  });

  test.each([
    [NewWebsite, { domain: "example.com" }],
    [WebsiteUpdate, {}],
    [WebsiteListParams, {}],
  ])("a default is not written into what is checked", (schema, given) => {
    expect(compileCheck(schema)(given)).toEqual({ ok: true, value: given });
  });
});

describe("operations", () => {
  test("each has a name of its own, a summary and a tag that is explained", async () => {
    const document = await readDocument();
    const operations = [...operationsOf(document).values()];
    const tags = document.tags.map(({ name }) => name);

    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const operation of operations) {
      expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
      expect(operation.summary).toBeTruthy();
      expect(operation.tags).toHaveLength(1);
      expect(tags).toContain(operation.tags[0]);
    }
  });

  test("those that ask for a key are those that are refused without one", async () => {
    const { app } = await startApp({});
    const document: ApiDocument = (await app.inject("/openapi.json")).json();
    for (const [route, { security }] of operationsOf(document)) {
      const [method = "", path = ""] = route.split(" ");
      const url = path.replace(/\{\w+\}/, "7");
      const { statusCode } = await app.inject({ method: method as "GET", url });

      expect([route, statusCode === 401]).toEqual([route, security === undefined]);
    }
  });

  test("every reference leads somewhere", async () => {
    const document = await readDocument();
    const references = new Set(
      objectsIn(document).flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : [])),
    );

    expect(references.size).toBeGreaterThan(15);
    for (const reference of references) {
      const [, ...way] = reference.split("/");
      const target = way.reduce<unknown>(
        (at, key) => (at as Record<string, unknown>)[key],
        document,
      );
      expect(target, reference).toBeTypeOf("object");
    }
  });

  test("what clients get back has names for their generated code", async () => {
    const { schemas } = (await readDocument()).components;

    expect(Object.keys(schemas).sort()).toEqual([
      "Annotation",
      "AnnotationUpdate",
      "BulkEvent",
      "BulkOutcome",
      "DeletedAnnotation",
      "DeletedFunnel",
      "DeletedGoal",
      "DeletedSegment",
      "DeletedWebsite",
      "Engagement",
      "Funnel",
      "FunnelStat",
      "FunnelStats",
      "FunnelStatsStep",
      "FunnelStep",
      "FunnelUpdate",
      "Goal",
      "GoalStat",
      "GoalUpdate",
      "GoalValue",
      "Health",
      "HeatmapCell",
      "Import",
      "ImportsMeta",
      "IntakeDay",
      "JourneyElement",
      "JourneyPath",
      "JourneyStep",
      "Live",
      "LiveMinute",
      "LivePage",
      "LiveReferrer",
      "Money",
      "NewAnnotation",
      "NewFunnel",
      "NewFunnelStep",
      "NewGoal",
      "NewSegment",
      "NewWebsite",
      "PageLinks",
      "Problem",
      "Prop",
      "PropNumbers",
      "PropRevenue",
      "PropValue",
      "Revenue",
      "RevenueStat",
      "Segment",
      "SegmentUpdate",
      "SharedWebsite",
      "SignIn",
      "Stat",
      "Summary",
      "TrackedEvent",
      "UmamiRequest",
      "Unlock",
      "WebsiteRecord",
      "WebsiteUpdate",
    ]);
  });

  test("headers worth knowing are named", async () => {
    const document = await readDocument();
    const operations = operationsOf(document);
    const headersOf = (route: string, status: number) =>
      operations.get(route)?.responses[status]?.headers ?? {};

    expect(headersOf("POST /api/v1/websites", 201)).toHaveProperty("Location");
    expect(headersOf("POST /api/event", 202)).toHaveProperty("x-event-dropped.schema.enum", [
      ...dropReasons,
    ]);
    for (const [name, { headers }] of Object.entries(document.components.responses)) {
      const { statusCode } = new Problem(codesIn(name)[0] ?? "INTERNAL");
      expect([name, Object.keys(headers ?? {})]).toEqual([name, headersOn[statusCode] ?? []]);
    }
  });

  test("statistics come as JSON or as CSV, or not again", async () => {
    const operation = operationsOf(await readDocument()).get("GET /api/v1/stats/{website_id}");
    const { 200: answer, 304: notModified } = operation?.responses ?? {};

    expect(Object.keys(answer?.content ?? {})).toEqual(["application/json", "text/csv"]);
    expect(answer?.content?.["application/json"]?.schema).toHaveProperty("properties.meta");
    expect(answer?.content?.["text/csv"]?.schema).toMatchObject({ type: "string" });
    expect(notModified).not.toHaveProperty("content");
    for (const { headers, description } of [answer ?? {}, notModified ?? {}]) {
      expect(headers).toHaveProperty("ETag.schema.type", "string");
      expect(description).toBeTruthy();
    }
  });

  test("nothing of our own checks is in it", async () => {
    const { app } = await startApp({});
    const { body } = await app.inject("/openapi.json");

    expect(body).not.toMatch(/errorMessage|~kind|~optional|Default Response/);
  });
});

const headersOn: Readonly<Record<number, string[]>> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

function codesIn(responseName: string) {
  return errorCodes.filter((code) => responseName.split("_or_").includes(code));
}

describe("errors", () => {
  test("each answer shows the bodies of its codes, in the one shape that errors have", async () => {
    const { schemas, responses } = (await readDocument()).components;
    const shape = Compile(schemas["Problem"] ?? {});
    const shown = new Set<string>();
    for (const [name, { content, description = "" }] of Object.entries(responses)) {
      const { schema, examples = {} } = content?.["application/json"] ?? {};
      expect(schema).toEqual({ $ref: "#/components/schemas/Problem" });
      expect(Object.keys(examples)).toEqual(codesIn(name));
      for (const code of codesIn(name)) {
        shown.add(code);
        const value = examples[code]?.value;
        expect(value).toMatchObject(new Problem(code).body());
        expect(shape.Check(value)).toBe(true);
        expect(description).toContain(`\`${code}\``);
      }
    }
    expect([...shown].sort()).toEqual([...errorCodes].sort());
  });

  test("they stand under the status that they have", async () => {
    for (const [route, { responses }] of operationsOf(await readDocument())) {
      for (const [status, { $ref = "" }] of Object.entries(responses)) {
        if (status < "400") continue;
        const codes = codesIn($ref.slice("#/components/responses/".length));
        const statuses = new Set(codes.map((code) => String(new Problem(code).statusCode)));
        expect([route, ...statuses]).toEqual([route, status]);
      }
    }
  });
});
