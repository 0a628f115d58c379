import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import type { AccessChange } from "../../src/access/access-set.ts";
import type { Audit, AuditEntry } from "../../src/access/audit.ts";
import { createAuditLog } from "../../src/access/audit.ts";
import { StoredAccess } from "../../src/access/stored-access.ts";
import type { ChangeTable } from "../../src/base/change-log.ts";
import type { Database, QueryLimits } from "../../src/clickhouse/database.ts";
import type { Sql } from "../../src/clickhouse/sql.ts";
import type { BulkCollector } from "../../src/collect/bulk.ts";
import type { Collector } from "../../src/collect/collector.ts";
import type { DefinitionChange } from "../../src/definitions/definition-set.ts";
import { StoredDefinitions } from "../../src/definitions/stored-definitions.ts";
import { noteAccess } from "../../src/http/access/access-audit.ts";
import { createLoginLimiter, type LoginLimiter } from "../../src/http/access/login-limiter.ts";
import { buildApp } from "../../src/http/app.ts";
import { noteDefinitions } from "../../src/http/definitions/definition-audit.ts";
import type { AppDeps } from "../../src/http/parts.ts";
import { noteWebsites } from "../../src/http/websites/website-audit.ts";
import { Metrics } from "../../src/server/metrics/metrics.ts";
import { type QueryCapacity, QueryScheduler } from "../../src/stats/query-scheduler.ts";
import { Statistics } from "../../src/stats/statistics.ts";
import { StoredWebsites } from "../../src/websites/stored-websites.ts";
import type { Website } from "../../src/websites/website.ts";
import type { WebsiteChange } from "../../src/websites/website-set.ts";
import { cleanUp } from "./clean-up.ts";
import { websiteWith } from "./draft.ts";
import { apiKey } from "./footfall.ts";

