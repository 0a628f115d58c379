import type { FastifyBaseLogger } from "fastify";
import { type Audit, createAuditLog } from "../access/audit.ts";
import { People } from "../access/people.ts";
import type { StoredAccess } from "../access/stored-access.ts";
import type { Refusals } from "../base/errors.ts";
import type { BulkCollector } from "../collect/bulk.ts";
import type { Collector } from "../collect/collector.ts";
import type { Definitions } from "../definitions/stored-definitions.ts";
import type { LogPlaces } from "../import/follow/log-places.ts";
import type { Website } from "../websites/website.ts";
import type { Websites } from "../websites/websites.ts";
import { AuthProxy } from "./access/auth-proxy.ts";
import { Authorization } from "./access/authorization.ts";
import { Callers } from "./access/callers.ts";
import type { ExternalSignIn } from "./access/external-sign-in.ts";
import type { Keys } from "./access/keys.ts";
import type { LoginLimiter } from "./access/login-limiter.ts";
import type { MailLink } from "./access/person-records.ts";
import { sessionOpener } from "./access/session-routes.ts";
import { SharedLinks } from "./access/shared-links.ts";
import { SignedTokens } from "./access/signed-tokens.ts";
import type { CorrectionRouteOptions } from "./corrections/correction-routes.ts";
import type { FindViews } from "./definitions/removed-people.ts";
import type { Uncounted } from "./events/uncounted.ts";
import type { ImportRouteOptions } from "./imports/import-routes.ts";
import type { Notifier } from "./notifications/notifier.ts";
import type { HealthReason, NamedStore } from "./operating/health-route.ts";
import type { Site } from "./reports/site.ts";
import { clientIp } from "./shell/client.ts";
import type { ServerLimits } from "./shell/server-limits.ts";

/** The dependencies of the HTTP application, in groups by purpose. */
export interface AppDeps {
  readonly websites: Websites;
  readonly collecting: {
    readonly collector: Pick<Collector, "collect" | "collectAll">;
    readonly bulk: Pick<BulkCollector, "take" | "takeReads">;
    /** Returns what is stored of the logs of a website that are followed. */
    readonly logPlaces: (website: Website) => LogPlaces;
    /** Returns whether the event log takes events now. */
    readonly acceptsEvents: () => boolean;
    /** Whether there is a database of the networks of addresses. */
    readonly knowsNetworks: boolean;
    /** Removes the events of deleted websites, in the background. */
    readonly purgeEvents: () => void;
  };
  /** Counts what sends events that do not count, by name. */
  readonly uncounted: Uncounted;
  /** Resolves with what answers queries about a website. */
  readonly siteOf: (website: Website) => Promise<Site>;
  readonly definitions: Definitions;
  readonly findViews: FindViews;
  readonly imports: ImportRouteOptions["imports"];
  readonly corrections: CorrectionRouteOptions["corrections"];
  /** Sends mails and calls webhooks that clients ask for at once. */
  readonly notifier: Notifier;
  readonly access: {
    /** The keys, people and sessions. */
    readonly access: StoredAccess;
    readonly audit: Audit;
    /** Mails links to people; undefined if no mail server is set. */
    readonly mailLink: MailLink | undefined;
    readonly keys: Keys;
    readonly loginLimiter: LoginLimiter;
    /** Signing in with a provider or by a proxy; without it, people have passwords alone. */
    readonly external?: ExternalSignIn | undefined;
  };
  readonly server: {
    /** Only the health check uses them. */
    readonly stores: readonly NamedStore[];
    readonly trustProxy: true | readonly string[];
    /** The URL at which people reach this server, if it is configured. */
    readonly baseUrl?: string | undefined;
    /** Directory of the built dashboard; without a build there are no pages. */
    readonly dashboardDirectory: string;
    /** True if the pages say that their numbers are made up. */
    readonly isDemo?: boolean;
    /** The id of the restore that made the data; undefined or "" without one. */
    readonly restoreId?: string;
    readonly frameAncestors: readonly string[];
    /** False if assistants cannot ask. */
    readonly mcp?: boolean;
    /** The text of the button that signs in with the provider, if there is one. */
    readonly oidcName?: string | undefined;
    /** Counts the answers with an error. */
    readonly refusals: Refusals;
    /** The answer to `GET /metrics`. */
    readonly readMetrics: () => Promise<string>;
    /** The `reasons` of `GET /health`. */
    readonly readReasons: () => Promise<readonly HealthReason[]>;
    /** The limits that differ from the default ones. */
    readonly limits?: Partial<ServerLimits>;
  };
  readonly logger: FastifyBaseLogger;
  readonly now: () => number;
}

/** Returns all dependencies in one flat object, for those who hand each route its own. */
export function assemble({ collecting, siteOf, access, server, ...others }: AppDeps) {
  const parts = {
    ...others,
    ...collecting,
    siteOf,
    ...access,
    ...server,
    tokens: new SignedTokens(access.keys, others.now),
    ipOf: clientIp(server.trustProxy),
    proxy: new AuthProxy(access.external?.proxy),
  };
  const callers = new Callers(parts);
  const people = new People(access.access, others.now);
  const storeEntry = createAuditLog(parts);
  return {
    ...parts,
    people,
    storeEntry,
    callers,
    openSession: sessionOpener({ ...parts, people, storeEntry }),
    authorization: new Authorization({ ...parts, callers }),
    sharedLinks: new SharedLinks(parts),
  };
}

/** The dependencies of all routes. */
export type Parts = ReturnType<typeof assemble>;
