import { describe, expect, test } from "vitest";
import { Problem } from "../../../src/base/errors.ts";
import { personWith } from "../../access/memory-access.ts";
import { byTest } from "../../helpers/author.ts";
import { startProvider } from "../../helpers/oidc.ts";
import { clientId } from "../../helpers/oidc-client.ts";
import { Browser, baseUrl, redirectUri, startExternal } from "./external-app.ts";
import { expectFailure, signUp, startOidc } from "./oidc-scene.ts";

const flowCookie = "__Host-footfall_oidc";
const invitation = { kind: "invitation", hash: "h", expiresMs: Date.now() + 60_000 } as const;

describe("signing in with a provider", () => {
  test("sends the browser there with state, nonce and challenge, and keeps them in a cookie", async () => {
    const { provider, browser } = await startOidc();
    const reply = await browser.open("/session/oidc");

    expect(reply.statusCode).toBe(302);
    const url = new URL(String(reply.headers.location));
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: "openid email profile",
      state: expect.stringMatching(/^.{43}$/),
      nonce: expect.stringMatching(/^.{43}$/),
      code_challenge: expect.stringMatching(/^.{43}$/),
      code_challenge_method: "S256",
    });
    expect(reply.cookies).toEqual([
      {
        name: flowCookie,
        value: expect.any(String),
        path: "/",
        maxAge: 600,
        httpOnly: true,
        secure: true,
        sameSite: "Lax",
      },
    ]);
  });

  test.each([
    ["from the user-info endpoint", false],
    ["from the ID token", true],
  ])("makes a person of somebody new, with the address %s", async (_where, emailInIdToken) => {
    const { provider, app, browser } = await startOidc({ rules: signUp, emailInIdToken });
    const reply = await browser.signIn();

    expect([reply.statusCode, reply.headers.location]).toEqual([302, "/"]);
    const person = {
      email: "ada@example.com",
      name: "Ada",
      role: "member",
      state: "active",
      grants: [],
      identities: [{ iss: provider.issuer, sub: "1" }],
    };
    expect(app.people()).toEqual([expect.objectContaining(person)]);
    expect(app.signedIn(browser.cookies)).toMatchObject(person);
    expect(browser.cookies).not.toHaveProperty(flowCookie);
    expect(provider.paths.includes("/me")).toBe(!emailInIdToken);
    expect(app.lines).toEqual([]);
  });

  test("finds the person again, who may have another address by now", async () => {
    const { provider, app, browser } = await startOidc({ rules: signUp });
    await browser.signIn();
    provider.account = { ...provider.account, email: "new@example.com", email_verified: false };
    const other = new Browser(app);

    expect((await other.signIn()).headers.location).toBe("/");
    expect(app.people()).toHaveLength(1);
    expect(app.signedIn(other.cookies)).toEqual(app.signedIn(browser.cookies));
  });

  test("uses up the invitation of a person with the verified address", async () => {
    const { provider, app, browser } = await startOidc();
    const person = personWith({ state: "invited", link: invitation, role: "owner" });
    await app.access.create(byTest, "person", () => person);
    await browser.signIn();

    expect(app.people()).toEqual([
      { ...person, state: "active", link: null, identities: [{ iss: provider.issuer, sub: "1" }] },
    ]);
    expect(app.signedIn(browser.cookies)).toEqual(app.people()[0]);
  });

  test("takes `true` as text for a verified address, as some providers send it", async () => {
    const { provider, app, browser } = await startOidc({ rules: signUp });
    provider.account = { ...provider.account, email_verified: "true" };
    await browser.signIn();

    expect(app.signedIn(browser.cookies)).toMatchObject({ email: "ada@example.com" });
  });

  test("makes an owner of an address that the settings name, without an invitation", async () => {
    const { app, browser } = await startOidc({ rules: { owners: ["ada@example.com"] } });
    await browser.signIn();

    expect(app.signedIn(browser.cookies)).toMatchObject({ role: "owner" });
  });

  test("lets a deleted person come back as a new one", async () => {
    const { app, browser } = await startOidc({ rules: signUp });
    await browser.signIn();
    await app.access.remove(byTest, "person", 1);

    expect((await browser.signIn()).headers.location).toBe("/");
    expect(app.access.all.list("person").map(({ id }) => id)).toEqual([2]);
  });

  test("is in the audit list, with what it has changed about the person", async () => {
    const { app, browser } = await startOidc();
    await app.access.create(byTest, "person", () =>
      personWith({ state: "invited", link: invitation }),
    );
    await browser.signIn();
    await browser.signIn();

    const who = { kind: "person", id: 1, name: "Ada" };
    expect(app.entries).toMatchObject([
      {
        who,
        what: "person.update",
        before: { state: "invited", sign_in: [] },
        after: { state: "active", sign_in: ["oidc"] },
      },
      { who, what: "sign-in" },
      { who, what: "sign-in" },
    ]);
  });

  test("can end in another process than it began in, if both have the same key", async () => {
    const { provider, app, browser } = await startOidc({ rules: signUp });
    const path = await browser.visitProvider();
    const second = await startExternal({ issuer: provider.issuer, rules: signUp });
    const other = new Browser(second);
    other.cookies = browser.cookies;

    expect((await other.open(path)).headers.location).toBe("/");
    expect(second.signedIn(other.cookies)).toBeDefined();
    expect(app.people()).toEqual([]);
  });

  test("goes nowhere but to the start page, whatever the callback is asked for", async () => {
    const { browser } = await startOidc({ rules: signUp });
    const path = await browser.visitProvider();

    const reply = await browser.open(`${path}&return_to=https://evil.test&next=//evil.test`);
    expect(reply.headers.location).toBe("/");
  });

  test("stays below the path of BASE_URL", async () => {
    const provider = await startProvider(`${baseUrl}/stats/session/oidc/callback`);
    const app = await startExternal({ ...provider, basePath: "/stats", rules: signUp });
    const browser = new Browser(app);
    const path = await browser.visitProvider();
    expect(path).toMatch(/^\/stats\/session\/oidc\/callback\?/);

    const reply = await browser.open(path);
    expect([reply.statusCode, reply.headers.location]).toEqual([302, "/stats/"]);
    expect(reply.cookies).toEqual(
      Array(3).fill(expect.objectContaining({ path: "/stats", secure: true })),
    );
    expect(app.people()).toHaveLength(1);
    expect((await browser.open("/stats/session/oidc/callback")).body).toContain('href="/stats/"');
  });

  test("is not there without a provider", async () => {
    const app = await startExternal();

    expect((await app.ask("/session/oidc")).statusCode).toBe(404);
    expect((await app.ask("/session/oidc/callback")).statusCode).toBe(404);
  });
});