/** Returns a directory for uploads, which the end of the test removes. */
async function uploadsDirectory(): Promise<string> {
  const directory = join(tmpdir(), `footfall-uploads-${randomUUID()}`);
  cleanUp(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

export type WebsiteDefinitionChange = DefinitionChange & { readonly websiteId: number };

/**
 * The HTTP application on a free port, with website 7 (example.com) and parts that the test makes.
 */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly url: string;
  /** Opens a plain connection, which is closed when the test ends. */
  connect(): Promise<Socket>;
}

export interface Fakes {
  readonly limits?: AppDeps["server"]["limits"];
  readonly collect?: Collector["collect"];
  readonly take?: BulkCollector["take"];
  readonly run?: Database["run"];
  readonly rows?: (query: Sql, limits?: QueryLimits) => Promise<never[]>;
  readonly csv?: Database["csv"];
  readonly stream?: Database["stream"];
  readonly capacity?: Partial<QueryCapacity>;
  /** Stores a change of a website. */
  readonly append?: (change: WebsiteChange) => Promise<void>;
  /** Websites in place of website 7. */
  readonly websites?: readonly Partial<Website>[];
  /** Has the changes of definitions, to which another process may add. */
  readonly definitions?: WebsiteDefinitionChange[];
  readonly dashboardDirectory?: string;
  readonly frameAncestors?: readonly string[];
  readonly oidcName?: string;
  readonly trustProxy?: AppDeps["server"]["trustProxy"];
  readonly baseUrl?: string;
  readonly imports?: Partial<AppDeps["imports"]>;
  readonly apiKeys?: readonly string[];
  readonly cookieKey?: string;
  readonly loginLimiter?: LoginLimiter;
  readonly access?: StoredAccess;
  /** Stores an entry of the audit list. */
  readonly audit?: Audit["append"];
  /** Entries that the audit list has. */
  readonly auditEntries?: readonly AuditEntry[];
  readonly external?: AppDeps["access"]["external"];
  readonly notifier?: Partial<AppDeps["notifier"]>;
  readonly mailLink?: AppDeps["access"]["mailLink"];
  readonly warn?: (where: object, text: string) => void;
  readonly error?: (where: object, text: string) => void;
  readonly now?: () => number;
}

const done = async () => undefined;
const silence = () => {};

export async function startApp(fakes: Fakes): Promise<TestApp> {
  const { collect = done, take = async () => ({ accepted: 0, dropped: {} }), run = done } = fakes;
  const {
    rows = async () => [],
    csv = async () => Readable.from([]),
    stream = async () => Readable.from([]),
    append = async (change) => void changes.push(change),
    limits = {},
    capacity,
  } = fakes;
  const { dashboardDirectory = "/nowhere", frameAncestors = [], now = Date.now } = fakes;
  const { oidcName } = fakes;
  const { apiKeys = [apiKey], cookieKey = "cookie-key-0123456789", trustProxy = [] } = fakes;
  const {
    websites = [{}],
    imports = {},
    loginLimiter = createLoginLimiter(now),
    warn = silence,
    baseUrl,
    external,
  } = fakes;
  const { error = silence } = fakes;
  const changes: WebsiteChange[] = websites.map((settings, index) => {
    const record = websiteWith(settings);
    return { change: index + 1, writer: "", kind: "website", record, deleted: false };
  });
  const { definitions = [] } = fakes;
  const logger = Object.assign(pino({ level: "silent" }), { warn, error });
  const metrics = new Metrics();
  cleanUp(async () => metrics.stop());
  const db = { run, rows, csv, stream, native: csv, insert: done } as unknown as Database;
  const scheduler = new QueryScheduler({ heavyMax: 8, timeMsMax: 20_000, ...capacity }, logger);
  const statistics = new Statistics({ db, scheduler });
  const { audit = done, auditEntries: entries = [] } = fakes;
  const storeEntry = createAuditLog({ audit: { append: audit }, now, logger });
  const stored = new StoredDefinitions(
    (websiteId) => ({
      changesAfter: async (last) =>
        definitions.filter((made) => made.websiteId === websiteId && made.change > last),
      append: async (change) => void definitions.push({ ...change, websiteId }),
    }),
    now,
    noteDefinitions(storeEntry),
  );
  const websiteChanges = { changesAfter: async (change: number) => changes.slice(change), append };
  const allWebsites: StoredWebsites = await StoredWebsites.open(websiteChanges, now, done, {
    note: noteWebsites(storeEntry, () => allWebsites),
  });
  const accessChanges: AccessChange[] = [];
  const openAccess = () => {
    const table: ChangeTable<AccessChange> = {
      changesAfter: async (last) => accessChanges.filter(({ change }) => change > last),
      append: async (change) => void accessChanges.push(change),
    };
    return StoredAccess.open(table, { note: noteAccess(storeEntry, () => allWebsites) });
  };
  const { access = await openAccess() } = fakes;
  const app = buildApp({
    websites: allWebsites,
    collecting: {
      collector: { collect, collectAll: done } as unknown as Collector,
      bulk: {
        take,
        takeReads: async () => ({ reads: 0, not_reads: 0 }),
      } as unknown as BulkCollector,
      logPlaces: () => ({
        find: async () => ({
          ends: [],
          slot: 0,
          is_held: false,
          imports: "0",
          is_importing: false,
        }),
        take: async () => ({ state: "stored", outcome: null }),
      }),
      acceptsEvents: () => true,
      knowsNetworks: true,
      purgeEvents: () => {},
    },
    uncounted: {
      addUnknown: () => {},
      addScript: () => {},
      saveAll: done,
      table: { save: done, list: async () => [], ignore: done },
    },
    siteOf: async (website) => ({
      website,
      statistics,
      definitions: () => stored.of(website.id),
      stays: async () => {},
    }),
    definitions: stored,
    findViews: async () =>
      (await stored.of(7)).list("view").map((view) => ({ ...view, websiteId: 7 })),
    notifier: {
      mail: undefined,
      defaultRecipients: [],
      post: done,
      checkHost: done,
      noteTest: done,
      lastResults: async () => new Map(),
      alertsNaming: async () => [],
      ...fakes.notifier,
    },
    imports: {
      uploads: await uploadsDirectory(),
      bytesMax: 1024 ** 2,
      look: () => {},
      ...imports,
    },
    corrections: { look: () => {}, salts: { load: async () => "salt" } },
    access: {
      access,
      audit: { append: audit, list: async () => ({ entries, total: 1 }) },
      mailLink: fakes.mailLink,
      keys: {
        api: apiKeys,
        cookie: cookieKey,
        mail: "mail-key-0123456789",
        start: "start-key-0123456789",
      },
      loginLimiter,
      external,
    },
    server: {
      stores: [{ name: "1", db }],
      trustProxy,
      baseUrl,
      dashboardDirectory,
      frameAncestors,
      oidcName,
      refusals: metrics.refusals,
      readMetrics: () => metrics.text(),
      readReasons: async () => [],
      // An injected request has no connection: a test that takes long must not end it.
      limits: { requestTimeoutMs: 600_000, ...limits },
    },
    logger,
    now,
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  cleanUp(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  return { app, url, connect: () => connectTo(new URL(url)) };
}

async function connectTo({ hostname, port }: URL): Promise<Socket> {
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket.on("error", () => {});
}

/** Resolves with everything that the server sends until it closes the connection. */
export async function readToEnd(socket: Socket): Promise<string> {
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  if (!socket.closed) await once(socket, "close");
  return text;
}
