import type { Socket } from "node:net";
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from "fastify";

import { type ErrorCode, Problem, type Refusals } from "../errors.ts";
import { discardRemainder } from "./body-remainder.ts";
import { ClientGone } from "./client-signal.ts";
import { untagged } from "./response-headers.ts";

declare module "fastify" {
  interface FastifyInstance {
    refusals: Refusals;
  }
}

/** What the framework and its plugins throw, in our words. */
const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_BEARER_AUTH_MISSING_AUTHORIZATION_HEADER: "UNAUTHORIZED",
  FST_BEARER_AUTH_INVALID_AUTHORIZATION_HEADER: "UNAUTHORIZED",
  FST_ERR_CTP_BODY_TOO_LARGE: "BODY_TOO_LARGE",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "MALFORMED_REQUEST",
  FST_ERR_BAD_URL: "ROUTE_NOT_FOUND",
  FST_ERR_MAX_PARAM_LENGTH: "ROUTE_NOT_FOUND",
};

const logIntervalMs = 1_000;
/** Left to a client to read the last answer and close; who does not is cut off, as nothing else would. */
const lingerMs = 1_000;

const socketCodes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
};

/** One shape for every error, whatever raised it. */
export function useProblems(app: FastifyInstance, logger: FastifyBaseLogger): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    // Nobody would read the answer, and nothing failed.
    if (error instanceof ClientGone) return reply.hijack();
    const problem = toProblem(error);
    if (problem.statusCode >= 500 && isDue(problem.code)) {
      // A route's pattern holds no address, agent or key; its URL might.
      const where = { err: error, method: request.method, route: request.routeOptions.url };
      if (problem.code === "INTERNAL") logger.error(where, "request failed");
      else logger.warn(where, problem.message);
    }
    if (problem.code !== "BODY_TOO_LARGE") return sendProblem(reply, problem);
    return discardRemainder(request.raw).then(() => sendProblem(reply, problem));
  });
}

const lastLoggedMs = new Map<ErrorCode, number>();

/**
 * One line a second says it: an outage refuses thousands of requests a second, and whoever finds a request
 * that fails could fill the disk. The metric of refusals counts every one.
 */
function isDue(code: ErrorCode): boolean {
  const now = Date.now();
  if (now - (lastLoggedMs.get(code) ?? 0) < logIntervalMs) return false;
  lastLoggedMs.set(code, now);
  return true;
}

/** Answers 404 to unknown routes before their bodies are parsed: an error in one does not matter. */
export function refuseUnknownRoutes(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    done(request.is404 ? new Problem("ROUTE_NOT_FOUND") : undefined);
  });
  // The hook runs for unknown routes of this prefix only if they have a handler of their own.
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, new Problem("ROUTE_NOT_FOUND")));
}

/** A hook for `onRequest`: HTTP 1.1 demands a `Host`, and Fastify does without. */
export function refuseWithoutHost(
  { raw }: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const isRefused = raw.headers.host === undefined && raw.httpVersion === "1.1";
  done(isRefused ? new Problem("MALFORMED_REQUEST") : undefined);
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  reply.server.refusals[problem.code] += 1;
  // What the route said of its answer does not hold for this one. No hook runs for some errors.
  reply.removeHeader("etag").removeHeader("vary").headers(untagged);
  if (problem.statusCode === 401) reply.header("www-authenticate", "Bearer");
  if (problem.retryAfterS !== undefined) reply.header("retry-after", String(problem.retryAfterS));
  // Without this, a route's own response schema could serialise the error.
  reply.serializer((body: unknown) => JSON.stringify(body));
  return reply
    .code(problem.statusCode)
    .type("application/json; charset=utf-8")
    .send(problem.body());
}

/** What the caller is told of an error. */
export function toProblem(error: Partial<FastifyError>): Problem {
  if (error instanceof Problem) return error;
  const code = frameworkCodes[error.code ?? ""];
  if (code !== undefined) return new Problem(code, { cause: error });
  const malformed = error.statusCode !== undefined && error.statusCode < 500;
  return new Problem(malformed ? "MALFORMED_REQUEST" : "INTERNAL", { cause: error });
}

/** Answers what never became a request. The raw bytes are not logged: they hold the agent. */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  { logger, refusals }: { logger: FastifyBaseLogger; refusals: Refusals },
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = new Problem(socketCodes[error.code ?? ""] ?? "MALFORMED_REQUEST");
  refusals[problem.code] += 1;
  logger.debug({ code: error.code }, problem.message);
  const body = JSON.stringify(problem.body());
  const linger = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(linger));
  const headers = {
    ...untagged,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${problem.statusCode} ${problem.code}`, ...lines].join("\r\n");
  socket.end(`${head}\r\n\r\n${body}`);
}
