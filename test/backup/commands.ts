import { expect } from "vitest";

import { dimensionNames } from "../../src/counting/dimensions.ts";
import { authorization, startProgram } from "../helpers/program.ts";

/** The outcome of a command that has ended. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built `backup` or `restore`, and resolves when it has ended. */
export async function run(
  command: "backup" | "restore",
  dataDirectory: string,
  directory: string,
  env: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<Outcome> {
  const program = startProgram([command, ...flags, directory], { DATA_DIR: dataDirectory, ...env });
  const code = await program.exited;
  return { code, stdout: program.stdout(), stderr: program.stderr() };
}

/** Runs a command that must succeed. */
export async function succeed(...args: Parameters<typeof run>): Promise<string> {
  const { code, stdout, stderr } = await run(...args);
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

/** Runs a command that must be refused, and resolves with its line on standard error. */
export async function refused(...args: Parameters<typeof run>): Promise<string> {
  const { code, stdout, stderr } = await run(...args);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^footfall: .*\n$/);
  return stderr.slice("footfall: ".length).trimEnd();
}

/** Returns the paths of all reports about a website, for a range of days. */
export function reportPaths(id: number, range: Readonly<Record<string, string>>): string[] {
  const days = new URLSearchParams(range).toString();
  const website = `/api/v1/websites/${id}`;
  return [
    ...dimensionNames.map((name) => `/api/v1/stats/${id}?name=${name}&per_page=100&${days}`),
    // A filter that everybody meets, so that Footfall counts the events of each day that has some.
    `/api/v1/stats/${id}?name=page&per_page=100&filter%5Bdevice%5D=Desktop&${days}`,
    ...["summary", "intake", "engagement", "revenue", "heatmap", "props", "journeys"].map(
      (path) => `${website}/${path}?${days}`,
    ),
    `${website}/goals/stats?${days}`,
    `${website}/goals`,
    website,
  ];
}

/** Resolves with the answers of all reports about a website, for a range of days. */
export async function answersOf(
  url: string,
  id: number,
  range: Readonly<Record<string, string>>,
): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const path of reportPaths(id, range)) {
    const reply = await fetch(url + path, {
      headers: { ...authorization, "cache-control": "no-cache" },
    });
    all.push([path, reply.status, JSON.parse((await reply.text()).replaceAll(url, ""))]);
  }
  return all;
}
