import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { freePort } from "../../src/base/net/free-port.ts";
import { ClickHouse } from "../../src/clickhouse/clickhouse.ts";
import { engineUser, serverXml, usersXml } from "../../src/clickhouse/embedded/settings.ts";
import { until } from "../chaos/wait.ts";

const childFile = fileURLToPath(new URL("../../dist/engine.js", import.meta.url));
const memoryBytesMax = 1024 ** 3;
const grants = ["GRANT ALL ON *.*"];
const password = "cluster-password-0123456789";
const outputCharactersMax = 4_000;

export interface EngineOptions {
  /** The directory of its data and configuration, which stays when the engine is killed. */
  readonly directory: string;
  /** The macro `shard` of its configuration; none if undefined. */
  readonly shard?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * A ClickHouse server out of the npm package, on one port and one directory: it is killed, stopped
 * and started again as often as a test wants. It answers `/ping` as every server does. It ends with
 * this process, also while SIGSTOP holds it, unless this process is killed just then.
 */
export class Engine {
  readonly port: number;
  readonly #options: EngineOptions;
  #child: ChildProcess | undefined;
  #output = "";

  private constructor(port: number, options: EngineOptions) {
    this.port = port;
    this.#options = options;
    // A process that SIGSTOP holds does not notice that its standard input is closed.
    process.once("exit", () => this.#child?.kill("SIGKILL"));
  }

  /** Takes a free port, and writes the configuration. */
  static async create(options: EngineOptions): Promise<Engine> {
    const engine = new Engine(await freePort("127.0.0.1"), options);
    await engine.#configure();
    return engine;
  }

  /** Returns the address for `CLICKHOUSE_URL`. */
  get url(): string {
    return `http://${engineUser}:${password}@127.0.0.1:${this.port}/default`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get isRunning(): boolean {
    const child = this.#child;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Starts it on the same port and directory. Resolves when it answers. */
  async start(): Promise<void> {
    this.launch();
    const { signal } = this.#options;
    const answers = async () => {
      if (!this.isRunning) throw new Error(`an engine ended: ${this.#output}`);
      return this.#pings();
    };
    await until("the start of an engine", answers, { signal });
  }

  launch(): void {
    // The query keeps `clickhouse local` alive; see src/clickhouse/embedded/process.ts.
    const sleep = "SELECT sleepEachRow(3) FROM system.numbers";
    const settings = "SETTINGS max_block_size = 1, interactive_delay = 3000000";
    const query = `SYSTEM START LISTEN HTTP; ${sleep} ${settings} FORMAT Null`;
    const child = spawn(
      process.execPath,
      [childFile, `--config-file=${this.#file("server.xml")}`, `--query=${query}`],
      { stdio: ["pipe", "pipe", "pipe"], detached: true, env: { TZ: "UTC" } },
    );
    const append = (text: string) => {
      this.#output = (this.#output + text).slice(-outputCharactersMax);
    };
    this.#output = "";
    child.stdout.setEncoding("utf8").on("data", append);
    child.stderr.setEncoding("utf8").on("data", append);
    child.stdin.on("error", () => {});
    this.#child = child;
  }

  /** Sends SIGKILL. Resolves when it is gone. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.isRunning) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }

  freeze(): void {
    this.#child?.kill("SIGSTOP");
  }

  thaw(): void {
    this.#child?.kill("SIGCONT");
  }

  /** Runs the task on its database, past Footfall. */
  async query<T>(task: (db: ClickHouse) => Promise<T>): Promise<T> {
    const db = new ClickHouse();
    await db.use(this.url);
    try {
      return await task(db);
    } finally {
      await db.use(undefined);
    }
  }

  async #pings(): Promise<boolean> {
    const signal = AbortSignal.timeout(2_000);
    const reply = await fetch(`http://127.0.0.1:${this.port}/ping`, { signal }).catch(() => {});
    return (await reply?.text()) === "Ok.\n";
  }

  /**
   * Writes the configuration of the embedded engine without its handlers: a server answers `/ping`.
   */
  async #configure(): Promise<void> {
    const { directory, shard } = this.#options;
    await mkdir(join(directory, "data"), { recursive: true });
    const usersFile = this.#file("users.xml");
    const settings = { directory, usersFile, port: this.port, password, memoryBytesMax };
    const macros = shard === undefined ? "" : `<macros><shard>${shard}</shard></macros>`;
    const server = serverXml(settings).replace(/<http_handlers>.*<\/http_handlers>/s, macros);
    await writeFile(this.#file("server.xml"), server);
    await writeFile(usersFile, usersXml(settings, grants));
  }

  #file(name: string): string {
    return join(this.#options.directory, name);
  }
}
