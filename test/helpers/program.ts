import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { cleanUp, temporaryDirectory } from "./clean-up.ts";
import { eventually } from "./eventually.ts";
import { apiKey, chrome } from "./footfall.ts";
import { addServerLog } from "./server-logs.ts";

const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** The built program as a process of its own, killed when the test ends. */
export interface Program {
  readonly process: ChildProcessWithoutNullStreams;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves with the exit code when the process and its output have ended. */
  readonly exited: Promise<number | null>;
}

/** A program that listens. */
export interface Server extends Program {
  readonly url: string;
}

/** `file` is the program's own: the built one, or that of an installed package. */
export function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  file = main,
): Program {
  const [command = "", ...first] = file === main ? [process.execPath, main] : [file];
  const child = spawn(command, [...first, ...args], {
    env: { PATH: process.env["PATH"], LOG_LEVEL: "warn", PORT: "0", ...env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.on("error", () => {});
  const exited = once(child, "close").then(([code]) => code as number | null);
  cleanUp(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  addServerLog(["footfall", ...args].join(" "), () => stdout + stderr);
  // The log is among the output. Only a test that sets its level looks at it.
  const isLogShown = env["LOG_LEVEL"] !== undefined;
  return {
    process: child,
    stdout: () => (isLogShown ? stdout : stdout.replace(/^\{"level":.*\n?/gm, "")),
    stderr: () => stderr,
    exited,
  };
}

/**
 * Starts the server, waits for its ready line, and resolves with its address. Fails with its
 * output.
 */
export async function startServer(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  file?: string,
): Promise<Server> {
  const program = startProgram(args, { API_KEYS: apiKey, ...env }, file);
  const url = await new Promise<string>((resolve, reject) => {
    const find = () => {
      const ready = /listening on (http:\/\/\S+)$/m.exec(program.stdout());
      if (ready?.[1] !== undefined) resolve(ready[1]);
    };
    program.process.stdout.on("data", find);
    void program.exited.then((code) =>
      reject(new Error(`ended with ${code}: ${program.stdout()}${program.stderr()}`)),
    );
  });
  return { ...program, url };
}

/**
 * Starts the server with a wrong setting. Resolves with the only line that it prints before it ends
 * with code 1.
 */
export async function refusedStart(env: Readonly<Record<string, string>>): Promise<string> {
  const program = startProgram([], { DATA_DIR: await temporaryDirectory(), ...env });
  expect(await program.exited).toBe(1);
  expect(program.stderr().trimEnd().split("\n")).toHaveLength(1);
  return program.stderr();
}

/**
 * Ends a server by the signal right behind some events, and looks for them after the next start.
 */
export async function expectOrderlyStop(signal: NodeJS.Signals): Promise<void> {
  const DATA_DIR = await temporaryDirectory();
  const first = await startServer({ DATA_DIR });
  const id = await storeWebsite(first.url, "example.com");
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) => track(first.url, "example.com", `/${i}`)),
  );

  first.process.kill(signal);

  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(202));
  expect(await first.exited).toBe(0);
  const second = await startServer({ DATA_DIR });
  await eventually(async () =>
    expect((await pages(second.url, id)).map(({ count }) => count)).toEqual(Array(20).fill(1)),
  );
}

export const authorization = { authorization: `Bearer ${apiKey}` };

export async function storeWebsite(url: string, domain: string): Promise<number> {
  const body = new URLSearchParams({ domain });
  const reply = await fetch(`${url}/api/v1/websites`, {
    method: "POST",
    headers: authorization,
    body,
  });
  expect(reply.status).toBe(201);
  return ((await reply.json()) as { data: { id: number } }).data.id;
}

export function track(url: string, domain: string, path: string): Promise<Response> {
  return fetch(`${url}/api/event`, {
    method: "POST",
    headers: { "user-agent": chrome, "content-type": "application/json" },
    body: JSON.stringify({ domain, url: `https://${domain}${path}` }),
  });
}

/** Resolves with every page and its page views, from all pages of the answer. */
export async function pages(url: string, id: number): Promise<{ value: string; count: number }[]> {
  const all: { value: string; count: number }[] = [];
  for (let page = 1; ; page += 1) {
    const query = `name=page&from=2000-01-01&to=2100-01-01&per_page=100&page=${page}`;
    const headers = { ...authorization, "cache-control": "no-cache" };
    const reply = await fetch(`${url}/api/v1/stats/${id}?${query}`, { headers });
    expect(reply.status).toBe(200);
    const { data } = (await reply.json()) as { data: { value: string; count: number }[] };
    if (data.length === 0) return all;
    all.push(...data);
  }
}

/** Returns the ids of the child processes whose command line holds `words`. */
export function childrenOf(pid: number | undefined, words = ""): number[] {
  const text = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" });
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => Number(parent) === pid && args.join(" ").includes(words))
    .map(([child]) => Number(child));
}

/** Returns the processes of a server's imports. */
export function importProcesses({ process }: Program): number[] {
  return childrenOf(process.pid, "import-launcher").flatMap((launcher) => childrenOf(launcher));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
