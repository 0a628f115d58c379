import cookie from "@fastify/cookie";
import Fastify, { type FastifyInstance } from "fastify";
import { basePathOf, withoutBasePath } from "../base/base-path.ts";
import { admitBearers, requireCaller } from "./access/authentication.ts";
import { useCompression } from "./answers/compression.ts";
import { useApiDocument } from "./openapi/api-document.ts";
import { type AppDeps, assemble } from "./parts.ts";
import { addRoutes, bodyBytesMax } from "./routes.ts";
import { limitBodyTime } from "./shell/body-timeout.ts";
import {
  answerBrokenRequest,
  refuseWithoutHost,
  sendProblem,
  toProblem,
  useProblems,
} from "./shell/problems.ts";
import { warnOfProxies } from "./shell/proxy-warnings.ts";
import { useResponseHeaders } from "./shell/response-headers.ts";
import { defaultServerLimits, pluginTimeoutMs } from "./shell/server-limits.ts";
import { limitUnanswered } from "./shell/unanswered-requests.ts";
import { useValidation } from "./shell/validation.ts";

/** Builds the server without listening, so a test can `inject` into it. */
export function buildApp(deps: AppDeps): FastifyInstance {
  const { server, logger } = deps;
  const limits = { ...defaultServerLimits(), ...server.limits };
  const parts = assemble(deps);
  const basePath = basePathOf(server.baseUrl);
  const app: FastifyInstance = Fastify({
    // With a logger, Fastify makes a child logger and listeners for each request, although nothing
    // logs with them.
    logger: false,
    pluginTimeout: pluginTimeoutMs,
    bodyLimit: bodyBytesMax,
    // The routes are the same, whether a proxy removes the base path or not.
    rewriteUrl: ({ url = "/" }) => withoutBasePath(url, basePath),
    // The longest domain, as a parameter of a path.
    routerOptions: { maxParamLength: 253 },
    trustProxy: server.trustProxy === true ? true : [...server.trustProxy],
    forceCloseConnections: "idle",
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, parts),
    frameworkErrors: (error, request, reply) => {
      const answer = (refusal?: Error) => sendProblem(reply, toProblem(refusal ?? error));
      // No hook has run yet, and a client without a key must not learn which routes /api/v1 has.
      if (isUnderApiV1(request.url)) verify.call(app, request, reply, answer);
      else answer();
    },
    http: {
      headersTimeout: limits.headersTimeoutMs,
      // Uploads take long, so `limitBodyTime` has the limit of the other routes.
      requestTimeout: 0,
      connectionsCheckingInterval: limits.checkIntervalMs,
      // Node would answer by itself, with another body than our errors have.
      requireHostHeader: false,
    },
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionTimeout: limits.silenceTimeoutMs,
    // A request that arrives on an open connection during a stop gets its answer. Fastify's 503
    // would have another body than our errors have.
    return503OnClosing: false,
  });
  const verify = requireCaller(app, parts.callers);
  decorate(app, server);
  app.server.maxConnections = limits.connectionsMax;
  limitUnanswered(app.server, limits.unansweredMax);
  // An `Expect` header that HTTP does not define is ignored. Node would answer by itself here, too.
  app.server.on("checkExpectation", (...exchange) => app.server.emit("request", ...exchange));
  app.removeAllContentTypeParsers();
  limitBodyTime(app, { timeoutMs: limits.requestTimeoutMs, checkEveryMs: limits.checkIntervalMs });
  useResponseHeaders(app);
  useCompression(app);
  app.addHook("onRequest", refuseWithoutHost);
  warnOfProxies(app, parts);
  useProblems(app, logger);
  useValidation(app);
  // The types of the handlers say what an answer has. Compiling a serializer for each schema would
  // take a tenth of a start, and hold up the first answers.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  useApiDocument(app);
  admitBearers(app, parts.callers);
  app.register(cookie, { hook: false });
  addRoutes(app, parts, verify);
  return app;
}

/** Gives the application what answers follow from, beside the dependencies of their routes. */
function decorate(app: FastifyInstance, { refusals, restoreId, baseUrl }: AppDeps["server"]): void {
  app.decorate("refusals", refusals);
  app.decorate("restoreId", restoreId ?? "");
  app.decorate("baseUrl", baseUrl);
  app.decorate("basePath", basePathOf(baseUrl));
  app.decorate("isHttpsOutside", baseUrl?.startsWith("https:") ?? false);
}

function isUnderApiV1(url: string): boolean {
  return /^\/api\/v1(?![^/?])/.test(url);
}
