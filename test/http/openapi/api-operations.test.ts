import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";

import { errorCodes, Problem } from "../../../src/base/errors.ts";
import { dropReasons } from "../../../src/model/drop-reason.ts";
import { type ApiDocument, objectsIn, operationsOf } from "../../helpers/api-document.ts";
import { startApp } from "../../helpers/app.ts";
import { readDocument } from "../../helpers/described-api.ts";

describe("operations", () => {
  test("each has a name of its own, says what it does, and has a tag that is explained", async () => {
    const document = await readDocument();
    const operations = [...operationsOf(document).values()];
    const tags = document.tags.map(({ name }) => name);

    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const operation of operations) {
      expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
      expect(operation.summary).toBeTruthy();
      expect(operation.description, operation.operationId).toMatch(/^[A-Z`].+\.$/);
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

  test("statistics come as JSON, or not again, with CSV beside them", async () => {
    const operation = operationsOf(await readDocument()).get("GET /api/v1/stats/{website_id}");
    const { 200: answer, 304: notModified } = operation?.responses ?? {};

    expect(Object.keys(answer?.content ?? {})).toEqual(["application/json"]);
    expect(answer?.content?.["application/json"]?.schema).toHaveProperty("properties.meta");
    expect(answer?.description).toContain("`Accept: text/csv`: All values as CSV");
    expect(answer?.["x-content"]?.["text/csv"]?.schema).toMatchObject({ type: "string" });
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
