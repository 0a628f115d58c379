import type { LightMyRequestResponse } from "fastify";
import { expect } from "vitest";
import { startProvider } from "../../helpers/oidc.ts";
import { clientSecret } from "../../helpers/oidc-client.ts";
import {
  Browser,
  type ExternalApp,
  type ExternalOptions,
  redirectUri,
  sessionCookie,
  startExternal,
} from "./external-app.ts";

/** Everybody whom the provider lets in may sign up. */
export const signUp = { signUp: "member" } as const;

/** Starts a provider, an application whose people sign in with it, and a browser. */
export async function startOidc(options: ExternalOptions & { emailInIdToken?: boolean } = {}) {
  const provider = await startProvider(redirectUri, options);
  const app = await startExternal({ issuer: provider.issuer, ...options });
  return { provider, app, browser: new Browser(app) };
}

/** Expects the page of a failure, one log line without a secret, and nothing half-made. */
export function expectFailure(
  app: ExternalApp,
  reply: LightMyRequestResponse,
  [status, cause]: readonly [number, string],
  secrets: readonly string[] = [],
) {
  expect([reply.statusCode, app.lines.map(({ where }) => where)]).toEqual([
    status,
    [expect.objectContaining({ cause })],
  ]);
  expect(reply.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
  });
  expect(reply.body).toContain("<h1>You are not signed in</h1>");
  expect(reply.body).toContain('<a href="/">');
  expect(reply.cookies.map(({ name }) => name)).not.toContain(sessionCookie);
  expect(app.access.all.count("session")).toBe(0);
  const log = JSON.stringify(app.lines);
  for (const secret of [clientSecret, "an-access-token", "example.com", ...secrets]) {
    expect(log).not.toContain(secret);
    expect(reply.body).not.toContain(secret);
  }
}
