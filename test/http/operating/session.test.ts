import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stopAll } from "../../helpers/clean-up.ts";
import { apiKey } from "../../helpers/footfall.ts";
import { type Cookies, cookiesOf, type SharingApp, startSharing } from "../access-app.ts";

const websites = "/api/v1/websites";
const cookie = "footfall_session";
const own = { "sec-fetch-site": "same-origin" };
const dayMs = 24 * 60 * 60 * 1000;

/** For tests that do not change it. */
let sharing: SharingApp;
beforeAll(async () => {
  sharing = await startSharing();
});
afterAll(stopAll);

describe("signing in", () => {
  test.each([
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, `key=${apiKey}`],
    ["JSON", { "content-type": "application/json" }, JSON.stringify({ key: apiKey })],
  ])("with an API key in %s gives a cookie that no script reads", async (_what, headers, body) => {
    const { ask } = sharing;
    const reply = await ask("/session", { method: "POST", headers, body });

    expect([reply.statusCode, reply.body]).toEqual([204, ""]);
    expect(reply.headers["cache-control"]).toBe("private, no-store");
    expect(reply.cookies).toEqual([
      {
        name: cookie,
        value: expect.any(String),
        httpOnly: true,
        sameSite: "Lax",
        path: "/",
        maxAge: 30 * 24 * 60 * 60,
      },
    ]);
    expect(decodeURIComponent(String(reply.headers["set-cookie"]))).not.toContain(apiKey);
  });

  test("over https the cookie goes over nothing else, and to no other host", async () => {
    const { ask, post } = await startSharing({ trustProxy: true });
    const headers = { "x-forwarded-proto": "https" };
    const reply = await post("/session", { key: apiKey }, { headers });

    expect(reply.cookies).toMatchObject([{ name: `__Host-${cookie}`, secure: true, path: "/" }]);
    const cookies = cookiesOf(reply);
    expect((await ask(websites, { cookies, headers })).statusCode).toBe(200);
    expect((await ask(websites, { cookies })).statusCode).toBe(401);
  });

  test("where BASE_URL is https the cookie is the same, whatever a proxy says", async () => {
    const { ask, post } = await startSharing({ baseUrl: "https://stats.test/" });
    const reply = await post("/session", { key: apiKey });

    expect(reply.cookies).toMatchObject([{ name: `__Host-${cookie}`, secure: true, path: "/" }]);
    expect((await ask(websites, { cookies: cookiesOf(reply) })).statusCode).toBe(200);
    const plain = await startSharing({ baseUrl: "http://stats.test" });
    expect((await plain.post("/session", { key: apiKey })).cookies[0]).not.toHaveProperty("secure");
  });

  test.each([
    ["another key", { key: "x".repeat(apiKey.length) }, 401, "WRONG_KEY"],
    ["an empty key", { key: "" }, 401, "WRONG_KEY"],
    ["no key", {}, 422, "VALIDATION"],
    ["a very long key", { key: "x".repeat(1_001) }, 422, "VALIDATION"],
  ])("with %s is refused", async (_what, form, status, code) => {
    const { post } = sharing;
    const reply = await post("/session", form);

    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toMatchObject({ status, code });
    expect(reply.cookies).toEqual([]);
  });

  test("from a page of another server is refused", async () => {
    const { post } = sharing;
    const origins = [
      { origin: "https://evil.test" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site", origin: "http://localhost:80" },
    ];
    for (const headers of origins) {
      const reply = await post("/session", { key: apiKey }, { headers });
      expect([headers, reply.json().code]).toEqual([headers, "FORBIDDEN_ORIGIN"]);
      expect(reply.cookies).toEqual([]);
    }
  });
});

