import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { ClickHouse } from "../../src/clickhouse/clickhouse.ts";
import { type EngineProcess, startEngineProcess } from "../../src/clickhouse/embedded/process.ts";
import { migrate, readMigrations } from "../../src/clickhouse/migrate.ts";
import { bind, sql, statement } from "../../src/clickhouse/sql.ts";
import type { Table } from "../../src/log/record.ts";
import { type EventTable, eventTable } from "../../src/tables/event-table.ts";
import { makeDatabase } from "./databases.ts";
import { testServer } from "./test-server.ts";

/** The fate of one insert on its way. */
export type Fault =
  | { readonly kind: "answer swallowed"; readonly after?: () => void }
  | { readonly kind: "answer cut"; readonly after?: () => void }
  /** The store sees the request end after that many bytes, and its answer is lost. */
  | { readonly kind: "request cut"; readonly bytes: number; readonly after?: () => void }
  /** The rest of the request comes when the promise resolves. */
  | { readonly kind: "request held"; readonly bytes: number; readonly until: Promise<void> }
  /** The store sees the request end after that many bytes, and its answer gets through. */
  | { readonly kind: "request shortened"; readonly bytes: number; readonly after?: () => void };

/** A ClickHouse of the test's own (an engine or a database), and a proxy in front of it. */
export class TestStore {
  /** A client that goes through the proxy, with a short timeout. */
  readonly db = new ClickHouse({ requestTimeoutMs: 3_000 });
  readonly direct = new ClickHouse();
  readonly table: EventTable = eventTable(this.db);
  /** Faults that inserts into `faultyTable` use up, one each. */
  readonly faults: Fault[] = [];
  faultyTable: Table = "events";
  inserts = 0;
  engine: EngineProcess | undefined;
  directory = "";
  #target = "";
  readonly #clients = new Set<Socket>();
  readonly #proxy = createServer({ allowHalfOpen: true }, (client) => this.#forward(client));

  static async start(): Promise<TestStore> {
    const store = new TestStore();
    store.#proxy.listen(0, "127.0.0.1");
    await once(store.#proxy, "listening");
    const server = testServer();
    if (server === undefined) {
      store.directory = await mkdtemp(join(tmpdir(), "footfall-store-"));
      await store.startEngine();
    } else {
      await store.#use(`${server}/${await makeDatabase(server)}`);
    }
    await migrate(store.direct, await readMigrations());
    return store;
  }

  async startEngine(): Promise<void> {
    const { directory } = this;
    // Tests stop merges, which Footfall does not.
    const grants = ["GRANT ALL ON *.*"];
    this.engine = await startEngineProcess({ directory, memoryBytesMax: 2 * 1024 ** 3, grants });
    await this.#use(this.engine.url);
  }

  /** Kills the engine, lets `meanwhile` change its files, and starts it again. */
  async restartEngine(meanwhile: () => Promise<void> = async () => {}): Promise<void> {
    await this.engine?.kill();
    await meanwhile();
    await this.startEngine();
  }

  signalEngine(signal: "SIGSTOP" | "SIGCONT"): void {
    // 0 would be the whole group of the tests.
    if (this.engine === undefined) throw new Error("there is no engine");
    process.kill(this.engine.pid, signal);
  }

  async stop(): Promise<void> {
    for (const client of this.#clients) client.destroy();
    this.#proxy.close();
    await this.db.use(undefined);
    if (this.directory !== "") {
      await this.direct.use(undefined);
      await this.engine?.kill();
      await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
    } else {
      const database = new URL(this.#target).pathname.slice(1);
      await this.direct.run(statement(`DROP DATABASE ${database}`));
      await this.direct.use(undefined);
    }
  }

  /** Resolves with a map from each page to the number of its events. */
  async counted(): Promise<Map<string, number>> {
    const rows = await this.direct.rows<{ page: string; n: number }>(
      sql`SELECT page, count() AS n FROM events GROUP BY page`,
    );
    return new Map(rows.map(({ page, n }) => [page, n]));
  }

  /** Expects that every one of the pages is counted once. Pages of other tests are left out. */
  async expectOnce(pages: readonly string[]): Promise<void> {
    const counted = await this.counted();
    const wrong = pages.filter((page) => counted.get(page) !== 1);
    expect(wrong.map((page) => [page, counted.get(page) ?? 0])).toEqual([]);
    expect(pages.length).toBeGreaterThan(0);
  }

  /** Resolves with the number of batches that brought the events. */
  async batches(prefix: string): Promise<number> {
    const found = await this.direct.rows(sql`
      SELECT batch
      FROM events
      WHERE startsWith(page, ${bind("String", prefix)})
      GROUP BY batch`);
    return found.length;
  }

  /** Connects again after `db.use(undefined)`. */
  reconnect(): Promise<void> {
    return this.#use(this.#target);
  }

  async #use(url: string): Promise<void> {
    this.#target = url;
    await this.direct.use(url);
    const proxied = new URL(url);
    proxied.port = String((this.#proxy.address() as AddressInfo).port);
    await this.db.use(proxied.href);
  }

  /**
   * The proxy ends the store's side in order and reads it to its end, whatever the fault:
   * `clickhouse local` aborts when an answer meets a connection that was reset.
   */
  #forward(client: Socket): void {
    const { port, hostname } = new URL(this.#target);
    const server = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    let fault: Fault | undefined;
    let bytes = 0;
    this.#clients.add(client);
    client.on("error", () => client.destroy());
    client.on("close", () => {
      this.#clients.delete(client);
      server.end();
    });
    server.on("error", () => server.destroy());
    server.on("close", () => client.destroy());
    client.on("data", (chunk: Buffer) => {
      if (chunk.includes(`INSERT+INTO+${this.faultyTable}+`)) {
        this.inserts += 1;
        bytes = 0;
        fault = this.faults.shift();
      }
      if (fault?.kind === "request held") {
        const free = Math.max(0, fault.bytes - bytes);
        bytes += chunk.length;
        server.write(chunk.subarray(0, free));
        void fault.until.then(() => server.write(chunk.subarray(free)));
        return;
      }
      if (fault?.kind !== "request cut" && fault?.kind !== "request shortened") {
        server.write(chunk);
        return;
      }
      if (bytes > fault.bytes) return;
      server.write(chunk.subarray(0, fault.bytes - bytes));
      bytes += chunk.length;
      if (bytes <= fault.bytes) return;
      server.end();
      fault.after?.();
    });
    client.on("end", () => server.end());
    server.on("data", (chunk: Buffer) => {
      if (fault?.kind === "request cut" || !client.writable) return;
      if (fault?.kind !== "answer swallowed" && fault?.kind !== "answer cut") {
        client.write(chunk);
        return;
      }
      if (fault.kind === "answer cut") client.write(chunk.subarray(0, 20));
      fault.after?.();
      client.end(() => client.destroy());
    });
    server.on("end", () => {
      if (fault?.kind === "request cut") client.destroy();
      else client.end();
    });
  }
}
