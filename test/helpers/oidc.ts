import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { vi } from "vitest";

import { cleanUp } from "./clean-up.ts";
import { clientId, clientSecret } from "./oidc-client.ts";

export interface Account {
  readonly sub: string;
  readonly email?: string | undefined;
  readonly email_verified?: boolean | string | undefined;
  readonly name?: string;
}

/** A real provider on this machine, which signs `account` in without asking. */
export interface TestProvider {
  readonly issuer: string;
  account: Account;
  /** True if the person declines. */
  declines: boolean;
  /** The provider answers, answers with 500, or does not answer. */
  mode: "up" | "broken" | "hanging";
  /** The paths of the requests so far. */
  readonly paths: string[];
}

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const jwks = { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] };

/** Starts a provider that knows one client, with this redirect address. */
export async function startProvider(
  redirectUri: string,
  { emailInIdToken = false }: { emailInIdToken?: boolean } = {},
): Promise<TestProvider> {
  let listener: RequestListener = () => {};
  const issuer = await listen((request, response) => listener(request, response));
  const test: TestProvider = {
    issuer,
    declines: false,
    mode: "up",
    paths: [],
    account: { sub: "1", email: "ada@example.com", email_verified: true, name: "Ada" },
  };
  // The package warns of its store in memory, which is all that a test needs.
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    jwks,
    cookies: { keys: ["a-key-of-the-provider"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: !emailInIdToken,
    ttl: { Interaction: 60, Session: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: async (_context: unknown, accountId: string) => ({
      accountId,
      claims: async () => ({ ...test.account, sub: accountId }),
    }),
  });
  warn.mockRestore();
  const answer = provider.callback();
  listener = (request, response) => {
    const { url = "" } = request;
    test.paths.push(url.replace(/\?.*/s, ""));
    if (test.mode === "hanging") return;
    if (test.mode === "broken") response.writeHead(500).end();
    else if (url.startsWith("/interaction/")) void interact(provider, test, request, response);
    else void answer(request, response);
  };
  return test;
}

async function interact(
  provider: Provider,
  test: TestProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, session } = await provider.interactionDetails(request, response);
  const finish = (result: object) =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  if (test.declines) return finish({ error: "access_denied" });
  if (prompt.name === "login") return finish({ login: { accountId: test.account.sub } });
  const { accountId = "" } = session ?? {};
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope("openid email profile");
  return finish({ consent: { grantId: await grant.save() } });
}

/** A refusal of the client: 401 with these headers and this body. */
export interface Refusal {
  readonly headers?: Record<string, string>;
  readonly body: object;
}

/** A provider that says whatever a test wants, also what no real one would. */
export interface ForgedProvider {
  readonly issuer: string;
  /** The requests to the token endpoint: header and body. */
  readonly tokenRequests: { readonly authorization: string | undefined; readonly body: string }[];
}

/** Starts a provider with these claims in the ID token, and this part of its metadata. */
export async function startForgedProvider({
  claims = () => ({}),
  metadata = {},
  refuses = () => undefined,
}: {
  claims?: (issuer: string) => object;
  metadata?: object;
  /** Returns the header and the body with which a request for tokens is refused. */
  refuses?: (authorization: string | undefined) => Refusal | undefined;
}): Promise<ForgedProvider> {
  const tokenRequests: { authorization: string | undefined; body: string }[] = [];
  const nowS = () => Math.floor(Date.now() / 1000);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<object> => {
    if (request.url?.startsWith("/.well-known/")) {
      const endpoints = {
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
      };
      return { issuer, ...endpoints, ...metadata };
    }
    const body = (await request.toArray()).join("");
    const { authorization } = request.headers;
    tokenRequests.push({ authorization, body });
    const refusal = refuses(authorization);
    if (refusal !== undefined) {
      response.writeHead(401, refusal.headers);
      return refusal.body;
    }
    const times = { iat: nowS(), exp: nowS() + 60 };
    const whole = { iss: issuer, sub: "1", aud: clientId, ...times, ...claims(issuer) };
    const parts = [{ alg: "RS256" }, whole, "signature"].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    return { access_token: "an-access-token", token_type: "bearer", id_token: parts.join(".") };
  };
  const issuer = await listen((request, response) => {
    response.setHeader("content-type", "application/json");
    void answer(request, response).then((value) => response.end(JSON.stringify(value)));
  });
  return { issuer, tokenRequests };
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUp(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