describe("somebody who does not get in", () => {
  test.each([
    ["nobody has invited", {}, {}, "uninvited"],
    ["has an address that is not verified", signUp, { email_verified: false }, "unverified-email"],
    ["has no address", signUp, { email: undefined, email_verified: undefined }, "no-email"],
    ["has an address of another domain", { emailDomains: ["b.test"] }, {}, "domain"],
  ])("reads why: %s", async (_who, rules, account, refusal) => {
    const { provider, app, browser } = await startOidc({ rules });
    provider.account = { ...provider.account, ...account };

    expectFailure(app, await browser.signIn(), [403, refusal]);
    expect(app.people()).toEqual([]);
  });

  test.each(["invited", "active"] as const)(
    "is no %s person whose address the provider has not verified",
    async (state) => {
      const { provider, app, browser } = await startOidc({ rules: signUp });
      provider.account = { ...provider.account, email_verified: false };
      const person = personWith({ state, link: invitation });
      await app.access.create(byTest, "person", () => person);

      expectFailure(app, await browser.signIn(), [403, "unverified-email"]);
      expect(app.people()).toEqual([person]);
    },
  );

  test("is disabled", async () => {
    const { app, browser } = await startOidc({ rules: signUp });
    await app.access.create(byTest, "person", () => personWith({ state: "disabled" }));

    expectFailure(app, await browser.signIn(), [403, "disabled"]);
  });

  test("has declined at the provider", async () => {
    const { provider, app, browser } = await startOidc({ rules: signUp });
    provider.declines = true;

    expectFailure(app, await browser.signIn(), [403, "declined"]);
    expect(app.lines[0]?.where).toMatchObject({ error: "access_denied" });
  });
});

