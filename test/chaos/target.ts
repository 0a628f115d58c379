import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ClickHouse } from "../../src/clickhouse/clickhouse.ts";
import { quarantineDirectory } from "../../src/log/log-directory.ts";
import { type FoundProcess, processesOf, signalProcess } from "./processes.ts";
import { until } from "./wait.ts";

const builtMainFile = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const startTimeoutMs = 60_000;
const startPauseMs = 100;
const tailCharactersMax = 4_000;

export const apiKey = "chaos-key-0123456789abcdef";

export interface TargetOptions {
  /** The directory that holds `data/` and Footfall's log. */
  readonly directory: string;
  readonly workers: number;
  /** Settings beside those that every run has. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Arguments of Node itself. */
  readonly nodeArgs?: readonly string[];
  readonly signal: AbortSignal;
}

export interface Ended {
  /** The exit code; `null` after a signal. */
  readonly code: number | null;
  /** The last part of what it printed. */
  readonly output: string;
}

/** A command beside the program. */
export interface Command {
  kill(): void;
  readonly ended: Promise<Ended>;
}

/** One start of the program. */
interface Run {
  readonly child: ChildProcess;
  /** Resolves when the process, and all others that could write to its output, are gone. */
  readonly closed: Promise<unknown>;
  hasListened: boolean;
  /** Whether somebody has ended it, or is about to. */
  isEnding: boolean;
  /** The last part of its output. */
  tail: string;
}

/** The built Footfall on one directory, started again and again. */
export class Target {
  readonly dataDirectory: string;
  /** Output of starts that failed, though nobody had ended them. */
  readonly refusedStarts: string[] = [];
  /** Ends that nobody asked for, and stops that were not in order. */
  readonly wrongEnds: string[] = [];
  readonly #settings: Readonly<Record<string, string>>;
  readonly #nodeArgs: readonly string[];
  /** The program that the next start runs. */
  mainFile = builtMainFile;
  readonly #signal: AbortSignal;
  readonly #log: WriteStream;
  #run: Run | undefined;
  #url: string | undefined;

  constructor({ directory, workers, settings, nodeArgs = [], signal }: TargetOptions) {
    this.#settings = { WORKERS: String(workers), ...settings };
    this.#nodeArgs = nodeArgs;
    this.dataDirectory = join(directory, "data");
    this.#signal = signal;
    this.#log = createWriteStream(join(directory, "footfall.log"), { flags: "a" });
  }

