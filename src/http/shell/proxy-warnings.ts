import type { IncomingMessage } from "node:http";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";

import { trustsPeer } from "./client.ts";

const withoutProto =
  "a trusted proxy sends X-Forwarded-For without X-Forwarded-Proto: links are http, and cookies are not Secure unless BASE_URL is https. Let it send X-Forwarded-Proto";
const untrusted =
  "a peer that TRUST_PROXY does not name sends X-Forwarded-For. If it is your proxy, all visitors count as one address: set TRUST_PROXY to the proxy's address";

/**
 * Warns of a proxy in front that seems to be configured wrongly. Each warning is logged once in
 * this process, without an address. Anybody can send the headers, so a stranger may cause a
 * warning.
 */
export function warnOfProxies(
  app: FastifyInstance,
  { trustProxy, logger }: { trustProxy: true | readonly string[]; logger: FastifyBaseLogger },
): void {
  const isTrusted = trustsPeer(trustProxy);
  const logged = new Set<string>();
  /** The last peer without a fault, so that the requests of one sound proxy cost one comparison. */
  let soundPeer: string | undefined;
  const check = (request: IncomingMessage) => {
    const { headers, socket } = request;
    if (headers["x-forwarded-for"] === undefined) return;
    const hasProto = headers["x-forwarded-proto"] !== undefined;
    if (hasProto && socket.remoteAddress === soundPeer) return;
    const warning = isTrusted(request) ? (hasProto ? undefined : withoutProto) : untrusted;
    if (warning === undefined) soundPeer = socket.remoteAddress;
    else if (!logged.has(warning)) {
      logged.add(warning);
      logger.warn(warning);
    }
  };
  app.addHook("onRequest", (request, _reply, done) => {
    check(request.raw);
    done();
  });
}
