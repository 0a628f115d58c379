import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";

import { trackChild } from "./program.ts";

const tickMs = 10;

/** A command that ended with exit code 0. */
export interface Ended {
  readonly output: string;
  readonly wallMs: number;
  /** Processor time; Linux only, else NaN. */
  readonly cpuMs: number;
}

/** Runs `node ARGS` to its end. Throws if it fails. */
export async function runProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const before = await endedChildrenCpuMs();
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production", ...env },
  });
  trackChild(child);
  const closed = once(child, "close");
  const output = Buffer.concat(await child.stdout.toArray()).toString();
  const [code] = (await closed) as [number | null];
  if (code !== 0) throw new Error(`node ${args.join(" ")} ended with ${code}: ${output}`);
  const wallMs = performance.now() - start;
  return { output, wallMs, cpuMs: (await endedChildrenCpuMs()) - before };
}

/** Returns the processor time of this process's children that have ended. */
async function endedChildrenCpuMs(): Promise<number> {
  try {
    const stat = await readFile("/proc/self/stat", "utf8");
    // The fields behind the program's name.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[13]) + Number(fields[14])) * tickMs;
  } catch {
    return Number.NaN;
  }
}
