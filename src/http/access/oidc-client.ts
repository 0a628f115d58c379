import type { Configuration, IDToken, UserInfoResponse } from "openid-client";

import type { ExternalIdentity } from "../../access/admission.ts";
import { ConcurrencyLimiter } from "../../base/async/concurrency-limiter.ts";
import { Problem } from "../../base/errors.ts";
import { failureOf, isSecretRefused, OidcFailed } from "./oidc-failure.ts";
import type { OidcFlow } from "./oidc-flow.ts";

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The address at which people reach this server. */
  readonly baseUrl: string;
  /** Whether an address is the person's if the provider does not say whether it is. */
  readonly trustsEmail?: boolean;
  /** The time that each answer of the provider may take. */
  readonly timeLimitS?: number | undefined;
}

export const callbackPath = "/session/oidc/callback";

/** Longer than any provider takes, and short enough for a person who waits. */
const defaultTimeLimitS = 10;
/** The time after which changes of the provider's addresses are read. */
const metadataLifeMs = 60 * 60_000;
/**
 * Limits of sign-ins that ask the provider at once. Anybody can make the server ask, and each waits
 * for up to two answers.
 */
const exchangeLimits = { runningMax: 20, waitingMax: 100, waitMsMax: 10_000 };
/** A provider makes the ID token when it is asked. Clocks that differ more are wrong. */
const clocksDifferSMax = 60;
/** Without an e-mail address, nobody could be invited. */
const scope = "openid email profile";

/** Importing the library takes longer than other parts of a start, and most servers need none. */
const library = () => import("openid-client");

interface Finished {
  readonly identity: ExternalIdentity;
  /** The seconds that this machine's clock is ahead; undefined if it is right enough. */
  readonly differsS: number | undefined;
}

/**
 * This server as a client of an OpenID Connect provider: code flow with PKCE, state and nonce.
 *
 * It looks the provider up when somebody signs in. A failed look-up is repeated at the next
 * sign-in. Methods reject with `OidcFailed`.
 */
export class OidcClient {
  readonly #settings: OidcSettings;
  readonly #redirectUri: string;
  readonly #now: () => number;
  readonly #exchanges = new ConcurrencyLimiter(exchangeLimits);
  /** Whether the provider has refused the secret in the header, and takes it in the body. */
  #usesPost = false;
  #provider:
    | { readonly configuration: Promise<Configuration>; readonly endsMs: number }
    | undefined;

  constructor(settings: OidcSettings, now: () => number) {
    this.#settings = settings;
    this.#redirectUri = `${settings.baseUrl}${callbackPath}`;
    this.#now = now;
  }

