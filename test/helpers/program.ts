import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

import { apiKey } from "./footfall.ts";

const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** The built program as a process of its own, killed when the test ends. */
export interface Program {
  readonly process: ChildProcessWithoutNullStreams;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves with the exit code when the process and its output have ended. */
  readonly exited: Promise<number | null>;
}

export function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Program {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env["PATH"], LOG_LEVEL: "silent", PORT: "0", ...env },
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
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  return { process: child, stdout: () => stdout, stderr: () => stderr, exited };
}

/** Starts the server and waits for its ready line; resolves with its address. Fails with its output. */
export async function startServer(
  env: Readonly<Record<string, string>>,
): Promise<Program & { url: string }> {
  const program = startProgram([], { API_KEYS: apiKey, ...env });
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const ready = /listening on (http:\/\/\S+)$/m.exec(program.stdout());
      if (ready?.[1] !== undefined) resolve(ready[1]);
    };
    program.process.stdout.on("data", look);
    void program.exited.then((code) =>
      reject(new Error(`ended with ${code}: ${program.stdout()}${program.stderr()}`)),
    );
  });
  return { ...program, url };
}

/** A directory that is removed when the test ends. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "footfall-program-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}