describe("the owner's cookie", () => {
  test("opens what is under /api/v1, as the key does", async () => {
    const { ask, signIn } = sharing;
    const cookies = await signIn();

    expect((await ask(websites, { cookies })).json().data).toHaveLength(3);
    expect((await ask(websites, { cookies, method: "HEAD" })).statusCode).toBe(200);
    expect((await ask("/api/v1/nothing", { cookies })).statusCode).toBe(404);
    expect((await ask("/api/v1/websites/%zz", { cookies })).statusCode).toBe(404);
  });

  test("opens it also where a proxy has asked for another password", async () => {
    const { ask, signIn } = sharing;
    const headers = { authorization: `Basic ${btoa("someone:secret")}` };

    expect((await ask(websites, { headers, cookies: await signIn() })).statusCode).toBe(200);
    expect((await ask(websites, { headers })).statusCode).toBe(401);
  });

  test("does not help who sends a wrong key, nor open /metrics", async () => {
    const { ask, signIn } = sharing;
    const cookies = await signIn();
    const headers = { authorization: `Bearer ${"x".repeat(24)}` };

    expect((await ask(websites, { headers, cookies })).statusCode).toBe(401);
    expect((await ask("/metrics", { cookies })).statusCode).toBe(401);
  });

  test("holds for 30 days", async () => {
    const { ask, clock, signIn } = await startSharing();
    const cookies = await signIn();

    clock.aheadMs = 30 * dayMs - 60_000;
    expect((await ask(websites, { cookies })).statusCode).toBe(200);
    clock.aheadMs = 30 * dayMs + 1;
    const reply = await ask(websites, { cookies });
    expect([reply.statusCode, reply.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
  });

  test("is dead when one character of it is another", async () => {
    const { ask, signIn } = sharing;
    const { [cookie]: token = "" } = await signIn();
    const [end = "", signature = ""] = token.split(".");
    const tampered = [
      `${Number(end) + dayMs}.${signature}`,
      `${end}.${signature.slice(1)}`,
      `${end}.A${signature.slice(1)}A`,
      `${end}.`,
      `.${signature}`,
      end,
      "",
      `${end}e1.${signature}`,
    ];

    for (const value of tampered) {
      const reply = await ask(websites, { cookies: { [cookie]: value } });
      expect([value, reply.statusCode]).toEqual([value, 401]);
    }
    expect((await ask(websites, { cookies: { [cookie]: token } })).statusCode).toBe(200);
  });

  test("lives as long as the key that it was given for, also in other processes", async () => {
    const [first, second] = ["first-key-0123456789", "second-key-0123456789"] as const;
    const before = await startSharing({ apiKeys: [first, second] });
    const cookies = [await before.signIn(first), await before.signIn(second)];
    const after = await startSharing({ apiKeys: [second, "third-key-0123456789"] });
    const other = await startSharing({ apiKeys: [second], cookieKey: "another-key-0123456789" });

    const statuses = async (ask: typeof after.ask) =>
      Promise.all(cookies.map(async (it) => (await ask(websites, { cookies: it })).statusCode));
    expect(await statuses(before.ask)).toEqual([200, 200]);
    expect(await statuses(after.ask)).toEqual([401, 200]);
    expect(await statuses(other.ask)).toEqual([401, 401]);
  });

  test("ends with signing out", async () => {
    const { ask, signIn } = sharing;
    const cookies = await signIn();
    const reply = await ask("/session", { method: "DELETE", cookies });

    expect([reply.statusCode, reply.body]).toEqual([204, ""]);
    expect(reply.cookies).toMatchObject([{ name: cookie, value: "", maxAge: 0, path: "/" }]);
  });

  test("is not ended from a page of another server", async () => {
    const { ask, signIn } = sharing;
    const headers = { origin: "https://evil.test" };
    const reply = await ask("/session", { method: "DELETE", cookies: await signIn(), headers });

    expect([reply.statusCode, reply.cookies]).toEqual([403, []]);
  });
});

describe("a change on the strength of the cookie alone", () => {
  const change = (headers: Readonly<Record<string, string>>, cookies: Cookies) => ({
    method: "PATCH" as const,
    headers: { "content-type": "application/json", ...headers },
    body: '{"email":1}',
    cookies,
  });

  test.each<[string, Record<string, string>]>([
    ["the browser's word", own],
    ["the origin", { origin: "http://stats.test:8080", host: "stats.test:8080" }],
    ["the origin behind https", { origin: "https://stats.test", host: "stats.test" }],
    ["the word, whatever the host", { ...own, origin: "https://stats.test", host: "inside" }],
  ])("is made for a page of this server: %s", async (_what, headers) => {
    const { ask, signIn } = await startSharing();

    const reply = await ask(`${websites}/1`, change(headers, await signIn()));
    expect([reply.statusCode, reply.json().data?.email]).toEqual([200, 1]);
  });

  test.each<[string, Record<string, string>]>([
    ["nothing", {}],
    ["another server", { origin: "https://evil.test" }],
    ["another port", { origin: "http://stats.test:81", host: "stats.test" }],
    ["an opaque origin", { origin: "null" }],
    ["a sibling, says the browser", { "sec-fetch-site": "same-site" }],
    [
      "another one, says the browser",
      { "sec-fetch-site": "cross-site", origin: "http://stats.test", host: "stats.test" },
    ],
    ["the address line", { "sec-fetch-site": "none" }],
  ])("is refused from %s", async (_what, headers) => {
    const { ask, signIn } = sharing;
    const cookies = await signIn();

    const reply = await ask(`${websites}/1`, change(headers, cookies));
    expect(reply.json()).toMatchObject({ status: 403, code: "FORBIDDEN_ORIGIN" });
    expect((await ask(`${websites}/1`, { cookies })).json().data.email).toBe(0);
  });

  test("needs no origin with a key", async () => {
    const { ask } = await startSharing();
    const headers = { authorization: `Bearer ${apiKey}`, origin: "https://elsewhere.test" };

    expect((await ask(`${websites}/1`, change(headers, {}))).statusCode).toBe(200);
  });
});

describe("who tries keys", () => {
  const wrong = { key: "wrong-key-0123456789" };

  test("has ten attempts in a quarter of an hour; a right key is taken all the same", async () => {
    const { clock, post } = await startSharing();
    for (let n = 0; n < 10; n += 1) expect((await post("/session", wrong)).statusCode).toBe(401);
    clock.aheadMs = 60_000;

    const reply = await post("/session", wrong);
    expect(reply.json()).toMatchObject({ status: 429, code: "TOO_MANY_ATTEMPTS" });
    const waitS = Number(reply.headers["retry-after"]);
    expect(waitS).toBeGreaterThan(13 * 60);
    expect(waitS).toBeLessThanOrEqual(14 * 60);
    expect((await post("/session", wrong, { remoteAddress: "192.0.2.2" })).statusCode).toBe(401);
    expect((await post("/session", { key: apiKey })).statusCode).toBe(204);
  });

  test.each([
    `${websites}/1`,
    "/metrics",
    "/shared/private.test",
    "/shared/private.test/stats?name=page&from=2026-11-01&to=2026-11-02",
  ])("has a hundred wrong API keys at %s; a right one is taken all the same", async (path) => {
    const { ask } = await startSharing();
    const send = (key: string, remoteAddress = "192.0.2.1") =>
      ask(path, { headers: { authorization: `Bearer ${key}` }, remoteAddress });
    const before = (await send(wrong.key)).statusCode;
    for (let n = 1; n < 100; n += 1) expect((await send(wrong.key)).statusCode).toBe(before);

    const refused = await send(wrong.key);
    expect(refused.json()).toMatchObject({ status: 429, code: "TOO_MANY_ATTEMPTS" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await send(apiKey)).statusCode).toBe(200);
    expect((await send(wrong.key, "192.0.2.2")).statusCode).toBe(before);
  });

  test("has ten more after a right one", async () => {
    const { post, signIn } = await startSharing();
    for (let n = 0; n < 9; n += 1) await post("/session", wrong);
    await signIn();

    for (let n = 0; n < 10; n += 1) expect((await post("/session", wrong)).statusCode).toBe(401);
    expect((await post("/session", wrong)).statusCode).toBe(429);
  });

  test("is identified by the address before a trusted proxy, and by that of an untrusted one", async () => {
    for (const [trustProxy, last] of [
      [true, 401],
      [[], 429],
    ] as const) {
      const { post } = await startSharing({ trustProxy });
      const from = (n: number) => ({ headers: { "x-forwarded-for": `198.51.100.${n}` } });
      for (let n = 0; n < 10; n += 1) await post("/session", wrong, from(n));

      expect((await post("/session", wrong, from(10))).statusCode).toBe(last);
    }
  });
});
