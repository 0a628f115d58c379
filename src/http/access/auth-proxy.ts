import type { IncomingMessage } from "node:http";

import type { Session } from "../../access/session.ts";
import { comparableEmail, isEmailAddress } from "../../base/email-address.ts";
import { trustsPeer } from "../shell/client.ts";

export interface AuthProxySettings {
  /** The header with a person's e-mail address. */
  readonly header: string;
  /** Addresses and CIDR ranges of the peers whose header is believed. */
  readonly peers: readonly string[];
}

/** An authenticating proxy in front of this server, which says who asks. */
export class AuthProxy {
  readonly #header: string;
  readonly #isProxy: (request: IncomingMessage) => boolean;

  /** Without settings there is no proxy, so nobody comes from it. */
  constructor(settings: AuthProxySettings = { header: "", peers: [] }) {
    this.#header = settings.header.toLowerCase();
    this.#isProxy = trustsPeer(settings.peers);
  }

  /**
   * Returns the e-mail address that the proxy sends. Undefined if the request does not come from
   * the proxy itself, whatever its headers say, or has no address.
   */
  emailOf(request: IncomingMessage): string | undefined {
    const email = request.headers[this.#header];
    if (typeof email !== "string" || !this.#isProxy(request)) return undefined;
    return isEmailAddress(email) ? comparableEmail(email) : undefined;
  }

  /**
   * Returns whether a session holds for a request, as far as the proxy has a say in it: one that
   * was opened for the proxy holds while the proxy sends the same address.
   */
  sessionHolds(request: IncomingMessage, { proxyName }: Pick<Session, "proxyName">): boolean {
    return proxyName === undefined || proxyName === this.emailOf(request);
  }
}
