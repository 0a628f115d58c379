import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stopAll } from "../../helpers/clean-up.ts";
import { apiKey } from "../../helpers/footfall.ts";
import {
  cookiesOf,
  domains,
  password,
  type SharingApp,
  startSharing,
  wholeAnswer,
} from "../access-app.ts";

const cookie = `footfall_unlock_${domains.locked}`;
const dayMs = 24 * 60 * 60 * 1000;
const range = "from=2026-11-01&to=2026-11-02";
/** Paths below `/shared/{domain}`. */
const paths = ["", `/stats?name=page&${range}`, `/summary?${range}`, "/live"];

/** For tests that do not change it. */
let sharing: SharingApp;
beforeAll(async () => {
  sharing = await startSharing();
});
afterAll(stopAll);

describe("a public website", () => {
  test.each(paths)("is open to everybody at /shared/{domain}%s", async (rest) => {
    const { ask } = sharing;

    for (const method of ["GET", "HEAD"] as const) {
      const reply = await ask(`/shared/${domains.public}${rest}`, { method });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers["cache-control"]).toMatch(/^private, no-/);
    }
  });

  test("shows its domain and time zone, and nothing of its settings", async () => {
    const { ask, signIn } = sharing;
    for (const cookies of [{}, await signIn()]) {
      const reply = await ask(`/shared/${domains.public}`, { cookies });
      expect(reply.json()).toEqual({
        data: {
          domain: domains.public,
          domain_unicode: domains.public,
          timezone: "Europe/Berlin",
          today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
      });
    }
  });

  test.each(["PUBLIC.test", "www.public.test", "public.test."])("is found as %s", async (name) => {
    const { ask } = sharing;
    expect((await ask(`/shared/${name}`)).json().data.domain).toBe(domains.public);
  });

  test("needs no password, whichever is sent", async () => {
    const { post } = sharing;
    const reply = await post(`/shared/${domains.public}/unlock`, { password: "any" });
    expect([reply.statusCode, reply.cookies]).toEqual([204, []]);
  });

  test("answers wrong questions as /api/v1 does", async () => {
    const { ask } = sharing;
    const headers = { authorization: `Bearer ${apiKey}` };
    for (const [shared, own] of [
      [`${domains.public}/stats?name=x`, "stats/1?name=x"],
      [
        `${domains.public}/summary?from=2026-11-02&to=2026-11-01`,
        "websites/1/summary?from=2026-11-02&to=2026-11-01",
      ],
    ]) {
      const reply = await ask(`/shared/${shared}`);
      expect(reply.statusCode).toBe(422);
      expect(reply.json()).toEqual((await ask(`/api/v1/${own}`, { headers })).json());
    }
  });

  test("is found under a domain of any length", async () => {
    const domain = `${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.test`;
    const { ask } = await startSharing({ websites: [{ domain, privacy: "public" }] });
    expect((await ask(`/shared/${domain}`)).statusCode).toBe(200);
  });
});

