import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { freePort } from "../../../src/base/net/free-port.ts";
import { personWith } from "../../access/memory-access.ts";
import { nginxTest, runNginx } from "../../cluster/nginx.ts";
import { byTest } from "../../helpers/author.ts";
import { cleanUp } from "../../helpers/clean-up.ts";
import { apiKey } from "../../helpers/footfall.ts";
import { readRecipes } from "../../proxies/recipes.ts";
import { domains } from "../access-app.ts";
import { sessionCookie, startExternal } from "./external-app.ts";

const header = "Remote-Email";
const page = { accept: "text/html" };
const portal = { cookie: "portal=ada@example.com" };

/** Starts a portal that knows people by a cookie, and resolves with its port. */
async function startPortal(): Promise<number> {
  const server = createServer(({ headers }, response) => {
    const [, email] = /\bportal=([^;]+)/.exec(headers.cookie ?? "") ?? [];
    if (email === undefined) response.writeHead(401).end();
    else response.writeHead(200, { [header]: email }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUp(async () => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function start() {
  const app = await startExternal({ proxy: { header, peers: ["127.0.0.1"] } });
  await app.access.create(byTest, "person", () => personWith({ role: "owner" }));
  const { port: footfall } = app.app.server.address() as AddressInfo;
  const port = await freePort("127.0.0.1");
  const docs = await readFile(new URL("../../../docs/access.md", import.meta.url), "utf8");
  const [, example = ""] = /```nginx\n(.*?)```/s.exec(docs) ?? [];
  const [headers = ""] = await readRecipes("nginx");
  const servers = example
    .replace("include /etc/nginx/footfall.conf;", headers)
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replaceAll("127.0.0.1:8080", `127.0.0.1:${footfall}`)
    .replaceAll("127.0.0.1:9091", `127.0.0.1:${await startPortal()}`);
  const url = await runNginx(servers, port);
  const ask = (path: string, headers: Record<string, string> = {}, body?: string) =>
    fetch(`${url}${path}`, {
      redirect: "manual",
      headers,
      ...(body !== undefined && { method: "POST", body }),
    });
  return { ask, app };
}

nginxTest(
  "the example of docs/access.md signs in whom the portal knows, and nobody else",
  async () => {
    const { ask, app } = await start();
    const stranger = await ask("/", { ...page, [header]: "ada@example.com" });
    expect([stranger.status, stranger.headers.get("location")]).toEqual([
      302,
      expect.stringMatching(/^https:\/\/login\.example\.com\/\?rd=http:/),
    ]);
    expect(app.access.all.count("session")).toBe(0);

    const reply = await ask("/", { ...page, ...portal, [header]: "eve@example.com" });
    expect(await reply.text()).toContain('data-view="websites"');
    const cookies = reply.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(";")));
    const own = cookies.find((cookie) => cookie.startsWith(sessionCookie)) ?? "";
    const statusOf = async (cookie: string, headers = {}) =>
      (await ask("/api/v1/websites", { cookie, ...headers })).status;

    expect(await statusOf(`${portal.cookie}; ${own}`)).toBe(200);
    // Without the portal's cookie, and as somebody else, the session does not hold.
    expect(await statusOf(own, { [header]: "ada@example.com" })).toBe(401);
    expect(await statusOf(`portal=bob@example.com; ${own}`)).toBe(401);
    expect(await statusOf(portal.cookie)).toBe(401);
  },
);

nginxTest("it lets visitors and programs pass without an account", async () => {
  const { ask, app } = await start();
  const event = { domain: domains.public, url: `https://${domains.public}/` };

  expect((await ask("/api/event", {}, JSON.stringify(event))).status).toBe(202);
  expect((await ask("/js/script.js")).status).toBe(200);
  expect((await ask(`/shared/${domains.public}`, { [header]: "ada@example.com" })).status).toBe(
    200,
  );
  const authorization = `Bearer ${apiKey}`;
  expect((await ask("/api/v1/websites", { authorization })).status).toBe(200);
  const stored = await ask(
    "/api/v1/websites",
    { authorization, "content-type": "application/json" },
    JSON.stringify({ domain: "new.test" }),
  );
  expect(stored.status).toBe(201);
  expect(app.access.all.count("session")).toBe(0);
});
