import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { middleware, proxy } from "../../examples/crawlers/next-middleware.js";
import { createHooks } from "../../examples/crawlers/node-hooks.js";
import { programs } from "../../examples/crawlers/programs.js";
import worker from "../../examples/crawlers/worker.js";
import { cleanUp, stopAll } from "../helpers/clean-up.ts";
import { chrome } from "../helpers/footfall.ts";

const gptBot =
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)";
const footfall = { url: "http://stats.example", websiteId: 7, apiKey: "key" };
const address = "http://stats.example/api/v1/websites/7/reads";

/** The reads that were sent to Footfall. */
let sent: Record<string, unknown>[] = [];
beforeEach(() => {
  sent = [];
  const real = fetch;
  vi.stubGlobal("fetch", async (to: string | Request, init: RequestInit = {}) => {
    if (to !== address) return typeof to === "string" ? real(to, init) : new Response("page");
    expect(new Headers(init.headers).get("authorization")).toBe("Bearer key");
    sent.push(...JSON.parse(String(init.body)));
    return Response.json({}, { status: 202 });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await stopAll();
});

test("the pattern knows the programs of the fixture, and no browser of a person", async () => {
  const lines = (await readFile("test/fixtures/agents.tsv", "utf8")).split("\n");
  const rows = lines.filter((line) => /^[01]\t/.test(line)).map((line) => line.split("\t"));
  const wrong = rows.filter(
    ([bot, , , , , , agent = ""]) => programs.test(agent) !== (bot === "1"),
  );
  expect(wrong.map((row) => row.at(-1))).toEqual([]);
  expect(programs.source.length).toBeLessThanOrEqual(300);
  expect(await readFile("docs/crawlers.md", "utf8")).toContain(programs.source);
});

test("Fastify's hook sends what programs read, with status and address", async () => {
  const hooks = createHooks(footfall);
  const app = Fastify();
  app.addHook("onResponse", hooks.fastify);
  app.get("/", async () => "page");
  for (const agent of [gptBot, chrome]) {
    await app.inject({ url: "/?a=1", headers: { "user-agent": agent, host: "example.com" } });
  }
  await app.inject({ url: "/gone", headers: { "user-agent": gptBot, host: "example.com" } });
  await hooks.stop();

  const read = { user_agent: gptBot, method: "GET", ip: "127.0.0.1" };
  expect(sent).toEqual([
    { url: "http://example.com/?a=1", status: 200, timestamp: expect.any(String), ...read },
    { url: "http://example.com/gone", status: 404, timestamp: expect.any(String), ...read },
  ]);
});

test("Express's middleware sends the same", async () => {
  const hooks = createHooks(footfall);
  const server = createServer((request, response) =>
    hooks.express(request, response, () => response.writeHead(200).end("page")),
  ).listen(0, "127.0.0.1");
  cleanUp(async () => {
    server.close();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (const agent of [gptBot, chrome]) {
    await fetch(`http://127.0.0.1:${port}/about`, { headers: { "user-agent": agent } });
  }
  await hooks.stop();
  expect(sent).toMatchObject([
    { url: `https://127.0.0.1:${port}/about`, user_agent: gptBot, status: 200 },
  ]);
});

test.each([
  ["Next.js", undefined],
  ["a Worker", 200],
])("the code for %s sends what programs read, after the answer", async (name, status) => {
  const waiting: Promise<unknown>[] = [];
  const context = { waitUntil: (promise: Promise<unknown>) => void waiting.push(promise) };
  const env = { FOOTFALL_URL: footfall.url, FOOTFALL_WEBSITE: "7", FOOTFALL_KEY: "key" };
  for (const [key, value] of Object.entries(env)) vi.stubEnv(key, value);
  for (const agent of [gptBot, chrome]) {
    const headers = {
      "user-agent": agent,
      "x-forwarded-for": "192.0.2.7",
      "cf-connecting-ip": "192.0.2.7",
      host: "example.com",
    };
    const isNext = name === "Next.js";
    // Next.js has the address of its own server there, as `next start` listens.
    const origin = isNext ? "https://localhost:3000" : "https://example.com";
    const request = new Request(`${origin}/about`, { headers });
    if (isNext) proxy(request, context);
    else expect(await (await worker.fetch(request, env, context)).text()).toBe("page");
  }
  await Promise.all(waiting);
  vi.unstubAllEnvs();
  expect(middleware).toBe(proxy);
  const read = { url: "https://example.com/about", user_agent: gptBot, method: "GET" };
  expect(sent).toEqual([{ ...read, ip: "192.0.2.7", ...(status && { status }) }]);
});
