import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { treeOf, usageOf } from "./usage.ts";

const startTimeoutMs = 60_000;
const stopTimeoutMs = 12_000;
const idleTimeoutMs = 10_000;
/** Options that `npm start` gives Node; the ceiling gets them too. */
export const nodeOptions = ["--v8-pool-size=1"];
/** The built program. */
export const mainFile = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** A server in a process of its own. */
export interface Program {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
  /** Sends SIGKILL to the process and its descendants at once; resolves when it is gone. */
  kill(): Promise<void>;
}

/** The built Footfall on a temporary directory, which `stop` removes. */
export interface Footfall extends Program {
  readonly directory: string;
  readonly apiKey: string;
  /** The environment, for commands on the same directory. */
  readonly env: Readonly<Record<string, string>>;
}

const children = new Set<ChildProcess>();

/**
 * Ends the child when the bench is interrupted. Code that waits for the child then fails, and
 * cleans up.
 */
export function trackChild(child: ChildProcess): void {
  children.add(child);
  child.once("exit", () => children.delete(child));
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    for (const child of children) child.kill("SIGTERM");
  });
}

/** Starts `node ARGS` and waits for the line that says where it listens. */
export async function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production", ...env },
  });
  trackChild(child);
  const exited = once(child, "exit");
  const stop = async () => {
    const kill = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await exited;
    }
    clearTimeout(kill);
  };
  const pid = child.pid ?? 0;
  const kill = async () => {
    for (const each of await treeOf(pid)) process.kill(each, "SIGKILL");
    await exited;
  };
  const signal = AbortSignal.timeout(startTimeoutMs);
  for await (const line of createInterface({ input: child.stdout, signal })) {
    const url = /listening on (http:\/\/\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return { url, pid, stop, kill };
  }
  await stop();
  throw new Error(`node ${args.join(" ")} ended, or said nothing, before it listened`);
}

/** Starts the product as an operator does, with the embedded ClickHouse. */
export async function startFootfall(
  options: { nodeArgs?: readonly string[]; env?: Readonly<Record<string, string>> } = {},
): Promise<Footfall> {
  const directory = await mkdtemp(join(tmpdir(), "footfall-bench-"));
  const remove = () => rm(directory, { recursive: true, force: true, maxRetries: 5 });
  try {
    const footfall = await startFootfallOn(directory, options.nodeArgs, options.env);
    return {
      ...footfall,
      async stop() {
        await footfall.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Starts the product in the same way, on a directory that stays. */
export async function startFootfallOn(
  directory: string,
  nodeArgs: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<Footfall> {
  const apiKey = "bench-key-0123456789abcdef";
  const env = {
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_DIR: directory,
    API_KEYS: apiKey,
    CLICKHOUSE_URL: "",
    TRUST_PROXY: "true",
    GEOIP_DB: "",
    LOG_LEVEL: "silent",
    ...settings,
  };
  const program = await startProgram([...nodeOptions, ...nodeArgs, mainFile], env);
  return { ...program, directory, apiKey, env };
}

/**
 * Waits until the process and its children are idle (merges continue after the load), 10 s at most.
 */
export async function settle(pid: number): Promise<void> {
  const deadline = Date.now() + idleTimeoutMs;
  for (let last = await busyMs(pid); Date.now() < deadline; ) {
    await delay(500);
    const now = await busyMs(pid);
    if (!(now - last > 50)) return;
    last = now;
  }
}

async function busyMs(pid: number): Promise<number> {
  const { server, engine } = await usageOf(pid);
  return server.cpuMs + engine.cpuMs;
}
