import { join } from "node:path";
import { expect } from "vitest";
import { temporaryDirectory } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import { chrome } from "../../helpers/footfall.ts";
import type { ImportAnswer } from "../../helpers/imports.ts";
import {
  authorization,
  type Program,
  startProgram,
  startServer,
  storeWebsite,
} from "../../helpers/program.ts";

export const domain = "example.com";

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

/** Starts a Footfall with a website, into which the command imports. */
export async function begin() {
  const DATA_DIR = await temporaryDirectory();
  const { url } = await startServer({ DATA_DIR });
  const id = await storeWebsite(url, domain);
  const start = (...args: string[]): Program =>
    startProgram(["import", "--website", domain, ...args], { DATA_DIR });
  return {
    ...{ url, id, start },
    file: (name: string) => join(DATA_DIR, name),
    /** Runs the command, and resolves with the counts that it prints. */
    async run(...args: string[]): Promise<Record<string, number>> {
      const program = start(...args);
      const code = await program.exited;
      expect({ code, stderr: program.stderr() }).toEqual({ code: 0, stderr: "" });
      return countsOf(program);
    },
    /** Resolves with the list of imports when it is so. */
    listed(expected: readonly object[], timeoutMs?: number): Promise<Listed[]> {
      return eventually(async () => {
        const path = `${url}/api/v1/websites/${id}/imports`;
        const reply = await fetch(path, { headers: authorization });
        const { data } = (await reply.json()) as { data: Listed[] };
        expect(data).toMatchObject(expected);
        return data;
      }, timeoutMs);
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