  /**
   * Resolves with the address that it listens on, and waits until there is one. After a kill of the
   * main process alone, it is the old address until there is a new one. So any process of the old
   * program that still answers must keep its word.
   */
  async url(): Promise<string> {
    const isUp = () => this.#url !== undefined;
    await until("a start", isUp, { signal: this.#signal, timeoutMs: 2 * startTimeoutMs });
    return this.#url ?? "";
  }

  /** Resolves when it listens. Retries a refused start, as a service manager would. */
  async start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    const deadline = Date.now() + startTimeoutMs;
    for (;;) {
      this.#signal.throwIfAborted();
      const run = this.launch(env);
      const isDecided = () => run.hasListened || hasEnded(run.child);
      await until("a start", isDecided, { signal: this.#signal, timeoutMs: startTimeoutMs });
      if (run.hasListened) return;
      this.refusedStarts.push(run.tail.trim());
      if (Date.now() > deadline) throw new Error(`stuck: it does not start again: ${run.tail}`);
      await delay(startPauseMs, undefined, { signal: this.#signal });
    }
  }

  /** Starts it without waiting. If it ends though nobody ended it, starts it again. */
  launch(env: Readonly<Record<string, string>> = {}): Run {
    const child = this.#spawn([], env);
    const closed = once(child, "close");
    const run: Run = { child, closed, hasListened: false, isEnding: false, tail: "" };
    this.#run = run;
    const hear = (text: string) => {
      this.#log.write(text);
      const heard = run.tail + text;
      run.tail = heard.slice(-tailCharactersMax);
      const url = /listening on (http:\/\/\S+)\n/.exec(heard)?.[1];
      if (url === undefined || run.hasListened) return;
      run.hasListened = true;
      if (!run.isEnding) this.#url = url;
    };
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    child.once("exit", (code, signal) => {
      if (run.isEnding || !run.hasListened) return;
      this.#url = undefined;
      this.wrongEnds.push(`it ended by itself with ${signal ?? code}: ${run.tail}`);
      // Callers that wait for it learn of a failed start, too.
      this.start(env).catch(() => {});
    });
    return run;
  }

  /** Sends SIGTERM. Resolves when the program has ended in order. */
  async stop(): Promise<void> {
    const run = this.#ending();
    this.#url = undefined;
    run.child.kill("SIGTERM");
    await this.#ended(run, "SIGTERM");
    const { exitCode, signalCode } = run.child;
    if (exitCode !== 0) {
      this.wrongEnds.push(`a stop ended with ${signalCode ?? exitCode}: ${run.tail}`);
    }
  }

  /** Sends SIGTERM without waiting. */
  beginStop(): void {
    const run = this.#ending();
    this.#url = undefined;
    run.child.kill("SIGTERM");
  }

  /** Starts a command of the program with the same settings, such as `drain`. */
  command(args: readonly string[]): Command {
    const child = this.#spawn(args, {});
    let output = "";
    const hear = (text: string) => {
      this.#log.write(text);
      output = (output + text).slice(-tailCharactersMax);
    };
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    this.#signal.addEventListener("abort", () => child.kill("SIGKILL"), { once: true });
    const ended = once(child, "close").then(([code]) => ({ code: code as number | null, output }));
    return { kill: () => child.kill("SIGKILL"), ended };
  }

  /**
   * Sends SIGKILL to the main process alone. Resolves when it is gone, whatever happens to the
   * others.
   */
  async killMain(): Promise<void> {
    const run = this.#ending();
    run.child.kill("SIGKILL");
    await this.#ended(run, "SIGKILL");
  }

  /**
   * Sends SIGKILL to all processes at once, the main one first. Resolves when the main one is gone.
   */
  async killTree(): Promise<void> {
    const run = this.#ending();
    this.#url = undefined;
    run.child.kill("SIGKILL");
    this.#killAll();
    await this.#ended(run, "SIGKILL");
  }

  /** Resolves with the engine's process id, as soon as there is one. */
  async engine(): Promise<number> {
    let pid: number | undefined;
    const find = () => {
      pid = this.processes().find(({ kind }) => kind === "engine")?.pid;
      return pid !== undefined;
    };
    await until("an engine's process", find, { signal: this.#signal });
    return pid ?? 0;
  }

  /** Returns the processes that share the main one's work; none with `WORKERS=1`. */
  workers(): number[] {
    return this.processes()
      .filter(({ kind, pid }) => kind === "program" && pid !== this.#run?.child.pid)
      .map(({ pid }) => pid);
  }

  /** Returns all live processes, the engine included. */
  processes(): FoundProcess[] {
    return processesOf(this.dataDirectory);
  }

  /** Resolves with the paths of the event logs that are not shipped to their end. */
  async logs(): Promise<string[]> {
    return this.#filesOf((directory) => join(directory, "log"));
  }

  /** Resolves with the paths of the files that Footfall could neither ship nor read. */
  async quarantined(): Promise<string[]> {
    return this.#filesOf(quarantineDirectory);
  }

  /** Runs the task on Footfall's own ClickHouse, past the API. */
  async inEngine<T>(task: (db: ClickHouse) => Promise<T>): Promise<T> {
    const url = await readFile(join(this.dataDirectory, "clickhouse", "url"), "utf8");
    const clickHouse = new ClickHouse();
    await clickHouse.use(url);
    try {
      return await task(clickHouse);
    } finally {
      await clickHouse.use(undefined);
    }
  }

  /** Kills the remaining processes. Resolves when none is left. */
  async end(): Promise<void> {
    if (this.#run !== undefined) this.#ending().child.kill("SIGKILL");
    const { signal } = new AbortController();
    const isGone = () => {
      this.#killAll();
      return this.processes().length === 0;
    };
    await until("the end of all processes", isGone, { signal });
    await this.#run?.closed;
    await new Promise((resolve) => this.#log.end(resolve));
  }

  /** Resolves with the paths of the files in one directory of each shard. */
  async #filesOf(directoryOf: (shard: string) => string): Promise<string[]> {
    const all = await readdir(this.dataDirectory);
    const others = all.filter((name) => name.startsWith("shard-"));
    const shards = [this.dataDirectory, ...others.map((name) => join(this.dataDirectory, name))];
    const lists = shards.map(async (shard) => {
      const directory = directoryOf(shard);
      const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw error;
      });
      return names.map((name) => join(directory, name));
    });
    return (await Promise.all(lists)).flat();
  }

  #ending(): Run {
    const run = this.#run;
    if (run === undefined) throw new Error("nothing was started");
    run.isEnding = true;
    return run;
  }

  #spawn(args: readonly string[], env: Readonly<Record<string, string>>) {
    return spawn(process.execPath, [...this.#nodeArgs, this.mainFile, ...args], {
      env: {
        PATH: process.env["PATH"],
        LOG_LEVEL: "info",
        PORT: "0",
        TRUST_PROXY: "true",
        API_KEYS: apiKey,
        DATA_DIR: this.dataDirectory,
        ...this.#settings,
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  async #ended({ child }: Run, after: string): Promise<void> {
    await until(`the end by ${after}`, () => hasEnded(child), { signal: this.#signal });
  }

  #killAll(): void {
    for (const { pid } of this.processes()) signalProcess(pid, "SIGKILL");
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