describe("a website with a password", () => {
  test.each(paths)("is locked at /shared/{domain}%s until it is unlocked", async (rest) => {
    const { ask, unlock } = sharing;
    const path = `/shared/${domains.locked}${rest}`;

    const locked = await ask(path);
    expect(locked.json()).toEqual({
      status: 401,
      code: "PASSWORD_REQUIRED",
      message: "This website's password is required",
    });
    expect((await ask(path, { cookies: await unlock() })).statusCode).toBe(200);
  });

  test.each([
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, `password=${password}`],
    ["JSON", { "content-type": "application/json" }, JSON.stringify({ password })],
  ])("is unlocked by %s, for 30 days", async (_what, headers, body) => {
    const { ask, clock } = await startSharing();
    const path = `/shared/${domains.locked}`;
    const reply = await ask(`${path}/unlock`, { method: "POST", headers, body });

    expect([reply.statusCode, reply.body]).toEqual([204, ""]);
    const maxAge = 30 * 24 * 60 * 60;
    expect(reply.cookies).toMatchObject([
      { name: cookie, httpOnly: true, sameSite: "Lax", path: "/", maxAge },
    ]);
    const cookies = cookiesOf(reply);
    clock.aheadMs = 30 * dayMs - 60_000;
    expect((await ask(path, { cookies })).statusCode).toBe(200);
    clock.aheadMs = 30 * dayMs + 1;
    expect((await ask(path, { cookies })).statusCode).toBe(401);
  });

  test("stays locked with a wrong password, an unlocked one as well", async () => {
    const { post, unlock } = sharing;
    for (const cookies of [{}, await unlock()]) {
      const reply = await post(`/shared/${domains.locked}/unlock`, { password: "x" }, { cookies });
      expect(reply.json()).toMatchObject({ status: 401, code: "WRONG_PASSWORD" });
      expect(reply.cookies).toEqual([]);
    }
  });

  test.each([
    ["no password", {}],
    ["a very long one", { password: "x".repeat(1_001) }],
  ])("says what is wrong with %s", async (_what, form) => {
    const { post } = sharing;
    const reply = await post(`/shared/${domains.locked}/unlock`, form);
    expect(Object.keys(reply.json().errors)).toEqual(["password"]);
  });

  test("is not unlocked from a page of another server", async () => {
    const { post } = sharing;
    const headers = { origin: "https://evil.test" };
    const reply = await post(`/shared/${domains.locked}/unlock`, { password }, { headers });
    expect([reply.json().code, reply.cookies]).toEqual(["FORBIDDEN_ORIGIN", []]);
  });

  test("is open to the owner without its password, by cookie and by key", async () => {
    const { ask, signIn } = sharing;
    const headers = { authorization: `Bearer ${apiKey}` };
    for (const domain of [domains.locked, domains.private]) {
      for (const carried of [{ cookies: await signIn() }, { headers }]) {
        expect((await ask(`/shared/${domain}`, carried)).json().data.domain).toBe(domain);
      }
    }
  });

  test.each<[string, (token: string) => string]>([
    ["a later end", (token) => `9${token}`],
    ["another signature", (token) => `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`],
    ["no signature", (token) => token.split(".")[0] ?? ""],
  ])("is not opened by a cookie with %s", async (_what, tamper) => {
    const { ask, unlock } = sharing;
    const { [cookie]: token = "" } = await unlock();

    const reply = await ask(`/shared/${domains.locked}`, { cookies: { [cookie]: tamper(token) } });
    expect(reply.json().code).toBe("PASSWORD_REQUIRED");
  });

  test("is not opened by what opens another one, and opens nothing else", async () => {
    const passwordHash = "scrypt$2$1$1$AAAA$AAAA";
    const websites = [1, 2].map(
      (id) => ({ id, domain: `${id}.test`, privacy: "password", passwordHash }) as const,
    );
    const loginLimiter = {
      countAttempt: async () => {},
      forgiveAttempts: async () => {},
      hashPassword: async () => "",
      checkPassword: async () => true,
    };
    const { ask, post } = await startSharing({ websites, loginLimiter });
    const token = cookiesOf(await post("/shared/1.test/unlock", { password }))[
      "footfall_unlock_1.test"
    ];
    const cookies = {
      "footfall_unlock_1.test": token ?? "",
      "footfall_unlock_2.test": token ?? "",
      footfall_session: token ?? "",
    };

    expect((await ask("/shared/1.test", { cookies })).statusCode).toBe(200);
    expect((await ask("/shared/2.test", { cookies })).statusCode).toBe(401);
    expect((await ask("/api/v1/websites", { cookies })).statusCode).toBe(401);
  });

  test("is tried ten times from an address, then also the right password has to wait", async () => {
    const { clock, post } = await startSharing();
    const path = `/shared/${domains.locked}/unlock`;
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => post(path, { password: "wrong" })),
    );
    expect(tries.map(({ statusCode }) => statusCode).sort()).toEqual([
      ...Array(10).fill(401),
      429,
      429,
    ]);

    const refused = await post(path, { password });
    expect(refused.json()).toMatchObject({ status: 429, code: "TOO_MANY_ATTEMPTS" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await post("/session", { key: apiKey })).statusCode).toBe(204);
    const elsewhere = { remoteAddress: "2001:db8::1" };
    expect((await post(path, { password }, elsewhere)).statusCode).toBe(204);
    clock.aheadMs = 15 * 60_000;
    expect((await post(path, { password })).statusCode).toBe(204);
  });
});

describe("a private website", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const asked: [string, InjectOptions][] = [
    ["", {}],
    ...paths.map((rest): [string, InjectOptions] => [rest, {}]),
    ["/stats", {}],
    ["/stats?name=nothing&from=x", {}],
    [`/stats?name=page&${range}`, { headers: { "if-none-match": "*" } }],
    [`/stats?name=page&${range}`, { headers: { accept: "text/csv" } }],
    ["/summary?from=2026-11-02&to=2026-11-01", {}],
    ["/nothing", {}],
    ["/", {}],
    ["/unlock", {}],
    ["/unlock", { method: "POST" }],
    ["/unlock", { method: "POST", headers: form, body: "password=correct+horse" }],
    ["/unlock", { method: "POST", headers: form, body: "" }],
    ["/unlock", { method: "POST", headers: { "content-type": "text/css" }, body: "x" }],
    ["/unlock", { method: "POST", headers: { origin: "https://evil.test", ...form }, body: "a=b" }],
    ["", { method: "DELETE" }],
    ["", { method: "OPTIONS" }],
  ];

  test.each(asked)("is answered as one that is not there: %s %j", async (rest, options) => {
    const { ask, unlock } = sharing;
    const answers = (domain: string) =>
      Promise.all(
        [{}, unlocked, { [`footfall_unlock_${domain}`]: "1.x", footfall_session: "1.x" }].flatMap(
          (cookies) => [
            ask(`/shared/${domain}${rest}`, { cookies, ...options }),
            ask(`/${domain}${rest}`, { cookies, ...options }),
          ],
        ),
      );
    const unlocked = await unlock();
    const [hidden, unknown] = [await answers(domains.private), await answers(domains.unknown)];

    expect(hidden.map(wholeAnswer)).toEqual(unknown.map(wholeAnswer));
    for (const { statusCode, body } of hidden) {
      expect(statusCode).toBeGreaterThanOrEqual(400);
      expect(body).not.toContain(domains.private);
    }
  });

  test("is not distinguishable by the number of password attempts", async () => {
    const { post } = await startSharing();
    for (const domain of [domains.private, domains.unknown]) {
      for (let n = 0; n < 12; n += 1) {
        const reply = await post(`/shared/${domain}/unlock`, { password });
        expect(reply.json()).toMatchObject({ status: 404, code: "WEBSITE_NOT_FOUND" });
      }
    }
  });
});
