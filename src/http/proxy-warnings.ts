import type { IncomingMessage } from "node:http";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";

import { trustsPeer } from "./client.ts";

const withoutProto =
  "a trusted proxy sends X-Forwarded-For without X-Forwarded-Proto: links are http, and cookies are not Secure unless BASE_URL is https. Let it send X-Forwarded-Proto";
const unnamed =
  "a peer that TRUST_PROXY does not name sends X-Forwarded-For. If it is your proxy, all visitors count as one address: set TRUST_PROXY to the proxy's address";

/**
 * Logs what a proxy in front seems to lack, each thing once in this process. No line has an
 * address. Anybody can send the headers, so a warning may be a stranger's doing.
 */
export function warnOfProxies(
  app: FastifyInstance,
  { trustProxy, logger }: { trustProxy: true | readonly string[]; logger: FastifyBaseLogger },
): void {
  const isTrusted = trustsPeer(trustProxy);
  const said = new Set<string>();
  /** The last peer that lacked nothing: a proxy sends every request. */
  let soundPeer: string | undefined;
  const look = (request: IncomingMessage) => {
    const { headers, socket } = request;
    if (headers["x-forwarded-for"] === undefined) return;
    const hasProto = headers["x-forwarded-proto"] !== undefined;
    if (hasProto && socket.remoteAddress === soundPeer) return;
    const warning = isTrusted(request) ? (hasProto ? undefined : withoutProto) : unnamed;
    if (warning === undefined) soundPeer = socket.remoteAddress;
    else if (!said.has(warning)) {
      said.add(warning);
      logger.warn(warning);
    }
  };
  app.addHook("onRequest", (request, _reply, done) => {
    look(request.raw);
    done();
  });
}
