import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { freePort } from "../../base/net/free-port.ts";
import { packageFile } from "../../base/package-file.ts";
import { engineUser, proofOf, serverXml, usersXml } from "./settings.ts";

const childFile = packageFile("dist/engine.js");
const readyTimeoutMs = 60_000;
const answerTimeoutMs = 2_000;
const configPrefix = "start-";
const outputCharactersMax = 8_192;
/** Another process takes a port seldom in the second before the engine listens. */
const portsMax = 3;

/** A running engine process. `exited` resolves with the last lines that it printed. */
export interface EngineProcess {
  readonly url: string;
  readonly pid: number;
  readonly exited: Promise<string>;
  /** Kills the process. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** The error of an engine that did not get to answer. `output` is what it printed. */
export class EngineFailed extends Error {
  readonly output: string;

  constructor(output: string) {
    super(`the embedded ClickHouse did not start: ${output.split("\n")[0]}`);
    this.output = output;
  }
}

interface EngineStart {
  readonly directory: string;
  readonly memoryBytesMax: number;
  /** The rights of its user; those that Footfall needs if undefined. */
  readonly grants?: readonly string[];
  /** Resolves with the loopback port to listen on; with a free one if undefined. */
  readonly findPort?: () => Promise<number>;
}

/**
 * Starts ClickHouse on `directory` and a free loopback port, and waits until it has proven to
 * listen there. If another process takes the port first, it tries two other ones. The configuration
 * is in a directory of its own, which is removed afterwards. So the file of a second start does not
 * reach an engine that already runs on the same data.
 */
export async function startEngineProcess(options: EngineStart): Promise<EngineProcess> {
  const { findPort = () => freePort("127.0.0.1") } = options;
  for (let nth = 1; ; nth += 1) {
    try {
      return await startOnPort(await findPort(), options);
    } catch (error) {
      if (nth === portsMax || !isPortTaken(error)) throw error;
    }
  }
}

function isPortTaken(error: unknown): boolean {
  return error instanceof EngineFailed && error.output.includes("Address already in use");
}

async function startOnPort(port: number, options: EngineStart): Promise<EngineProcess> {
  const { directory, memoryBytesMax, grants } = options;
  await mkdir(join(directory, "data"), { recursive: true, mode: 0o700 });
  await removeAbandoned(directory);
  const configDirectory = await mkdtemp(join(directory, configPrefix));
  try {
    // 192 bits, which need no escaping anywhere.
    const password = randomBytes(24).toString("hex");
    const serverFile = join(configDirectory, "server.xml");
    const usersFile = join(configDirectory, "users.xml");
    const settings = { directory, usersFile, port, password, memoryBytesMax };
    await writeFile(serverFile, serverXml(settings), { mode: 0o600 });
    await writeFile(usersFile, usersXml(settings, grants), { mode: 0o600 });
    const engine = spawnEngine(serverFile);
    const url = `http://${engineUser}:${password}@127.0.0.1:${port}/default`;
    await ready(engine, url);
    return { ...engine, url };
  } finally {
    await rm(configDirectory, { recursive: true, force: true });
  }
}

/** Removes configurations of killed starts. A younger one may be of a process that starts now. */
async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(configPrefix)) continue;
    const path = join(directory, name);
    const modifiedMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    if (Date.now() - modifiedMs > 2 * readyTimeoutMs)
      await rm(path, { recursive: true, force: true });
  }
}

function spawnEngine(serverFile: string): Omit<EngineProcess, "url"> {
  // Without `interactive_delay` the engine would look ten times a second how far the query is.
  const sleep = "SELECT sleepEachRow(3) FROM system.numbers";
  const settings = "SETTINGS max_block_size = 1, interactive_delay = 3000000";
  const forever = `SYSTEM START LISTEN HTTP; ${sleep} ${settings} FORMAT Null`;
  const child = spawn(
    process.execPath,
    // Every user of the machine can read these arguments.
    [childFile, `--config-file=${serverFile}`, `--query=${forever}`],
    {
      stdio: ["pipe", "pipe", "pipe"],
      // A process group of its own: Ctrl+C must reach the parent alone, which then stops in order.
      detached: true,
      // Footfall's own environment holds keys and passwords, and SQL can read the process's.
      env: { TZ: "UTC" },
    },
  );
  const exited = outputUntilExit(child);
  return {
    pid: child.pid ?? 0,
    exited,
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function outputUntilExit(child: ChildProcess): Promise<string> {
  let output = "";
  const append = (text: string) => {
    output = (output + text).slice(-outputCharactersMax);
  };
  child.stdout?.setEncoding("utf8").on("data", append);
  child.stderr?.setEncoding("utf8").on("data", append);
  child.stdin?.on("error", () => {});
  child.on("error", (error) => append(error.message));
  const [code, signal] = await once(child, "close").catch(() => []);
  append(signal ? `ended by ${signal}` : `ended with ${code}`);
  return output.replace(/^Logging .*\n/, "");
}

async function ready(engine: Omit<EngineProcess, "url">, url: string): Promise<void> {
  let failure: string | undefined;
  void engine.exited.then((output) => {
    failure = output || "it ended without any output";
  });
  const deadlineMs = Date.now() + readyTimeoutMs;
  while (!(await isEngineAt(url))) {
    if (failure !== undefined) throw new EngineFailed(failure);
    if (Date.now() > deadlineMs) {
      await engine.kill();
      throw new EngineFailed(`no answer within ${readyTimeoutMs / 1000} seconds`);
    }
    await delay(20);
  }
}

/**
 * Returns whether the engine with this URL listens there. Does not send the password, as another
 * process may have the port.
 */
export async function isEngineAt(url: string, timeoutMs = answerTimeoutMs): Promise<boolean> {
  const { origin, password } = new URL(url);
  const { path, text } = proofOf(password);
  try {
    const reply = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(timeoutMs) });
    return (await reply.text()) === text;
  } catch {
    return false;
  }
}
