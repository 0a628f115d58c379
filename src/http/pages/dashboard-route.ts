import type { FastifyBaseLogger, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";

import type { StoredAccess } from "../../access/stored-access.ts";
import { Problem } from "../../base/errors.ts";
import type { Authorization } from "../access/authorization.ts";
import type { Callers } from "../access/callers.ts";
import { enterByProxy, type ProxyEntryDeps } from "../access/proxy-entry.ts";
import type { SharedLinks } from "../access/shared-links.ts";
import type { Visibility } from "../access/visibility.ts";
import { sendAsset } from "../answers/assets.ts";
import { isFramed, prefersHtml } from "../answers/html-negotiation.ts";
import {
  type DashboardFiles,
  type PageDetails,
  type PageView,
  readDashboard,
} from "./dashboard-files.ts";

const yearS = 365 * 24 * 60 * 60;
/** The pages are for people, so the API description leaves them out. */
const schema = { hide: true };

/**
 * Headers of pages and assets. With a stricter referrer policy than `same-origin`, forms of our own
 * pages would come from the origin `null`.
 */
const securityHeaders = {
  "content-security-policy": contentPolicy([]),
  "referrer-policy": "same-origin",
};

interface DashboardDeps extends ProxyEntryDeps {
  readonly callers: Callers;
  readonly authorization: Authorization;
  readonly sharedLinks: SharedLinks;
  readonly access: Pick<StoredAccess, "all" | "put">;
  /** The text of the button that signs in with the provider, if there is one. */
  readonly oidcName?: string | undefined;
  /** Directory of the built dashboard. */
  readonly dashboardDirectory: string;
  /** True if the pages say that their numbers are made up. */
  readonly isDemo?: boolean | undefined;
  /** Origins whose pages may embed the pages of public websites. */
  readonly frameAncestors: readonly string[];
  readonly logger: FastifyBaseLogger;
}

/** Pages about the caller, and about everybody who may use the server. */
const accountPaths = ["/account", "/account/people", "/account/keys", "/account/audit"];

/**
 * The dashboard's pages, `/`, `/account`, `/{domain}` and `/share/{token}`, those of links for
 * people, its assets, and the answer to unknown paths. The pages load their data from the API,
 * `/shared` and `/share`.
 */
export const dashboardRoutes: FastifyPluginAsync<DashboardDeps> = async (app, deps) => {
  const { dashboardDirectory, isDemo, logger } = deps;
  const files = await readDashboard(dashboardDirectory, { isDemo, baseUrl: app.baseUrl });
  app.setNotFoundHandler(async (request, reply) => {
    if (files === undefined || isOfApi(request)) throw new Problem("ROUTE_NOT_FOUND");
    return sendNotFound(request, reply, files);
  });
  if (files === undefined) {
    logger.warn({ dashboardDirectory }, "the dashboard was not built, so there are no pages");
    return;
  }
  app.register(pageRoutes, { ...deps, files });
};

const pageRoutes: FastifyPluginAsync<DashboardDeps & { files: DashboardFiles }> = async (
  app,
  { callers, authorization, sharedLinks, oidcName, frameAncestors, files, ...deps },
) => {
  const embeddable = contentPolicy(frameAncestors);
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(securityHeaders);
  });

  app.addHook("onRequest", callers.countWrongKey);
  app.addHook("onRequest", enterByProxy({ callers, ...deps }));

  const languageOf = (request: FastifyRequest) => {
    const caller = callers.of(request);
    return caller?.kind === "person" ? caller.person.content.language : undefined;
  };

  const sendVisible = (request: FastifyRequest, reply: FastifyReply, visibility: Visibility) => {
    if (visibility.view === "none") return sendNotFound(request, reply, files);
    if (visibility.view === "shared" && visibility.lock === undefined) {
      reply.header("content-security-policy", embeddable);
    }
    return sendPage(reply, files, visibility.view, { language: languageOf(request) });
  };

  const sendOwnPage = (request: FastifyRequest, reply: FastifyReply, view: PageView) => {
    if (callers.of(request) !== undefined) {
      return sendPage(reply, files, view, { language: languageOf(request) });
    }
    const { access, external } = deps;
    const takesPasswords = external?.takesPasswords ?? true;
    const hasPeople = takesPasswords && access.all.count("person") > 0;
    return sendPage(reply, files, "sign-in", { hasPeople, oidcName });
  };

  app.get("/", { schema }, async (request, reply) => sendOwnPage(request, reply, "websites"));
  for (const path of accountPaths) {
    app.get(path, { schema }, async (request, reply) => sendOwnPage(request, reply, "account"));
  }

  // Whoever has such a link has a token behind its `#`, which no browser sends.
  for (const view of ["invitation", "reset", "start"] as const) {
    app.get(`/${view}`, { schema }, async (_request, reply) => sendPage(reply, files, view));
  }

  app.get("/:domain", { schema }, async function sendWebsitePage(request, reply) {
    const visibility = await seenBy(request, authorization);
    const { domain: asked } = request.params as { readonly domain: string };
    // An alias, or another spelling: the owner's page finds its website by the domain.
    if (visibility.view === "owner" && visibility.website.domain !== asked.toLowerCase()) {
      const [query = ""] = /\?.*/s.exec(request.url) ?? [];
      return reply.redirect(`${app.basePath}/${visibility.website.domain}${query}`);
    }
    return sendVisible(request, reply, visibility);
  });

  app.get("/share/:token", { schema }, async function sendLinkedPage(request, reply) {
    return sendVisible(request, reply, await sharedLinks.visibilityOf(request));
  });

  app.get<{ Params: { file: string } }>("/assets/:file", { schema }, async (request, reply) => {
    const { file } = request.params;
    const asset = files.assets.get(file);
    if (asset !== undefined) {
      reply.header("cache-control", `public, max-age=${yearS}, immutable`);
      return sendAsset(request, reply, asset);
    }
    const substitute = files.substituteFor(file);
    if (substitute === undefined) throw new Problem("ROUTE_NOT_FOUND");
    return sendAsset(request, reply, substitute);
  });
};

/**
 * Resolves with what the page shows. In a frame, everybody gets the page that strangers see, so no
 * site can embed an owner's page. Owners get the page of viewers if they ask for it.
 */
function seenBy(request: FastifyRequest, authorization: Authorization): Promise<Visibility> {
  if (isFramed(request)) return authorization.anonymousVisibilityOf(request);
  const { as } = request.query as { as?: unknown };
  if (as === "viewer") return authorization.viewerVisibilityOf(request);
  return authorization.visibilityOf(request);
}

function contentPolicy(frameAncestors: readonly string[]): string {
  const ancestors = frameAncestors.length === 0 ? "'none'" : frameAncestors.join(" ");
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors}`;
}

/** Returns whether only programs request the URL. They get errors as JSON, whatever they accept. */
function isOfApi({ url }: FastifyRequest): boolean {
  return url.startsWith("/api/");
}

function sendPage(
  reply: FastifyReply,
  files: DashboardFiles,
  view: PageView,
  details?: Partial<PageDetails>,
): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(files.page(view, details));
}

/** Answers 404: with a page if the client prefers HTML, as browsers do; else throws `Problem`. */
function sendNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  files: DashboardFiles,
): FastifyReply {
  if (!prefersHtml(request)) throw new Problem("ROUTE_NOT_FOUND");
  return sendPage(reply.code(404).headers(securityHeaders), files, "not-found");
}
