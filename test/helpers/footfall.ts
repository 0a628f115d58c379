import { pino } from "pino";
import { expect } from "vitest";

import { type DerivedLimits, readConfig } from "../../src/base/config.ts";
import { statement } from "../../src/clickhouse/sql.ts";
import type { BulkEvent } from "../../src/model/event.ts";
import { type Footfall, serve } from "../../src/server/serve.ts";
import { cleanUp, temporaryDirectory } from "./clean-up.ts";
import { dropDatabase, makeDatabase } from "./databases.ts";
import { recordServerLog } from "./server-logs.ts";
import { testServer } from "./test-server.ts";

export const apiKey = "test-key-0123456789abcdef";

/** The user agent of Chrome on Windows, as the browser really sends it. */
export const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

/** The day of events that name no other, a Monday. */
export const day = "2025-06-02";

/** An event in few words: without any, a page view of the first visitor now. */
export interface Sent extends Partial<BulkEvent> {
  /** A moment, or the time of `day`. */
  readonly at?: string;
  /** The visitor, who is the last number of an address in no country. */
  readonly who?: number;
  readonly page?: string;
}

export interface Website {
  readonly id: number;
  readonly domain: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Returns the body as JSON. Throws if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly json: any;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body. An object is sent as JSON, URLSearchParams as a form, and text as it is. */
  readonly body?: object | string | URLSearchParams;
  /** The API key; `false` leaves it out. */
  readonly key?: string | false;
}

/** A Footfall over HTTP, as its users see it. */
export interface TestFootfall {
  readonly url: string;
  readonly server: Footfall;
  /** Milliseconds that the server's clock is ahead of the real one. Tests may change it. */
  clock: { aheadMs: number };
  request(path: string, options?: RequestOptions): Promise<Reply>;
  store(domain: string, settings?: object): Promise<Website>;
  /** Stores a website with a domain of its own, which has these events. */
  storeWith(events: readonly Sent[], settings?: object): Promise<Website>;
  /** Sends events, which all must count. Resolves when they are in the store. */
  send(website: Website, events: readonly Sent[]): Promise<void>;
  /** Sends one event as a browser does. */
  track(event: object, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  /** Sends events of one website with their times and addresses. */
  bulk(id: number, events: readonly object[]): Promise<Reply>;
  /** Asks for a breakdown of the website's statistics. */
  stats(id: number, query: [string, string][] | Readonly<Record<string, string>>): Promise<Reply>;
}

/**
 * Starts Footfall on a temporary directory (or database), and stops it when the test file ends. Its
 * clock is ahead of the real one by `aheadMs`.
 */
export async function startFootfall(
  env: Readonly<Record<string, string>> = {},
  aheadMs = 0,
  limits: Partial<DerivedLimits> = {},
): Promise<TestFootfall> {
  const directory = await temporaryDirectory();
  const server = env["CLICKHOUSE_URL"] === undefined ? testServer() : undefined;
  const database = server && (await makeDatabase(server));
  const footfall = await serveTest(
    {
      DATA_DIR: directory,
      ...env,
      ...(database !== undefined && { CLICKHOUSE_URL: `${server}/${database}` }),
    },
    recordServerLog(`the Footfall in ${directory}`),
    aheadMs,
    limits,
  );
  cleanUp(async () => {
    await footfall.server.stop();
    if (server !== undefined && database !== undefined) await dropDatabase(server, database);
  });
  return footfall;
}

/** Starts Footfall with the settings, on a free port and with the tests' API key. */
export async function serveTest(
  env: Readonly<Record<string, string>>,
  log: { write(line: string): void },
  aheadMs = 0,
  limits: Partial<DerivedLimits> = {},
): Promise<TestFootfall> {
  const config = readConfig({ PORT: "0", API_KEYS: apiKey, ...env }, limits);
  const clock = { aheadMs };
  const logger = pino({ level: config.LOG_LEVEL }, log);
  const server = await serve(config, logger, () => Date.now() + clock.aheadMs);
  return client(server, clock);
}

function client(server: Footfall, clock: { aheadMs: number }): TestFootfall {
  let websites = 0;
  const request = async (path: string, options: RequestOptions = {}) => {
    // Statistics follow within two seconds; tests do not wait that long.
    if (path.startsWith("/api/v1/stats")) await server.shipped();
    const headers = { "cache-control": "no-cache", ...options.headers };
    return send(`${server.url}${path}`, { ...options, headers });
  };
  const store: TestFootfall["store"] = async (domain, settings = {}) => {
    const reply = await request("/api/v1/websites", { body: { domain, ...settings } });
    if (reply.status !== 201) throw new Error(`store answered ${reply.status}: ${reply.text}`);
    return reply.json.data;
  };
  const bulk: TestFootfall["bulk"] = (id, events) =>
    request(`/api/v1/websites/${id}/events`, { body: events });
  const sendAll: TestFootfall["send"] = async ({ id, domain }, events) => {
    if (events.length === 0) return;
    const { json } = await bulk(
      id,
      events.map((event) => eventOf(domain, event)),
    );
    expect(json).toEqual({ accepted: events.length, dropped: {} });
    await server.shipped();
  };
  return {
    url: server.url,
    server,
    clock,
    request,
    store,
    async storeWith(events, settings) {
      websites += 1;
      const website = await store(`own-${websites}.example`, settings);
      await sendAll(website, events);
      return website;
    },
    send: sendAll,
    track: (event, headers = {}) =>
      request("/api/event", {
        body: event,
        key: false,
        headers: { "user-agent": chrome, ...headers },
      }),
    bulk,
    stats: (id, query) => request(`/api/v1/stats/${id}?${new URLSearchParams(query)}`),
  };
}

/** Returns the event as the bulk endpoint takes it. */
function eventOf(domain: string, { at, who = 1, page = "/", ...event }: Sent): BulkEvent {
  return {
    url: `https://${domain}${page}`,
    ...(at !== undefined && { timestamp: at.includes("T") ? at : `${day}T${at}Z` }),
    ip: `192.0.2.${who}`,
    user_agent: chrome,
    ...event,
  };
}

async function send(url: string, options: RequestOptions): Promise<Reply> {
  const { body, key = apiKey } = options;
  const headers: Record<string, string> = { ...options.headers };
  if (key !== false) headers["authorization"] ??= `Bearer ${key}`;
  const raw = typeof body === "string" || body instanceof URLSearchParams || body === undefined;
  if (!raw) headers["content-type"] ??= "application/json";
  const reply = await fetch(url, {
    method: options.method ?? (body === undefined ? "GET" : "POST"),
    headers,
    ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
  });
  const text = await reply.text();
  return {
    status: reply.status,
    headers: reply.headers,
    text,
    get json() {
      return JSON.parse(text);
    },
  };
}

/** Resolves with rows straight from the store, past the API. */
export async function selectRows<Row>(footfall: TestFootfall, query: string): Promise<Row[]> {
  await footfall.server.shipped();
  return footfall.server.store.db.rows<Row>(statement(query));
}
