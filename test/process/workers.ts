import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { expect } from "vitest";
import { eventually } from "../helpers/eventually.ts";
import { authorization, childrenOf, type Program, pages } from "../helpers/program.ts";

export const workerCount = 2;
export const WORKERS = String(workerCount);
export const requestCount = 4 * workerCount;

export const workersOf = ({ process }: Program) => childrenOf(process.pid, "worker.js");
export const engineOf = ({ process }: Program) => childrenOf(process.pid, "engine.js");

/**
 * Resolves with the different statuses of many requests. Each has a connection of its own, so that
 * every worker gets some.
 */
export async function statuses(
  url: string,
  { method = "GET", headers = {}, body = "" } = {},
  count = requestCount,
): Promise<(number | undefined)[]> {
  const asks = Array.from({ length: count }, async () => {
    const agent = new Agent({ keepAlive: false });
    const sent = request(url, { agent, method, headers: { ...authorization, ...headers } });
    sent.end(body);
    const [reply] = (await once(sent, "response")) as [IncomingMessage];
    reply.resume();
    return reply.statusCode;
  });
  return [...new Set(await Promise.all(asks))];
}

export async function expectCountedOnce(
  url: string,
  id: number,
  acknowledged: ReadonlySet<string>,
) {
  await eventually(async () => {
    const counted = new Map((await pages(url, id)).map(({ value, count }) => [value, count]));
    const missing = [...acknowledged].filter((path) => !counted.has(path));
    const doubled = [...counted].filter(([, count]) => count !== 1);
    expect({ missing, doubled }).toEqual({ missing: [], doubled: [] });
  });
}