  /** Resolves with the address at the provider, and with the secrets that `finish` needs. */
  begin(): Promise<{ readonly url: string; readonly flow: OidcFlow }> {
    return this.#ask(async () => {
      const oidc = await library();
      const configuration = await this.#configuration();
      const flow: OidcFlow = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: this.#redirectUri,
        scope,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: "S256",
      });
      return { url: url.href, flow };
    });
  }

  /**
   * Resolves with the identity of the person whom the provider has sent back, with this query, and
   * with how far the clocks differ. Rejects with `Problem` OVERLOADED, too.
   */
  finish(query: string, flow: OidcFlow): Promise<Finished> {
    const callback = new URL(`${this.#redirectUri}${query}`);
    return this.#ask(async () => {
      if (callback.searchParams.get("state") !== flow.state) throw new OidcFailed("state");
      return this.#exchanges.run(async () => {
        const oidc = await library();
        const configuration = await this.#configuration();
        const tokens = await this.#withSecret(configuration, () =>
          oidc.authorizationCodeGrant(configuration, callback, {
            expectedState: flow.state,
            expectedNonce: flow.nonce,
            pkceCodeVerifier: flow.verifier,
            idTokenExpected: true,
          }),
        );
        const claims = tokens.claims();
        if (claims === undefined) throw new OidcFailed("provider");
        const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
        const differsS = differenceOf(claims, this.#now());
        const { trustsEmail = false } = this.#settings;
        const signIn = (described: IDToken | UserInfoResponse) => ({
          identity: identityOf(claims, described, trustsEmail),
          differsS,
        });
        if (saysWhoseEmail(claims) || endpoint === undefined) return signIn(claims);
        const { access_token: token } = tokens;
        const described = await oidc.fetchUserInfo(configuration, token, claims.sub);
        return signIn(described.email === undefined ? claims : described);
      });
    });
  }

  /**
   * Resolves with the tokens. Some providers do not decode the header as OAuth has it (RFC 6749,
   * section 2.3.1), and refuse a secret with `-` or `~` there. So where the provider takes it in
   * the body, too, a refused one is sent again there. The code is still good: it counts as used
   * only once the client is known.
   */
  async #withSecret<T>(configuration: Configuration, exchange: () => Promise<T>): Promise<T> {
    const { token_endpoint_auth_methods_supported: methods } = configuration.serverMetadata();
    const canPost = !this.#usesPost && methods?.includes("client_secret_post") === true;
    try {
      return await exchange();
    } catch (error) {
      if (!isSecretRefused(error)) throw error;
      if (!canPost) throw failureOf(error, "secret");
    }
    this.#usesPost = true;
    try {
      return await exchange();
    } catch (error) {
      this.#usesPost = !isSecretRefused(error);
      throw this.#usesPost ? error : failureOf(error, "secret");
    }
  }

  async #ask<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      throw error instanceof OidcFailed || error instanceof Problem ? error : failureOf(error);
    }
  }

  /** Resolves with the provider's metadata. Calls share a look-up. */
  #configuration(): Promise<Configuration> {
    const nowMs = this.#now();
    if (this.#provider !== undefined && nowMs < this.#provider.endsMs) {
      return this.#provider.configuration;
    }
    const configuration = this.#lookUp();
    const provider = { configuration, endsMs: nowMs + metadataLifeMs };
    this.#provider = provider;
    configuration.catch(() => {
      if (this.#provider === provider) this.#provider = undefined;
    });
    return configuration;
  }

  async #lookUp(): Promise<Configuration> {
    const oidc = await library();
    const { issuer, clientId, clientSecret, timeLimitS = defaultTimeLimitS } = this.#settings;
    const basic = oidc.ClientSecretBasic(clientSecret);
    const post = oidc.ClientSecretPost(clientSecret);
    const url = new URL(issuer);
    return oidc.discovery(
      url,
      clientId,
      undefined,
      (server, ...request) => {
        // Without the list, it is `client_secret_basic` (OpenID Connect Discovery, section 3).
        const { token_endpoint_auth_methods_supported: methods } = server;
        const takesBasic = methods?.includes("client_secret_basic") ?? true;
        (takesBasic && !this.#usesPost ? basic : post)(server, ...request);
      },
      {
        timeout: timeLimitS,
        // The settings allow http on this machine alone.
        execute: url.protocol === "http:" ? [oidc.allowInsecureRequests] : [],
      },
    );
  }
}

/** Returns by how many seconds this machine is ahead of the provider, if that is too much. */
function differenceOf({ iat }: IDToken, nowMs: number): number | undefined {
  const differsS = Math.floor(nowMs / 1000) - iat;
  return Math.abs(differsS) > clocksDifferSMax ? differsS : undefined;
}

/** Returns whether the claims have an address, and say whether it is the person's. */
function saysWhoseEmail({ email, email_verified: isVerified }: IDToken): boolean {
  return email !== undefined && isVerified !== undefined;
}

/** Returns the identity of an ID token. Address and name come from what describes the person. */
function identityOf(
  { iss, sub }: IDToken,
  described: IDToken | UserInfoResponse,
  trustsEmail: boolean,
): ExternalIdentity {
  const { email, email_verified: isVerified, name } = described;
  return {
    iss,
    sub,
    email: typeof email === "string" ? email : undefined,
    // Some providers send it as text.
    isEmailVerified: isVerified === undefined ? trustsEmail : String(isVerified) === "true",
    name: typeof name === "string" ? name : undefined,
  };
}
