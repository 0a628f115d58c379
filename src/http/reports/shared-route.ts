import type { IncomingMessage } from "node:http";
import formbody from "@fastify/formbody";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest, FastifySchema } from "fastify";
import { Type } from "typebox";
import { todayIn } from "../../base/calendar.ts";
import { Problem } from "../../base/errors.ts";
import { type ShareReport, showsReports } from "../../definitions/share.ts";
import { LinkedWebsite, SharedWebsite, Unlock } from "../../model/access.ts";
import { shareReports } from "../../model/choices.ts";
import { writtenDomain } from "../../websites/domain.ts";
import type { Website } from "../../websites/website.ts";
import type { Authorization } from "../access/authorization.ts";
import type { Callers } from "../access/callers.ts";
import { SetsCookie, setToken } from "../access/cookies.ts";
import type { LoginLimiter } from "../access/login-limiter.ts";
import { tokenDays } from "../access/login-limits.ts";
import { refuseForeign } from "../access/origin.ts";
import type { SharedLinks } from "../access/shared-links.ts";
import { attemptKey } from "../access/sign-in-attempts.ts";
import type { SignedTokens } from "../access/signed-tokens.ts";
import { type Entrance, requireThere, requireVisible } from "../access/visibility.ts";
import type { ReaderWords } from "../definitions/definition-operations.ts";
import { addReadingRoutes } from "../definitions/definition-routes.ts";
import { formOrJson, noKey } from "../openapi/api-document.ts";
import { turnQueue } from "../shell/turn-queue.ts";
import { useJsonBodies } from "../shell/validation.ts";
import { type QueryRoute, queryProblems } from "./query-route.ts";
import { reportRoutes, statsRoute } from "./report-routes.ts";
import type { Site } from "./site.ts";
import { linkedSite, publicSite, reportsOf } from "./viewer-site.ts";

const common = { tags: ["Access"], security: noKey };
const accessProblems = ["PASSWORD_REQUIRED", "TOO_MANY_ATTEMPTS"] as const;
const showProblems = [...accessProblems, "OVERLOADED", "STORE_UNAVAILABLE"] as const;

const showShared = {
  ...common,
  operationId: "getSharedWebsite",
  summary: "Get a shared website",
  description:
    "For public websites and websites that were unlocked. A private website is answered like one that does not exist.",
  response: { 200: Type.Object({ data: SharedWebsite }, { description: "The website." }) },
  problems: [...showProblems],
} satisfies FastifySchema;

const showLinked = {
  ...common,
  operationId: "getLinkedWebsite",
  summary: "Get the website of a shared link",
  description:
    "The website, and which reports and visitors the link shows. A link that has expired or was deleted is answered like one that never existed.",
  response: { 200: Type.Object({ data: LinkedWebsite }, { description: "The website." }) },
  problems: [...showProblems],
} satisfies FastifySchema;

