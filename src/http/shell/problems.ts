import type { Socket } from "node:net";
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from "fastify";

import { type ErrorCode, Problem, type Refusals } from "../../base/errors.ts";
import { discardRemainder } from "./body-remainder.ts";
import { ClientGone } from "./client-signal.ts";
import { createLineLimit } from "./due-lines.ts";
import { untagged } from "./response-headers.ts";

declare module "fastify" {
  interface FastifyInstance {
    refusals: Refusals;
  }
}

/** Error codes of the framework, its plugins and the operating system → our error codes. */
const foreignCodes: Readonly<Record<string, ErrorCode>> = {
  FST_BEARER_AUTH_MISSING_AUTHORIZATION_HEADER: "UNAUTHORIZED",
  FST_BEARER_AUTH_INVALID_AUTHORIZATION_HEADER: "UNAUTHORIZED",
  FST_ERR_CTP_BODY_TOO_LARGE: "BODY_TOO_LARGE",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "MALFORMED_REQUEST",
  FST_ERR_BAD_URL: "ROUTE_NOT_FOUND",
  FST_ERR_MAX_PARAM_LENGTH: "ROUTE_NOT_FOUND",
  ENOSPC: "DISK_FULL",
  EDQUOT: "DISK_FULL",
  // The process, or the system, has too many files open.
  EMFILE: "OVERLOADED",
  ENFILE: "OVERLOADED",
};

/**
 * The time that a client has to read its last answer and close the connection. Then the server cuts
 * the connection off, as nothing else would.
 */
const lingerMs = 1_000;

const socketCodes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
};

/**
 * Shared by all applications of this process, as they share its log. The metric of refusals counts
 * every error.
 */
const isDue = createLineLimit();

/** Answers every error in one shape, and logs those that are the server's fault. */
export function useProblems(app: FastifyInstance, logger: FastifyBaseLogger): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    // The client is gone, so nobody would read the answer. Nothing failed.
    if (error instanceof ClientGone) return reply.hijack();
    const problem = toProblem(error);
    if (problem.statusCode >= 500 && isDue(problem.code)) {
      // The pattern of a route holds no IP address, agent or key, but the URL of a request might.
      const where = { method: request.method, route: request.routeOptions.url };
      if (problem.code === "INTERNAL") logger.error({ err: error, ...where }, "request failed");
      // A full disk is no fault of ours, so where it was noticed tells nothing.
      else if ("syscall" in error)
        logger.warn({ reason: error.message, ...where }, problem.message);
      else logger.warn({ err: error, ...where }, problem.message);
    }
    if (request.isMultipart?.() === true) {
      // The parser of a form may have stopped in the middle. Browsers read the answer of an upload
      // only when they have sent all of it.
      request.raw.unpipe();
      request.raw.resume();
      return sendProblem(reply, problem);
    }
    if (problem.code !== "BODY_TOO_LARGE") return sendProblem(reply, problem);
    return discardRemainder(request.raw).then(() => sendProblem(reply, problem));
  });
}

/** Answers unknown routes with 404 before their bodies are parsed, so no body error comes first. */
export function refuseUnknownRoutes(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    done(request.is404 ? new Problem("ROUTE_NOT_FOUND") : undefined);
  });
  // The hook runs for unknown routes of this prefix only if they have a handler of their own.
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, new Problem("ROUTE_NOT_FOUND")));
}

/** Refuses requests of HTTP 1.1 without `Host`, which Fastify accepts: a hook for `onRequest`. */
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
  // The headers that the route has set describe its own answer and not the error. The others are
  // set here, because for some errors no hook runs.
  reply.removeHeader("etag").removeHeader("vary").headers(untagged);
  if (problem.statusCode === 401) reply.header("www-authenticate", "Bearer");
  if (problem.retryAfterS !== undefined) reply.header("retry-after", String(problem.retryAfterS));
  return reply
    .code(problem.statusCode)
    .type("application/json; charset=utf-8")
    .send(problem.body());
}

/** Returns the problem that the client gets for an error. */
export function toProblem(error: Partial<FastifyError>): Problem {
  if (error instanceof Problem) return error;
  const code = foreignCodes[error.code ?? ""];
  if (code !== undefined) return new Problem(code, { cause: error });
  const isMalformed = error.statusCode !== undefined && error.statusCode < 500;
  return new Problem(isMalformed ? "MALFORMED_REQUEST" : "INTERNAL", { cause: error });
}

/**
 * Answers bytes that the HTTP parser refused, or that did not come in time, and closes the
 * connection. The raw bytes are not logged, because they may hold the agent.
 */
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
