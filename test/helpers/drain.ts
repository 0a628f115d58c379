import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { ClickHouse } from "../../src/clickhouse/clickhouse.ts";
import { startEngineProcess } from "../../src/clickhouse/embedded/process.ts";
import { sql } from "../../src/clickhouse/sql.ts";
import { cleanUp, temporaryDirectory } from "./clean-up.ts";
import { newDatabaseName } from "./databases.ts";
import { chrome } from "./footfall.ts";
import { isAlive } from "./program.ts";

export const domain = "example.com";

/** A ClickHouse server that tests can freeze, behind a proxy that can hold inserts of events. */
export interface HoldingStore {
  /** Resolves with the settings of a Footfall with a directory and a database of its own. */
  settings(
    env?: Readonly<Record<string, string>>,
  ): Promise<{ DATA_DIR: string; CLICKHOUSE_URL: string }>;
  /** Resolves with the sorted pages of all stored events, past the proxy. */
  storedPaths(clickHouseUrl: string): Promise<string[]>;
  /** Holds inserts of events back, and nothing else, until `release` or the end of the test. */
  hold(): void;
  release(): void;
  /** Stops the server's process, until `thaw` or the end of the test. */
  freeze(): void;
  thaw(): void;
}

export async function startHoldingStore(): Promise<HoldingStore> {
  const directory = await temporaryDirectory();
  const grants = ["GRANT ALL ON *.*"];
  const server = await startEngineProcess({ directory, memoryBytesMax: 2 * 1024 ** 3, grants });
  cleanUp(() => server.kill());
  const proxy = await startProxy(new URL(server.url));
  const thaw = () => {
    if (isAlive(server.pid)) process.kill(server.pid, "SIGCONT");
  };
  return {
    async settings(env = {}) {
      const CLICKHOUSE_URL = new URL(server.url);
      CLICKHOUSE_URL.port = proxy.port;
      CLICKHOUSE_URL.pathname = `/${newDatabaseName()}`;
      const DATA_DIR = await temporaryDirectory();
      return { DATA_DIR, CLICKHOUSE_URL: CLICKHOUSE_URL.href, ...env };
    },
    async storedPaths(clickHouseUrl) {
      const url = new URL(server.url);
      url.pathname = new URL(clickHouseUrl).pathname;
      const clickHouse = new ClickHouse();
      await clickHouse.use(url.href);
      const rows = await clickHouse.rows<{ page: string }>(sql`SELECT page FROM events`);
      await clickHouse.use(undefined);
      return rows.map(({ page }) => page).sort();
    },
    hold() {
      proxy.hold();
      cleanUp(async () => proxy.release());
    },
    release: () => proxy.release(),
    freeze() {
      process.kill(server.pid, "SIGSTOP");
      cleanUp(async () => thaw());
    },
    thaw,
  };
}

async function startProxy(target: URL) {
  let isHolding = false;
  const waiting: (() => void)[] = [];
  const proxy = createServer((incoming, reply) => {
    const pass = () => forward(target, incoming, reply);
    const sql = new URL(incoming.url ?? "", target).searchParams.get("query");
    const isInsert = sql?.includes("INSERT INTO events") ?? false;
    if (isInsert && isHolding) waiting.push(pass);
    else pass();
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  cleanUp(async () => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return {
    port: String((proxy.address() as AddressInfo).port),
    hold() {
      isHolding = true;
    },
    release() {
      isHolding = false;
      for (const pass of waiting.splice(0)) pass();
    },
  };
}

function forward(target: URL, incoming: IncomingMessage, reply: ServerResponse): void {
  const { method, headers, url: path } = incoming;
  const { hostname, port } = target;
  const outgoing = request({ hostname, port, method, headers, path }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(reply);
  });
  outgoing.on("error", () => reply.destroy());
  reply.on("close", () => outgoing.destroy());
  incoming.pipe(outgoing);
}

export function logsIn(directory: string): Promise<string[]> {
  return readdir(join(directory, "log"));
}

/** Posts over a connection of its own, so that any worker may get the request. */
export function post(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const json = { "user-agent": chrome, "content-type": "application/json", connection: "close" };
  return fetch(url, {
    method: "POST",
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });
}

export function postEvent(url: string, path: string): Promise<Response> {
  return post(`${url}/api/event`, { domain, url: `https://${domain}${path}` });
}

/** Resolves with the status, and with the code of an error. */
export async function statusAndCode(
  answer: Promise<Response>,
): Promise<[number, string | undefined]> {
  const reply = await answer;
  return [reply.status, /"code":"(\w+)"/.exec(await reply.text())?.[1]];
}

/** A load: the acknowledged paths. */
export interface Load {
  readonly acknowledged: Set<string>;
  readonly ended: Promise<unknown>;
}

/** Sends events until the server is gone. */
export function startLoad(url: string): Load {
  const acknowledged = new Set<string>();
  const send = async (sender: number) => {
    for (let i = 0; ; i += 1) {
      const path = `/${sender}-${i}`;
      const answer = await statusAndCode(postEvent(url, path)).catch(() => undefined);
      if (answer === undefined) return;
      if (answer[0] === 202) acknowledged.add(path);
    }
  };
  const senders = Array.from({ length: 6 }, (_, sender) => send(sender));
  return { acknowledged, ended: Promise.all(senders) };
}
