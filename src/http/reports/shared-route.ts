import type { IncomingMessage } from "node:http";
import formbody from "@fastify/formbody";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest, FastifySchema } from "fastify";
import { Type } from "typebox";
import { Problem } from "../../base/errors.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import { SharedWebsite, Unlock } from "../../model/access.ts";
import type { Website } from "../../websites/website.ts";
import type { Authorization } from "../access/authorization.ts";
import type { Callers } from "../access/callers.ts";
import { SetsCookie, setToken, websiteCookie } from "../access/cookies.ts";
import type { LoginLimiter } from "../access/login-limiter.ts";
import { tokenDays } from "../access/login-limits.ts";
import { refuseForeign } from "../access/origin.ts";
import { attemptKey } from "../access/sign-in-attempts.ts";
import type { SignedTokens } from "../access/signed-tokens.ts";
import { addReadingRoutes } from "../definitions/definition-routes.ts";
import { formOrJson, noKey } from "../openapi/api-document.ts";
import { turnQueue } from "../shell/turn-queue.ts";
import { useJsonBodies } from "../shell/validation.ts";
import { type QueryRoute, queryProblems } from "./query-route.ts";
import { reportRoutes, statsRoute } from "./report-routes.ts";
import type { Site } from "./site.ts";

const common = { tags: ["Access"], security: noKey };
const accessProblems = ["PASSWORD_REQUIRED", "TOO_MANY_ATTEMPTS"] as const;

const show = {
  ...common,
  operationId: "getSharedWebsite",
  summary: "Get a shared website",
  description:
    "For public websites and websites that were unlocked. A private website is answered like one that does not exist.",
  response: { 200: Type.Object({ data: SharedWebsite }, { description: "The website." }) },
  problems: [...accessProblems, "OVERLOADED", "STORE_UNAVAILABLE"],
} satisfies FastifySchema;

const unlock = {
  ...common,
  operationId: "unlockWebsite",
  summary: "Unlock a website with its password",
  description: `The cookie gives access to this website for ${tokenDays} days, or until its password or privacy changes.`,
  consumes: formOrJson,
  body: Unlock,
  response: {
    204: Type.Null({ description: "The cookie was set, if one is needed.", headers: SetsCookie }),
  },
  problems: [
    "WRONG_PASSWORD",
    "FORBIDDEN_ORIGIN",
    "TOO_MANY_ATTEMPTS",
    "OVERLOADED",
    "STORE_UNAVAILABLE",
  ],
} satisfies FastifySchema;

interface SharedDeps {
  readonly siteOf: (website: Website) => Promise<Site>;
  readonly definitions: Definitions;
  readonly now: () => number;
  readonly callers: Callers;
  readonly authorization: Authorization;
  readonly tokens: SignedTokens;
  readonly loginLimiter: LoginLimiter;
  readonly addressOf: (request: IncomingMessage) => string;
}

/** `/shared/{domain}` and the routes below it: the data of a website that viewers may see. */
export const sharedRoutes: FastifyPluginAsyncTypebox<SharedDeps> = async (app, deps) => {
  const { authorization, tokens, loginLimiter, addressOf, definitions, now } = deps;
  useJsonBodies(app, ["application/json"]);
  await app.register(formbody);
  // However many viewers ask at once, events and owners wait for one of their requests at most.
  app.addHook("onRequest", turnQueue());
  app.addHook("onRequest", deps.callers.countWrongKey);

  app.get("/:domain", { schema: show }, async function getSharedWebsite(request) {
    const { domain, timezone } = await authorization.requireVisible(request);
    return { data: { domain, timezone } };
  });

  app.post("/:domain/unlock", { schema: unlock }, async function unlockWebsite(request, reply) {
    refuseForeign(request);
    const visibility = await authorization.visibilityOf(request);
    if (visibility.view === "none") throw new Problem("WEBSITE_NOT_FOUND");
    const { website } = visibility;
    if (website.privacy === "password") {
      const target = attemptKey(`website ${website.id}`, addressOf(request.raw));
      await loginLimiter.countAttempt("unlock", target);
      if (!(await loginLimiter.checkPassword(request.body.password, website.passwordHash))) {
        throw new Problem("WRONG_PASSWORD");
      }
      await loginLimiter.forgiveAttempts("unlock", target);
      setToken(reply, websiteCookie(website.domain), tokens.forWebsite(website));
    }
    return reply.code(204).send(null);
  });

  const findWebsite = (request: FastifyRequest) => authorization.requireVisible(request);
  const siteByPath = async (request: FastifyRequest) => deps.siteOf(await findWebsite(request));
  const operation = { ...common, problems: [...accessProblems, ...queryProblems] };
  const at = (url: string, operationId: string, summary: string): QueryRoute => ({
    ...{ now, url, priority: "viewer", siteOf: siteByPath },
    operation: { ...operation, operationId, summary },
  });
  for (const { add, path, operation: id, what } of [statsRoute, ...reportRoutes]) {
    app.register(add, at(`/:domain/${path}`, `getShared${id}`, `Get ${what} of a shared website`));
  }
  addReadingRoutes(app, {
    definitions,
    url: "/:domain",
    findWebsite,
    access: { security: noKey, prefix: "Shared", problems: accessProblems },
    isVisible: ({ content }) => !("public" in content) || content.public === 1,
  });
};
