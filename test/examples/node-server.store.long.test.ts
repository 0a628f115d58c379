import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { cleanUp } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { apiKey, chrome } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { type Program, startProgram } from "../helpers/program.ts";

const file = fileURLToPath(new URL("../../examples/node-server/server.js", import.meta.url));

const footfall = openFootfall();

/** Stands between the shop and Footfall, and decides what happens to requests from now on. */
interface Gate {
  fate: "passed" | "answer lost" | "refused";
  /** The requests that came. */
  readonly requests: { readonly key: string; readonly body: string }[];
  readonly url: string;
}

async function openGate(fate: Gate["fate"]): Promise<Gate> {
  const server = createServer((request, response) => void handle(gate, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUp(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  const gate: Gate = { fate, requests: [], url: `http://127.0.0.1:${port}` };
  return gate;
}

async function handle(gate: Gate, request: IncomingMessage, response: ServerResponse) {
  const { fate } = gate;
  const body = await text(request);
  const key = String(request.headers["idempotency-key"]);
  gate.requests.push({ key, body });
  if (fate === "refused") {
    response.writeHead(503, { "retry-after": "60" }).end('{"code":"OVERLOADED"}');
    return;
  }
  const answer = await footfall.request(request.url ?? "", {
    method: "POST",
    headers: {
      authorization: String(request.headers.authorization),
      "content-type": String(request.headers["content-type"]),
      "idempotency-key": key,
    },
    body,
  });
  if (fate === "answer lost") request.socket.destroy();
  else response.writeHead(answer.status).end(answer.text);
}

interface Shop extends Program {
  readonly url: string;
}

/** Starts the example for this website. `footfallUrl` is what it sends events to. */
async function startShop(
  website: { id: number; domain: string },
  footfallUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Shop> {
  const shopEnv = {
    FOOTFALL_URL: footfallUrl,
    FOOTFALL_API_KEY: apiKey,
    FOOTFALL_WEBSITE_ID: String(website.id),
    SITE_URL: `https://${website.domain}`,
    ...env,
  };
  const program = startProgram([file], shopEnv, process.execPath);
  const url = await eventually(async () => {
    const ready = /on (http:\/\/localhost:\d+)$/m.exec(program.stdout())?.[1];
    if (ready === undefined) throw new Error(`it does not listen: ${program.stderr()}`);
    return ready;
  });
  return { ...program, url };
}

const visit = (shop: Shop, path: string, options: RequestInit = {}) =>
  fetch(`${shop.url}${path}`, {
    headers: { "user-agent": chrome },
    redirect: "manual",
    ...options,
  });

/** Resolves with the values of a dimension and their counts. */
async function countsOf(id: number, name: string): Promise<Record<string, number>> {
  const reply = await footfall.stats(id, { name, from: "2000-01-01", to: "2100-01-01" });
  const data = reply.json.data as { value: string; count: number }[];
  return Object.fromEntries(data.map(({ value, count }) => [value, count]));
}

test("page views and orders arrive with their visitor", async () => {
  const website = await footfall.store("plain.shop.example");
  const shop = await startShop(website, footfall.url);

  expect(await (await visit(shop, "/?tea=assam")).text()).toContain("Tea shop");
  expect((await visit(shop, "/orders", { method: "POST" })).status).toBe(303);
  expect((await visit(shop, "/constructor")).status).toBe(404);

  await eventually(async () => expect(await countsOf(website.id, "event")).toEqual({ Order: 1 }));
  expect(await countsOf(website.id, "page")).toEqual({ "/?tea=assam": 1 });
  expect(await countsOf(website.id, "browser")).toEqual({ Chrome: 1 });
  expect(shop.stderr()).toBe("");
});

test("events whose answer was lost are sent again, and count once", async () => {
  const website = await footfall.store("lost.shop.example");
  const gate = await openGate("answer lost");
  const shop = await startShop(website, gate.url);
  for (const path of ["/", "/thanks", "/"]) await visit(shop, path);
  await eventually(async () => expect(gate.requests.length).toBeGreaterThan(0));
  gate.fate = "passed";
  await eventually(async () => expect(gate.requests.length).toBeGreaterThan(1));
  shop.process.kill("SIGTERM");

  expect(await shop.exited).toBe(0);
  expect(gate.requests[1]).toEqual(gate.requests[0]);
  expect(await countsOf(website.id, "page")).toEqual({ "/": 2, "/thanks": 1 });
});

test("SIGTERM sends what waits, also what Footfall has refused so far", async () => {
  const website = await footfall.store("term.shop.example");
  const gate = await openGate("refused");
  const shop = await startShop(website, gate.url);
  await visit(shop, "/");
  await eventually(async () => expect(gate.requests).toHaveLength(1));
  // The shop pauses for a minute now, and these wait behind.
  for (const path of ["/thanks", "/thanks"]) await visit(shop, path);
  gate.fate = "passed";
  shop.process.kill("SIGTERM");

  expect(await shop.exited).toBe(0);
  expect(await countsOf(website.id, "page")).toEqual({ "/": 1, "/thanks": 2 });
});

test("SIGTERM waits for a limited time, and then says that events are lost", async () => {
  const website = await footfall.store("late.shop.example");
  const gate = await openGate("refused");
  const shop = await startShop(website, gate.url, { STOP_SECONDS: "0.2" });
  await visit(shop, "/");
  shop.process.kill("SIGTERM");

  expect(await shop.exited).toBe(1);
  expect(shop.stderr()).toContain("no time left to send the last events");
});

test("a shop without a key says what it needs, and ends", async () => {
  const shop = startProgram([file], { FOOTFALL_API_KEY: apiKey }, process.execPath);

  expect(await shop.exited).toBe(1);
  expect(shop.stderr()).toContain("set FOOTFALL_API_KEY and FOOTFALL_WEBSITE_ID");
});