describe("a callback", () => {
  test("with another state is refused before the provider is asked", async () => {
    const { provider, app, browser } = await startOidc({ rules: signUp });
    const path = await browser.visitProvider();
    const code = new URL(path, baseUrl).searchParams.get("code") ?? "";

    const reply = await browser.open(path.replace(/state=[^&]+/, "state=another"));
    expectFailure(app, reply, [400, "state"], [code]);
    expect(provider.paths).not.toContain("/token");
    // The cookie is gone, so the right state comes too late.
    expect((await browser.open(path)).statusCode).toBe(400);
    expect(app.people()).toEqual([]);
  });

  test("without a cookie is refused", async () => {
    const { app, browser } = await startOidc({ rules: signUp });
    const path = await browser.visitProvider();

    expectFailure(app, await new Browser(app).open(path), [400, "expired"]);
  });

  test.each([
    ["forged", (cookie: string) => cookie.replace(/^\d/, "9")],
    ["of another kind", () => "x"],
  ])("with a cookie that is %s is refused", async (_what, forge) => {
    const { app, browser } = await startOidc({ rules: signUp });
    const path = await browser.visitProvider();
    browser.cookies = { [flowCookie]: forge(browser.cookies[flowCookie] ?? "") };

    expectFailure(app, await browser.open(path), [400, "expired"]);
  });

  test("more than ten minutes later is refused", async () => {
    const { app, browser } = await startOidc({ rules: signUp });
    const path = await browser.visitProvider();
    app.clock.aheadMs = 600_001;

    expectFailure(app, await browser.open(path), [400, "expired"]);
  });

  test("that is used again is refused, with the cookie and without", async () => {
    const { app, browser } = await startOidc({ rules: signUp });
    const path = await browser.visitProvider();
    const { cookies } = browser;
    await browser.open(path);
    await app.access.remove(byTest, "session", 1);

    expect((await browser.open(path)).statusCode).toBe(400);
    browser.cookies = cookies;
    expect((await browser.open(path)).statusCode).toBe(400);
    expect(app.lines.map(({ where }) => where)).toEqual([
      { cause: "expired" },
      expect.objectContaining({ cause: "code", error: "invalid_grant" }),
    ]);
    expect(app.access.all.count("session")).toBe(0);
  });

  test("with an invented code is refused", async () => {
    const { app, browser } = await startOidc({ rules: signUp });
    const path = await browser.visitProvider();

    const reply = await browser.open(path.replace(/code=[^&]+/, "code=an-invented-code"));
    expectFailure(app, reply, [400, "code"], ["an-invented-code"]);
  });

  test("with an invented error does not get its text into the log", async () => {
    const { app, browser } = await startOidc();
    const path = await browser.visitProvider();
    const query = new URLSearchParams(path.slice(path.indexOf("?")));
    query.delete("code");
    query.set("error", "Secret text");

    const reply = await browser.open(`/session/oidc/callback?${query}`);
    expectFailure(app, reply, [502, "provider"], ["Secret text"]);
  });
});

test("while the store is unavailable nobody is signed in, and the page says so", async () => {
  const { app, browser } = await startOidc({ rules: signUp });
  const path = await browser.visitProvider();
  app.access.put = () => Promise.reject(new Problem("STORE_UNAVAILABLE"));

  const reply = await browser.open(path);
  expectFailure(app, reply, [503, "STORE_UNAVAILABLE"]);
  expect(reply.headers["retry-after"]).toBe("2");
});
