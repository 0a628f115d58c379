import type { LightMyRequestResponse } from "fastify";
import { describe, expect, test } from "vitest";

import { type Refusal, startForgedProvider, startProvider } from "../../helpers/oidc.ts";
import { clientSecret } from "../../helpers/oidc-client.ts";
import { Browser, type ExternalApp, redirectUri, startExternal } from "./external-app.ts";

const signUp = { signUp: "member" } as const;

/** Expects a page, a line in the log without a secret, and nobody who is signed in. */
function expectRefusal(
  app: ExternalApp,
  { statusCode, body }: LightMyRequestResponse,
  status: number,
  cause: string,
) {
  expect([statusCode, app.lines]).toMatchObject([status, [{ where: { cause } }]]);
  for (const secret of [clientSecret, "a-code", "example.com"]) {
    expect(JSON.stringify([app.lines, body])).not.toContain(secret);
  }
  expect(app.access.all.count("session")).toBe(0);
}

describe("a provider that refuses the secret in the header", () => {
  const both = ["client_secret_basic", "client_secret_post"];
  const unknown = { body: { error: "invalid_client" } };
  const challenge = { ...unknown, headers: { "www-authenticate": 'Basic realm="login"' } };

  async function signIn(
    methods: readonly string[],
    refuses: (header: string | undefined) => Refusal | undefined,
  ) {
    let nonce = "";
    const provider = await startForgedProvider({
      claims: () => ({ nonce, email: "ada@example.com", email_verified: true }),
      metadata: { token_endpoint_auth_methods_supported: methods },
      refuses,
    });
    const app = await startExternal({ issuer: provider.issuer, rules: signUp });
    const once = async () => {
      const browser = new Browser(app);
      const url = new URL(String((await browser.open("/session/oidc")).headers.location));
      nonce = url.searchParams.get("nonce") ?? "";
      const state = url.searchParams.get("state");
      return browser.open(`/session/oidc/callback?code=a-code&state=${state}`);
    };
    return { provider, app, once };
  }

  test.each([
    ["an error", unknown],
    ["a challenge", challenge],
  ])("by %s gets it in the body, and from then on at once", async (_what, refusal) => {
    const { provider, once } = await signIn(both, (header) =>
      header === undefined ? undefined : refusal,
    );

    expect((await once()).headers.location).toBe("/");
    expect((await once()).headers.location).toBe("/");
    const inBody = provider.tokenRequests.map(({ body }) => body.includes(clientSecret));
    expect(inBody).toEqual([false, true, true]);
  });

  test.each([
    ["and takes it nowhere else", ["client_secret_basic"], unknown, 1],
    ["and in the body", both, challenge, 2],
  ])("%s is a page that says so", async (_what, methods, refusal, requests) => {
    const { provider, app, once } = await signIn(methods, () => refusal);

    const reply = await once();
    expectRefusal(app, reply, 502, "secret");
    expect(reply.body).toContain("refuses the id or the secret");
    expect(app.lines[0]?.where).toMatchObject({ status: 401 });
    expect(provider.tokenRequests).toHaveLength(requests);
  });
});

async function start(trustsEmail: boolean) {
  const provider = await startProvider(redirectUri);
  const app = await startExternal({ issuer: provider.issuer, rules: signUp, trustsEmail });
  return { provider, app, browser: new Browser(app) };
}

describe("an address of which the provider does not say whose it is", () => {
  test("counts where the settings trust the provider", async () => {
    const { provider, app, browser } = await start(true);
    provider.account = { ...provider.account, email_verified: undefined };
    await browser.signIn();

    expect(app.signedIn(browser.cookies)).toMatchObject({ email: "ada@example.com" });
  });

  test.each([
    ["does not, where they do not", false, undefined],
    ["does not, if the provider says that it is not the person's", true, false],
  ])("%s", async (_what, trustsEmail, isVerified) => {
    const { provider, app, browser } = await start(trustsEmail);
    provider.account = { ...provider.account, email_verified: isVerified };

    const reply = await browser.signIn();
    expectRefusal(app, reply, 403, "unverified-email");
    expect(reply.body).toContain("email_verified");
  });
});
