import type { IncomingMessage } from "node:http";
import type { InjectOptions } from "fastify";
import { describe, expect, test } from "vitest";
import { AuthProxy } from "../../../src/http/access/auth-proxy.ts";
import { personWith } from "../../access/memory-access.ts";
import { byTest } from "../../helpers/author.ts";
import { apiKey } from "../../helpers/footfall.ts";
import { cookiesOf, domains } from "../access-app.ts";
import {
  type ExternalApp,
  type ExternalOptions,
  sessionCookie,
  startExternal,
} from "./external-app.ts";

const peer = "10.0.0.2";
const header = "Remote-Email";
const email = "ada@example.com";

/** Starts the application behind a proxy, with a person who is active. */
async function start(options: ExternalOptions = {}): Promise<ExternalApp> {
  const app = await startExternal({ proxy: { header, peers: ["10.0.0.0/24"] }, ...options });
  await app.access.create(byTest, "person", () => personWith());
  return app;
}

/** Asks as a browser does, through the proxy unless the options say otherwise. */
function visit({ ask }: ExternalApp, path = "/", options: InjectOptions = {}) {
  return ask(path, {
    remoteAddress: peer,
    ...options,
    headers: { accept: "text/html", [header]: email, ...options.headers },
  });
}

const sessionsOf = ({ access }: ExternalApp) => access.all.list("session");

describe("a page that is asked for through the proxy", () => {
  test.each(["/", `/${domains.private}`, `/${domains.public}`])(
    "%s opens a session for the person whom the proxy names",
    async (path) => {
      const app = await start();
      const reply = await visit(app, path);

      expect(app.signedIn(cookiesOf(reply))).toMatchObject({ email });
      expect(sessionsOf(app).map(({ content }) => content.proxyName)).toEqual([email]);
    },
  );

  test("is already that of the person", async () => {
    const app = await start();

    expect((await visit(app)).body).toContain('data-view="websites"');
  });

  test("lets the cookie call the API, as long as the proxy sends the name", async () => {
    const app = await start();
    const cookies = cookiesOf(await visit(app));
    const statusOf = async (options: InjectOptions) =>
      (await visit(app, "/api/v1/me", { cookies, ...options })).statusCode;

    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ headers: { [header]: "bob@example.com" } })).toBe(401);
    expect(await statusOf({ headers: { [header]: "" } })).toBe(401);
    expect(await statusOf({ remoteAddress: "192.0.2.1" })).toBe(401);
  });

  test("opens no other session while the first one holds", async () => {
    const app = await start();
    const cookies = cookiesOf(await visit(app));

    for (const path of ["/", `/${domains.private}`]) {
      expect((await visit(app, path, { cookies })).cookies).toEqual([]);
    }
    expect(sessionsOf(app)).toHaveLength(1);
  });

  test("compares names without regard to case", async () => {
    const app = await start();
    const cookies = cookiesOf(await visit(app, "/", { headers: { [header]: "Ada@Example.COM" } }));

    expect((await visit(app, "/", { cookies })).cookies).toEqual([]);
    expect(sessionsOf(app)).toHaveLength(1);
  });

  test("opens one for the next person when the name changes", async () => {
    const app = await start();
    await app.access.create(byTest, "person", () =>
      personWith({ email: "bob@example.com", name: "Bob" }),
    );
    const cookies = cookiesOf(await visit(app));
    const headers = { [header]: "bob@example.com" };
    const reply = await visit(app, "/", { cookies, headers });

    expect(app.signedIn(cookiesOf(reply))).toMatchObject({ name: "Bob" });
    expect(sessionsOf(app)).toHaveLength(2);
  });

  test("opens one for somebody new where people may sign up", async () => {
    const app = await start({ rules: { signUp: "member" } });
    const reply = await visit(app, "/", { headers: { [header]: "new@example.com" } });

    expect(app.signedIn(cookiesOf(reply))).toMatchObject({
      email: "new@example.com",
      role: "member",
      grants: [],
    });
    expect(app.entries.map(({ what }) => what)).toEqual(["person.sign-up", "sign-in"]);
  });

  test.each([
    ["unknown", "eve@example.com", "uninvited"],
    ["disabled", "dis@example.com", "disabled"],
  ])(
    "is that of a stranger for somebody who is %s, and a line says why",
    async (_, name, cause) => {
      const app = await start();
      await app.access.create(byTest, "person", () =>
        personWith({ email: name, state: "disabled" }),
      );
      if (cause === "uninvited") await app.access.remove(byTest, "person", 2);
      const headers = { [header]: name };
      const reply = await visit(app, "/", { headers });

      expect([reply.statusCode, reply.cookies]).toEqual([200, []]);
      expect(reply.body).toContain('data-view="sign-in"');
      expect((await visit(app, `/${domains.public}`, { headers })).statusCode).toBe(200);
      expect(app.lines).toEqual([{ where: { cause }, text: expect.any(String) }]);
    },
  );
});

