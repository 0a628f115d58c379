import { describe, expect, test } from "vitest";
import { freePort } from "../../../src/base/net/free-port.ts";
import { startForgedProvider } from "../../helpers/oidc.ts";
import { clientSecret } from "../../helpers/oidc-client.ts";
import { Browser, startExternal } from "./external-app.ts";
import { expectFailure, signUp, startOidc } from "./oidc-scene.ts";

/**
 * Resolves with seconds in which a provider answers on this machine for sure, as long as it is as
 * busy as now.
 */
async function answerLimitS(): Promise<number> {
  const { browser } = await startOidc({ rules: signUp });
  const startMs = performance.now();
  await browser.visitProvider();
  return Math.max(1, Math.ceil((performance.now() - startMs) / 50));
}

describe("a provider", () => {
  test("is looked up when somebody signs in, once an hour", async () => {
    const { provider, app, browser } = await startOidc();
    expect(provider.paths).toEqual([]);
    const lookUps = () => provider.paths.filter((path) => path.startsWith("/.well-known")).length;

    await Promise.all([browser.open("/session/oidc"), new Browser(app).open("/session/oidc")]);
    expect(lookUps()).toBe(1);
    app.clock.aheadMs = 60 * 60_000;
    await browser.open("/session/oidc");
    expect(lookUps()).toBe(2);
  });

  test("that cannot be reached is a page, and is looked up again", async () => {
    const port = await freePort("127.0.0.1");
    const app = await startExternal({ issuer: `http://127.0.0.1:${port}` });

    expectFailure(app, await app.ask("/session/oidc"), [502, "unreachable"]);
    expect(app.lines[0]?.where).toMatchObject({ code: "ECONNREFUSED" });
  });

  test("that was broken is looked up again", async () => {
    const { provider, app, browser } = await startOidc();
    provider.mode = "broken";
    expectFailure(app, await browser.open("/session/oidc"), [502, "provider"]);
    expect(app.lines[0]?.where).toMatchObject({ status: 500 });
    provider.mode = "up";

    expect((await browser.open("/session/oidc")).statusCode).toBe(302);
  });

  test("that hangs is a page, before and after the person was there", async () => {
    const timeLimitS = await answerLimitS();
    const { provider, app, browser } = await startOidc({ rules: signUp, timeLimitS });
    provider.mode = "hanging";
    expectFailure(app, await browser.open("/session/oidc"), [504, "timeout"]);
    provider.mode = "up";
    const path = await browser.visitProvider();
    provider.mode = "hanging";
    // Lines about the same cause are a second apart.
    app.clock.aheadMs += 1_000;
    app.lines.length = 0;

    expectFailure(app, await browser.open(path), [504, "timeout"]);
    expect(app.people()).toEqual([]);
  });

  test.each([
    ["is for another client", { aud: "another" }, "provider", { claim: "aud" }],
    ["is of another issuer", { iss: "https://evil.test" }, "provider", { claim: "iss" }],
    ["has another nonce", { nonce: "another" }, "provider", { claim: "nonce" }],
    ["has no subject", { sub: undefined }, "provider", {}],
    ["has expired", { exp: nowS() - 60 }, "clock", { claim: "exp", differsS: expect.any(Number) }],
    ["does not hold yet", { nbf: nowS() + 3_600 }, "clock", { claim: "nbf" }],
  ])("whose ID token %s is a page", async (_what, claims, cause, where) => {
    let nonce = "";
    const provider = await startForgedProvider({ claims: () => ({ nonce, ...claims }) });
    const app = await startExternal({ issuer: provider.issuer, rules: signUp });
    const browser = new Browser(app);
    const url = new URL(String((await browser.open("/session/oidc")).headers.location));
    nonce = url.searchParams.get("nonce") ?? "";
    const state = url.searchParams.get("state");

    const reply = await browser.open(`/session/oidc/callback?code=a-code&state=${state}`);
    expectFailure(app, reply, [502, cause], ["a-code", nonce]);
    expect(app.lines[0]?.where).toMatchObject(where);
    expect(app.people()).toEqual([]);
  });

  test.each([
    [-3 * 3_600, true],
    // The time that the test takes comes on top of each.
    [-90, true],
    [61, true],
    [-50, false],
    [30, false],
  ])("whose clock differs by %i s lets people in, and the log says so: %s", async (s, isTold) => {
    let nonce = "";
    const person = { email: "ada@example.com", email_verified: true };
    const times = { iat: nowS() - s, exp: nowS() + 3_600 - s };
    const provider = await startForgedProvider({ claims: () => ({ nonce, ...person, ...times }) });
    const app = await startExternal({ issuer: provider.issuer, rules: signUp });
    const browser = new Browser(app);
    const url = new URL(String((await browser.open("/session/oidc")).headers.location));
    nonce = url.searchParams.get("nonce") ?? "";
    const state = url.searchParams.get("state");

    const reply = await browser.open(`/session/oidc/callback?code=a-code&state=${state}`);
    expect([reply.statusCode, app.people().length]).toEqual([302, 1]);
    const told = app.lines.map(({ where }) => where as { cause: string; differsS: number });
    expect(told.map(({ cause }) => cause)).toEqual(isTold ? ["clock"] : []);
    for (const { differsS } of told) expect(Math.abs(differsS - s)).toBeLessThan(30);
  });

  test.each([
    [undefined, true],
    [["client_secret_post"], false],
    [["client_secret_post", "client_secret_basic"], true],
  ])("with the methods %j gets the secret in the header: %s", async (methods, inHeader) => {
    let nonce = "";
    const provider = await startForgedProvider({
      claims: () => ({ nonce, email: "ada@example.com", email_verified: true }),
      metadata: { token_endpoint_auth_methods_supported: methods },
    });
    const app = await startExternal({ issuer: provider.issuer, rules: signUp });
    const browser = new Browser(app);
    const url = new URL(String((await browser.open("/session/oidc")).headers.location));
    nonce = url.searchParams.get("nonce") ?? "";
    const state = url.searchParams.get("state");

    const reply = await browser.open(`/session/oidc/callback?code=a-code&state=${state}`);
    expect(reply.headers.location).toBe("/");
    const [request] = provider.tokenRequests;
    expect(request?.authorization !== undefined).toBe(inHeader);
    expect(request?.body.includes(clientSecret)).toBe(!inHeader);
    expect(request?.body).toContain("code_verifier=");
  });
});

function nowS(): number {
  return Math.floor(Date.now() / 1000);
}
