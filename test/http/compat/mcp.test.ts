import { readFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";

import { inputSchemaOf, readApiDocument } from "../../../src/http/compat/mcp/api-schema.ts";
import { tools } from "../../../src/http/compat/mcp/tools.ts";
import { startApp, type TestApp } from "../../helpers/app.ts";
import { apiKey } from "../../helpers/footfall.ts";

const version = "2026-07-28";
const prefix = "io.modelcontextprotocol";
const _meta = {
  [`${prefix}/protocolVersion`]: version,
  [`${prefix}/clientInfo`]: { name: "test", version: "1.0.0" },
  [`${prefix}/clientCapabilities`]: {},
};
const notifications = { toolsListChanged: true, resourcesListChanged: true };

/** Sends messages, and resolves with the whole answer. */
function send({ app }: TestApp, payload: object, method = "") {
  const modern = { "mcp-protocol-version": version, "mcp-method": method };
  const headers = {
    authorization: `Bearer ${apiKey}`,
    accept: "application/json, text/event-stream",
    ...(method !== "" && modern),
  };
  return app.inject({ method: "POST", url: "/mcp", headers, payload });
}

function request(method: string, params: object = {}, id: unknown = 1) {
  return { jsonrpc: "2.0", id, method, params };
}

test.each([1, "a", { a: 1 }])("nobody listens to changes, with the id %j", async (id) => {
  const server = await startApp({});
  const method = "subscriptions/listen";
  const echoed = typeof id === "object" ? null : id;
  const expected = { jsonrpc: "2.0", id: echoed, error: { code: -32_601 } };

  for (const body of [
    request(method, { notifications, _meta }, id),
    [request("ping", {}, 2), request(method, { notifications }, id)],
  ]) {
    const reply = await send(server, body, method);
    expect([reply.statusCode, reply.json()]).toMatchObject([404, expected]);
  }
});

test("a server says that nothing of it changes", async () => {
  const server = await startApp({});
  const reply = await send(server, request("server/discover", { _meta }), "server/discover");

  expect(reply.headers["content-type"]).toContain("application/json");
  expect(reply.json().result.capabilities).toEqual({
    tools: { listChanged: false },
    resources: { listChanged: false },
  });
});

test("messages that cancel one another are refused", async () => {
  const server = await startApp({});
  const call = request("tools/call", { name: "list_websites", arguments: {} });
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };

  for (const messages of [
    [call, cancel],
    [cancel, call],
  ]) {
    const reply = await send(server, messages);
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ["body"]]);
  }
  expect((await send(server, cancel)).statusCode).toBe(202);
  expect((await send(server, [call, { ...call, id: 2 }])).statusCode).toBe(200);
});

test("the library writes nothing into the log", async () => {
  const server = await startApp({});
  const outputs = [
    ...(["log", "info", "warn", "error"] as const).map((name) => vi.spyOn(console, name)),
    vi.spyOn(process.stderr, "write"),
  ];
  await send(server, request("tools/list", { _meta }), "tools/list");

  for (const output of outputs) {
    expect(output).not.toHaveBeenCalled();
    output.mockRestore();
  }
});

test.each(tools)("$name takes parameters that its operation has", async (tool) => {
  const { properties } = inputSchemaOf(tool, await readApiDocument());

  expect(Object.keys(properties as object)).toEqual(expect.arrayContaining([...tool.params]));
});

test("docs/assistants.md has every tool, and no other", async () => {
  const [, table = ""] = (await readFile("docs/assistants.md", "utf8")).split("## ");
  const names = table.match(/`(?:get|list|crawler)s?_?\w*`/g)?.map((name) => name.slice(1, -1));

  expect(names?.sort()).toEqual(tools.map(({ name }) => name).sort());
});