describe("the header opens nothing", () => {
  test.each([
    ["from a peer outside the range", { remoteAddress: "10.0.1.2" }],
    [
      "from a peer that claims to be the proxy",
      { remoteAddress: "192.0.2.1", headers: { "x-forwarded-for": peer } },
    ],
    ["with no address", { headers: { [header]: "ada" } }],
    ["with two addresses", { headers: { [header]: `${email}, ${email}` } }],
    ["for a program", { headers: { accept: "*/*" } }],
    ["for a page in a frame", { headers: { "sec-fetch-dest": "iframe" } }],
    ["for HEAD", { method: "HEAD" } as const],
  ])("%s", async (_what, options) => {
    // Every peer is trusted for X-Forwarded-For, which must not matter.
    const app = await start({
      proxy: { header, peers: ["10.0.0.0/24"] },
      fakes: { trustProxy: true },
    });
    const reply = await visit(app, "/", options);

    expect([reply.statusCode, reply.cookies]).toEqual([200, []]);
    expect(sessionsOf(app)).toEqual([]);
  });

  test("from an IPv4 peer that the socket names as IPv6, it does open a session", async () => {
    const app = await start();

    expect(cookiesOf(await visit(app, "/", { remoteAddress: `::ffff:${peer}` }))).toHaveProperty([
      sessionCookie,
    ]);
  });

  test.each([
    `/shared/${domains.public}`,
    `/shared/${domains.public}/summary?from=2026-11-01&to=2026-11-02`,
    "/share/a-token",
    "/health",
    "/js/script.js",
    "/no/such/page",
  ])("at %s", async (path) => {
    const app = await start();

    expect((await visit(app, path)).cookies).toEqual([]);
    expect(sessionsOf(app)).toEqual([]);
  });

  test("at the collector", async () => {
    const app = await start();
    const payload = { domain: domains.public, url: `https://${domains.public}/` };
    const reply = await visit(app, "/api/event", { method: "POST", payload });

    expect([reply.statusCode, reply.cookies]).toEqual([202, []]);
    expect(sessionsOf(app)).toEqual([]);
  });

  test("at the API, which answers 401 without the cookie", async () => {
    const app = await start();
    const reply = await visit(app, "/api/v1/websites");

    expect([reply.statusCode, reply.cookies]).toEqual([401, []]);
  });

  test("without a proxy in the settings", async () => {
    const app = await startExternal();

    expect((await visit(app)).cookies).toEqual([]);
  });
});

test("whoever signs in with an API key stays signed in with it", async () => {
  const app = await start();
  const cookies = cookiesOf(await app.post("/session", { key: apiKey }));
  const reply = await visit(app, "/", { cookies });

  expect(reply.body).toContain('data-view="websites"');
  expect(sessionsOf(app)).toEqual([]);
});

describe("a session that the proxy opened", () => {
  const proxy = new AuthProxy({ header, peers: [peer] });
  const from = (remoteAddress: string, name?: string) =>
    ({
      socket: { remoteAddress },
      headers: name === undefined ? {} : { [header.toLowerCase()]: name },
    }) as unknown as IncomingMessage;

  test.each([
    ["the proxy with the same name", from(peer, "Ada@example.com"), true],
    ["the proxy with another name", from(peer, "bob@example.com"), false],
    ["the proxy without a name", from(peer), false],
    ["somebody else with the same name", from("192.0.2.1", email), false],
  ])("in a request of %s: %s", (_who, request, holds) => {
    expect(proxy.sessionHolds(request, { proxyName: email })).toBe(holds);
    expect(proxy.sessionHolds(request, {})).toBe(true);
  });

  test("does not hold once the settings have no proxy", () => {
    const none = new AuthProxy();

    expect(none.sessionHolds(from(peer, email), { proxyName: email })).toBe(false);
  });
});
