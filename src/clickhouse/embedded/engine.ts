import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger as Logger } from "fastify";

import { BackOff } from "../../base/async/back-off.ts";
import { directoryInUse } from "../../base/data-directory.ts";
import { StartRefused } from "../../base/errors.ts";
import { isRunning } from "./engine-agent.ts";
import { EngineFailed, type EngineProcess, isEngineAt, startEngineProcess } from "./process.ts";

const endsWithinMs = 3_000;

export interface EngineOptions {
  readonly directory: string;
  readonly memoryBytesMax: number;
  readonly logger: Logger;
  /** Receives the engine's URL and process id when it comes up, `undefined` when it goes down. */
  readonly onUrl: (url: string | undefined, pid?: number) => Promise<void>;
}

/**
 * Runs the embedded ClickHouse. When its process dies it starts another one, at once and then with
 * a back-off up to 5 s. While it is up, `directory/url` (mode 0600) tells commands of the same user
 * how to reach it.
 */
export class EmbeddedEngine {
  readonly #options: EngineOptions;
  readonly #stopping = new AbortController();
  #current: EngineProcess | undefined;
  #supervision: Promise<void> | undefined;

  private constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Resolves when the engine answers. Throws `StartRefused` when it cannot run here. */
  static async start(options: EngineOptions): Promise<EmbeddedEngine> {
    // The engine would wait seconds for the lock before it gave up.
    if (!(await isFree(options.directory))) throw directoryInUse(options.directory);
    const engine = new EmbeddedEngine(options);
    try {
      await engine.#up();
    } catch (error) {
      throw refusal(error, options.directory);
    }
    engine.#supervision = engine.#supervise();
    return engine;
  }

  /** The id of the engine's process, which changes with each restart. */
  get pid(): number | undefined {
    return this.#current?.pid;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#options.onUrl(undefined);
    await this.#current?.kill();
    await this.#supervision;
    for (const file of [urlFile, pidFile]) await rm(file(this.#options.directory), { force: true });
  }

  async #up(): Promise<void> {
    const { directory, onUrl } = this.#options;
    this.#current = await startEngineProcess(this.#options);
    const { url, pid } = this.#current;
    await writeFile(pidFile(directory), String(pid), { mode: 0o600 });
    await writeFile(urlFile(directory), url, { mode: 0o600 });
    await onUrl(url, pid);
  }

  async #supervise(): Promise<void> {
    const { logger, onUrl } = this.#options;
    const backOff = new BackOff();
    while (!this.#stopping.signal.aborted) {
      const upSinceMs = Date.now();
      const output = await this.#current?.exited;
      if (this.#stopping.signal.aborted) return;
      logger.error({ output }, "the embedded ClickHouse ended and is being restarted");
      // A process that is slow to take note must not delay the engine's restart.
      void onUrl(undefined).catch((error: unknown) =>
        logger.error({ err: error }, "a client failed"),
      );
      let upMs = Date.now() - upSinceMs;
      do {
        const { signal } = this.#stopping;
        await delay(backOff.next(upMs), undefined, { signal }).catch(() => {});
        upMs = 0;
      } while (!this.#stopping.signal.aborted && !(await this.#restart()));
    }
    await this.#current?.kill();
  }

  /** Returns whether the engine came up again. */
  async #restart(): Promise<boolean> {
    try {
      await this.#up();
      this.#options.logger.info("the embedded ClickHouse is up again");
      return true;
    } catch (error) {
      this.#options.logger.error({ err: error }, "the embedded ClickHouse did not start");
      return false;
    }
  }
}

/**
 * Returns whether no engine runs on the directory. Waits a little for an engine whose parent has
 * just died: it ends as soon as it notices.
 */
async function isFree(directory: string): Promise<boolean> {
  const deadlineMs = Date.now() + endsWithinMs;
  while ((await findRunningEngine(directory)) !== undefined) {
    if (Date.now() > deadlineMs) return false;
    await delay(50);
  }
  return true;
}

/** An engine that a command of the same user can join. */
export interface RunningEngine {
  readonly url: string;
  readonly pid: number;
}

/**
 * Returns the engine that runs on `directory`; undefined if there is none, or none that answers in
 * time.
 */
export async function findRunningEngine(
  directory: string,
  timeoutMs?: number,
): Promise<RunningEngine | undefined> {
  try {
    const url = await readFile(urlFile(directory), "utf8");
    const pid = Number(await readFile(pidFile(directory), "utf8"));
    // After a crash the file names an engine that is gone, and a port that may be someone else's by
    // now.
    return isRunning(pid) && (await isEngineAt(url, timeoutMs)) ? { url, pid } : undefined;
  } catch {
    return undefined;
  }
}

function urlFile(directory: string): string {
  return join(directory, "url");
}

function pidFile(directory: string): string {
  return join(directory, "pid");
}

function refusal(error: unknown, directory: string): unknown {
  if (!(error instanceof EngineFailed)) return error;
  if (/Cannot lock file/.test(error.output)) return directoryInUse(directory);
  if (/libchdb|Cannot find (module|package)|ERR_MODULE_NOT_FOUND/.test(error.output)) {
    return new StartRefused(
      `there is no embedded ClickHouse for ${process.platform} ${process.arch}; set CLICKHOUSE_URL to a server`,
    );
  }
  return new StartRefused(error.message);
}
