import { ServerResponse } from "node:http";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Compile } from "typebox/compile";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { compileCheck } from "../../../src/base/validation.ts";
import { dimensionNames } from "../../../src/counting/dimensions.ts";
import { definitionFilterNames } from "../../../src/counting/filters.ts";
import { toRecord } from "../../../src/http/websites/website-fields.ts";
import { WebsiteListParams } from "../../../src/http/websites/website-list-params.ts";
import { BulkEvent, TrackedEvent } from "../../../src/model/event.ts";
import { NewWebsite, WebsiteUpdate } from "../../../src/model/website.ts";
import { objectsIn, operationsOf } from "../../helpers/api-document.ts";
import { startApp } from "../../helpers/app.ts";
import { readDocument } from "../../helpers/described-api.ts";
import { websiteWith } from "../../helpers/draft.ts";

describe("GET /openapi.json", () => {
  test("is a valid OpenAPI 3.1 document, without a key", async () => {
    const { app } = await startApp({});
    const reply = await app.inject("/openapi.json");

    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
    const validator = new Validator();
    expect(await validator.validate(reply.json())).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  test("is compressed for clients that accept it, and its bytes are the same for all", async () => {
    const { url } = await startApp({});
    const ends = vi.spyOn(ServerResponse.prototype, "end");
    onTestFinished(() => void ends.mockRestore());
    const ask = async (encoding: string) => {
      const reply = await fetch(`${url}/openapi.json`, {
        headers: { "accept-encoding": encoding },
      });
      expect(await reply.json()).toEqual(await readDocument());
      return [reply.headers.get("content-encoding"), reply.headers.get("vary")];
    };
    const vary = "Accept-Encoding";
    expect(await ask("identity")).toEqual([null, vary]);
    expect(await ask("identity")).toEqual([null, vary]);
    expect(await ask("br, gzip")).toEqual(["gzip", vary]);
    expect(await ask("gzip")).toEqual(["gzip", vary]);

    const sent = ends.mock.calls.map(([bytes]) => bytes as unknown);
    expect(sent.map((bytes) => bytes instanceof Buffer)).toEqual([true, true, true, true]);
    expect(new Set(sent).size).toBe(2);
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
    // Pages for people and assistants are left out, and other names of the tracker.
    const isLeftOut = (route: string) =>
      / \/(?:unsubscribe|docs|mcp|api\/(?:auth|heartbeat|me|websites|v2|v1\/sites))\b| \/(?:script|umami)\.js$| \/js\/\{| \*$| \/api\/v1\/stats\/[a-z]/.test(
        route,
      );
    expect(described).toEqual(registered.filter((route) => !isLeftOut(route)));
  });

  test("is the document on file, which clients rely on", async () => {
    const text = JSON.stringify(await readDocument(), null, 2);

    await expect(`${text}\n`).toMatchFileSnapshot("openapi.json");
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
    const { privacy, email, exclude_bots, timezone, language } = toRecord(websiteWith(), {
      shardOf: () => undefined,
    });

    const defaults = Object.entries(properties ?? {}).flatMap(([field, { description }]) => {
      const [, value] = /The default is `(.+)`\.$/.exec(String(description)) ?? [];
      return value === undefined ? [] : [[field, JSON.parse(value)]];
    });
    expect(Object.fromEntries(defaults)).toEqual({
      privacy,
      email,
      exclude_bots,
      timezone,
      language,
    });
  });

  test.each(["Goal", "Funnel", "Segment", "Annotation"])(
    "an update of a %s has the fields of a new one, without a default",
    async (title) => {
      const { schemas } = (await readDocument()).components;
      const update = JSON.stringify(schemas[`${title}Update`]?.properties);
      const created = JSON.stringify(schemas[`New${title}`]?.properties);

      expect(update).toBe(created.replaceAll(/ The default is `[^`]+`\./g, ""));
    },
  );

  test("no field of a component has the keyword that makes generators require it", async () => {
    for (const [name, schema] of Object.entries((await readDocument()).components.schemas)) {
      const fields = objectsIn(schema).filter((inner) => "default" in inner);
      expect([name, ...fields]).toEqual([name]);
    }
  });

  test.each([
    [NewWebsite, { domain: "example.com" }],
    [WebsiteUpdate, {}],
    [WebsiteListParams, {}],
  ])("a default is not written into what is checked", (schema, given) => {
    expect(compileCheck(schema)(given)).toEqual({ ok: true, value: given });
  });
});