const unlock = {
  ...common,
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

const unlockShared = {
  ...unlock,
  operationId: "unlockWebsite",
  summary: "Unlock a website with its password",
  description: `The cookie gives access to this website for ${tokenDays} days, or until its password or privacy changes.`,
} satisfies FastifySchema;

const unlockLinked = {
  ...unlock,
  operationId: "unlockLink",
  summary: "Unlock a shared link with its password",
  description: `The cookie gives access by this link for ${tokenDays} days, or until its password changes or it ends.`,
} satisfies FastifySchema;

interface SharedDeps {
  readonly siteOf: (website: Website) => Promise<Site>;
  readonly now: () => number;
  readonly callers: Callers;
  readonly authorization: Authorization;
  readonly sharedLinks: SharedLinks;
  readonly tokens: SignedTokens;
  readonly loginLimiter: LoginLimiter;
  readonly ipOf: (request: IncomingMessage) => string;
}

/** A path below which viewers find a website, and how its operations are described. */
interface Door {
  readonly entrance: Entrance;
  readonly url: string;
  readonly unlock: typeof unlockShared | typeof unlockLinked;
  readonly words: Required<ReaderWords>;
  /** Whether it can show what programs read. */
  readonly hasReads: boolean;
}

/**
 * `/shared/{domain}` and the routes below it: the data of a website that viewers may see. The same
 * below `/share/{token}`: the data that a shared link shows.
 */
export const sharedRoutes: FastifyPluginAsyncTypebox<SharedDeps> = async (app, deps) => {
  const { authorization, sharedLinks } = deps;
  useJsonBodies(app, ["application/json"]);
  await app.register(formbody);
  // However many viewers ask at once, events and owners wait for one of their requests at most.
  app.addHook("onRequest", turnQueue());
  app.addHook("onRequest", deps.callers.countWrongKey);

  app.get("/shared/:domain", { schema: showShared }, async function getSharedWebsite(request) {
    const { domain, timezone } = (await requireVisible(authorization, request)).website;
    const today = todayIn(timezone, deps.now());
    return { data: { domain, domain_unicode: writtenDomain(domain), timezone, today } };
  });

  app.get("/share/:token/website", { schema: showLinked }, async function getLinked(request) {
    const { website, link } = await requireVisible(sharedLinks, request);
    const { domain, timezone } = website;
    const reports = shareReports.filter((group) => showsReports(link?.content, group));
    const today = todayIn(timezone, deps.now());
    const definitions = await (await deps.siteOf(website)).definitions("segment");
    const segment = definitions.find("segment", link?.content.segmentId ?? 0)?.content.name ?? null;
    const data = {
      domain,
      domain_unicode: writtenDomain(domain),
      timezone,
      today,
      reports,
      segment,
    };
    return { data };
  });

  app.register(doorRoutes, {
    ...deps,
    entrance: authorization,
    url: "/shared/:domain",
    unlock: unlockShared,
    words: { prefix: "Shared", of: "of a shared website" },
    hasReads: false,
  });
  app.register(doorRoutes, {
    ...deps,
    entrance: sharedLinks,
    url: "/share/:token",
    unlock: unlockLinked,
    words: { prefix: "Linked", of: "of a shared link" },
    hasReads: true,
  });
};

const doorRoutes: FastifyPluginAsyncTypebox<SharedDeps & Door> = async (app, deps) => {
  const { entrance, url, words, hasReads, tokens, loginLimiter, ipOf, now } = deps;

  app.post(`${url}/unlock`, { schema: deps.unlock }, async function unlockDoor(request, reply) {
    refuseForeign(request);
    const { lock } = await requireThere(entrance, request);
    if (lock !== undefined) {
      const { passwordHash, cookie } = lock;
      const target = attemptKey(lock.target, ipOf(request.raw));
      await loginLimiter.countAttempt("unlock", target);
      if (!(await loginLimiter.checkPassword(request.body.password, passwordHash))) {
        throw new Problem("WRONG_PASSWORD");
      }
      await loginLimiter.forgiveAttempts("unlock", target);
      setToken(reply, cookie, tokens.forLock(lock));
    }
    return reply.code(204).send(null);
  });

  /** Resolves with what the viewer sees of a site, if a link lists the group of reports. */
  const siteOf = async (request: FastifyRequest, group?: ShareReport): Promise<Site> => {
    const { website, link } = await requireVisible(entrance, request);
    if (group !== undefined && !showsReports(link?.content, group)) {
      throw new Problem("ROUTE_NOT_FOUND");
    }
    if (link === undefined) return publicSite(await deps.siteOf(website));
    return linkedSite(await deps.siteOf(website), link.content, now());
  };
  const operation = { ...common, problems: [...accessProblems, ...queryProblems] };
  const shown = [statsRoute, ...reportRoutes].filter(({ group }) => hasReads || group !== "reads");
  for (const { add, path, operation: id, what, group } of shown) {
    const operationId = `get${words.prefix}${id}`;
    const route: QueryRoute = {
      now,
      url: `${url}/${path}`,
      priority: "viewer",
      siteOf: (request) => siteOf(request, group),
      operation: { ...operation, operationId, summary: `Get ${what} ${words.of}` },
    };
    app.register(add, route);
  }
  addReadingRoutes(app, {
    url,
    siteOf: (request, kind) => siteOf(request, reportsOf[kind]),
    access: { security: noKey, problems: accessProblems, ...words },
  });
};
