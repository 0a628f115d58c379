import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { stopAll, temporaryDirectory } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import { chrome } from "../../helpers/footfall.ts";
import type { ImportAnswer } from "../../helpers/imports.ts";
import {
  authorization,
  type Program,
  type Server,
  startProgram,
  startServer,
  storeWebsite,
} from "../../helpers/program.ts";

/** Returns a line of a log, each of another page. */
function lineOf(nth: number): string {
  const second = String(nth % 60).padStart(2, "0");
  return `8.8.${nth % 256}.8 - - [17/May/2026:10:05:${second} +0000] "GET /${nth} HTTP/1.1" 200 12 "-" "${chrome}"`;
}

/** Returns the text of a log with the lines from `from` up to `to`. */
export function textOf(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, i) => `${lineOf(from + i)}\n`).join("");
}

/** An import in the list of the API. */
interface Listed extends ImportAnswer {
  readonly source: string;
  readonly kind: string;
  readonly files: readonly { readonly name: string }[];
  readonly finished_at: string | null;
}

/**
 * Starts a Footfall for the tests of a file. Returns a function that makes a website, into which
 * the command imports.
 */
export function useCommandWorld(): () => Promise<CommandWorld> {
  let server: Server;
  let DATA_DIR: string;
  let websites = 0;
  beforeAll(async () => {
    DATA_DIR = await temporaryDirectory();
    server = await startServer({ DATA_DIR });
  });
  afterAll(stopAll);
  return () => {
    websites += 1;
    return makeWorld(server, DATA_DIR, `w${websites}.example`);
  };
}

export type CommandWorld = Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld({ url }: Server, DATA_DIR: string, domain: string) {
  const id = await storeWebsite(url, domain);
  const directory = await temporaryDirectory();
  const start = (...args: string[]): Program =>
    startProgram(["import", "--website", domain, ...args], { DATA_DIR });
  return {
    url,
    id,
    domain,
    start,
    file: (name: string) => join(directory, name),
    /** Runs the command, and resolves with the counts that it prints. */
    async run(...args: string[]): Promise<Record<string, number>> {
      const program = start(...args);
      const code = await program.exited;
      expect({ code, stderr: program.stderr() }).toEqual({ code: 0, stderr: "" });
      return countsOf(program);
    },
    /** Resolves with the list of imports when it is so. */
    listed(expected: readonly object[]): Promise<Listed[]> {
      return eventually(async () => {
        const path = `${url}/api/v1/websites/${id}/imports`;
        const reply = await fetch(path, { headers: authorization });
        const { data } = (await reply.json()) as { data: Listed[] };
        expect(data).toMatchObject(expected);
        return data;
      });
    },
    async pageViews(): Promise<number> {
      const query = "name=pageview&from=2026-05-17&to=2026-05-17";
      const headers = { ...authorization, "cache-control": "no-cache" };
      const reply = await fetch(`${url}/api/v1/stats/${id}?${query}`, { headers });
      return ((await reply.json()) as { meta: { count: number } }).meta.count;
    },
  };
}

/** Returns the counts that the command has printed. */
export function countsOf(program: Program): Record<string, number> {
  const rows = program.stdout().trim().split("\n");
  const cells = rows.map((row) => row.split(/\s{2,}/));
  return Object.fromEntries(cells.map(([name = "", count]) => [name, Number(count)]));
}
