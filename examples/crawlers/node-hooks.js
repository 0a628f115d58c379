import { programs } from "./programs.js";

/** @typedef {{ protocol?: string, ip?: string }} Client as Express adds it to a request */

/** Reads that wait at most; more are left out while Footfall does not answer. */
const waitingMax = 1_000;
const gatherMs = 1_000;

/**
 * Returns hooks for servers in Node, which tell Footfall what programs read. Reads are gathered for
 * a second, so that a request of a crawler costs none of its own.
 *
 * @param {{ url: string, websiteId: number, apiKey: string }} footfall the key needs `collect`
 */
export function createHooks({ url, websiteId, apiKey }) {
  /** @type {object[]} */
  let waiting = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  async function send() {
    timer = undefined;
    const reads = waiting;
    waiting = [];
    await fetch(`${url}/api/v1/websites/${websiteId}/reads`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(reads),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => {});
  }
  /**
   * @param {import("node:http").IncomingMessage} request
   * @param {number} status
   * @param {{ protocol: string, ip: string | undefined }} client
   */
  function note(request, status, { protocol, ip }) {
    const agent = request.headers["user-agent"] ?? "";
    if (!programs.test(agent) || waiting.length >= waitingMax) return;
    waiting.push({
      url: `${protocol}://${request.headers.host}${request.url}`,
      user_agent: agent,
      method: request.method,
      status,
      timestamp: new Date().toISOString(),
      ...(ip && { ip }),
    });
    timer ??= setTimeout(send, gatherMs);
  }
  return {
    /** For Fastify: `app.addHook("onResponse", hooks.fastify)`. */
    fastify: async (
      /** @type {import("fastify").FastifyRequest} */ request,
      /** @type {import("fastify").FastifyReply} */ reply,
    ) => note(request.raw, reply.statusCode, request),
    /** For Express and other servers with middleware: `app.use(hooks.express)`. */
    express: (
      /** @type {import("node:http").IncomingMessage & Client} */ request,
      /** @type {import("node:http").ServerResponse} */ response,
      /** @type {() => void} */ next,
    ) => {
      const { protocol = "https", ip } = request;
      response.once("finish", () => note(request, response.statusCode, { protocol, ip }));
      next();
    },
    /** Sends what waits, before the process ends. */
    async stop() {
      clearTimeout(timer);
      if (waiting.length > 0) await send();
    },
  };
}
