import { createHmac } from "node:crypto";
import { Signer } from "@fastify/cookie";

/** The secrets of one sign-in, between the way to the provider and the way back. */
export interface OidcFlow {
  /** Comes back in the URL. Ties the answer to the browser that began. */
  readonly state: string;
  /** Comes back in the ID token. Ties the token to this sign-in. */
  readonly nonce: string;
  /** The verifier of PKCE. Ties the code to this sign-in. */
  readonly verifier: string;
}

/** The time that a person has at the provider. */
export const flowLifeS = 600;
export const flowCookie = "footfall_oidc";

/**
 * Keeps the secrets of a sign-in in a cookie, signed, with the time of its end. So any process of
 * any instance can finish what another one began, and none has to remember it.
 */
export class OidcFlows {
  readonly #signer: Signer;
  readonly #now: () => number;

  constructor(cookieKey: string, now: () => number) {
    this.#signer = new Signer(createHmac("sha256", cookieKey).update("oidc flow").digest());
    this.#now = now;
  }

  write({ state, nonce, verifier }: OidcFlow): string {
    const endsMs = this.#now() + flowLifeS * 1000;
    return this.#signer.sign([endsMs, state, nonce, verifier].join(" "));
  }

  /** Returns the secrets; undefined if nothing was signed here, or its time is over. */
  read(text: string): OidcFlow | undefined {
    const { valid, value } = this.#signer.unsign(text);
    const [endsMs, state, nonce, verifier] = value?.split(" ") ?? [];
    if (!valid || state === undefined || nonce === undefined || verifier === undefined) {
      return undefined;
    }
    return Number(endsMs) > this.#now() ? { state, nonce, verifier } : undefined;
  }
}
