import { Agent, request } from "node:http";

import type { Footfall } from "../program.ts";
import type { Range } from "./days.ts";
import { directQueries, type Name } from "./direct.ts";

/** The query that both sides answer: the first page of a dimension. */
export interface Question extends Range {
  readonly websiteId: number;
  readonly name: Name;
  /** A search; the direct queries know none. */
  readonly search?: string;
}

/** `count` of each value on the first page. */
export type Counts = readonly number[];

/** Throws if the answer is an error. */
export type Side = (question: Question) => Promise<Counts>;

export interface Sides {
  readonly api: Side;
  /** The straightforward GROUP BY, sent to ClickHouse. */
  readonly direct: Side;
  selectOne(): Promise<unknown>;
  close(): void;
}

/**
 * Opens all sides over the same HTTP client, on persistent connections. So the client's cost is the
 * same for each.
 */
export function openSides(footfall: Footfall, engineUrl: string): Sides {
  const agent = new Agent({ keepAlive: true });
  const { origin, username, password } = new URL(engineUrl);
  const engineKey = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const askEngine = (query: string, parameters: Record<string, string>) => {
    const search = new URLSearchParams({
      default_format: "JSONEachRow",
      output_format_json_quote_64bit_integers: "0",
      ...parameters,
    });
    return send(agent, `${origin}/?${search}`, { authorization: engineKey }, query);
  };
  return {
    async api({ websiteId, ...rest }) {
      const url = `${footfall.url}/api/v1/stats/${websiteId}?${new URLSearchParams(rest)}`;
      // A cached answer would not be counted.
      const headers = {
        authorization: `Bearer ${footfall.apiKey}`,
        "cache-control": "no-cache",
      };
      const text = await send(agent, url, headers);
      return (JSON.parse(text) as { data: { count: number }[] }).data.map(({ count }) => count);
    },
    async direct({ name, websiteId, from, to }) {
      const text = await askEngine(directQueries[name], {
        param_websiteId: `${websiteId}`,
        param_from: from,
        param_to: to,
      });
      const lines = text.split("\n").filter(Boolean);
      return lines.map((line) => (JSON.parse(line) as { count: number }).count);
    },
    selectOne: () => askEngine("SELECT 1", {}),
    close: () => agent.destroy(),
  };
}

/**
 * Checks that all sides count the same, and more than nothing; otherwise the times are worth
 * nothing.
 */
export async function checkSame(
  { api, direct }: Sides,
  question: Question,
  { mayBeEmpty = false } = {},
): Promise<void> {
  const [actual, expected] = [await api(question), await direct(question)];
  const repeated = await api(question);
  const isSame = [actual, repeated].every((counts) => `${counts}` === `${expected}`);
  if (isSame && (mayBeEmpty || actual.length > 0)) return;
  const asked = Object.values(question).join(" ");
  throw new Error(`${asked}: the API counts ${actual}, the query ${expected}`);
}

function send(
  agent: Agent,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<string> {
  const method = body === undefined ? "GET" : "POST";
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, async (reply) => {
      const text = Buffer.concat(await reply.toArray()).toString();
      if (reply.statusCode === 200) resolve(text);
      else reject(new Error(`${method} answered ${reply.statusCode}: ${text.slice(0, 500)}`));
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      // A server may end an idle connection at the moment when it is used again.
      const wasIdle = sent.reusedSocket && error.code === "ECONNRESET";
      if (wasIdle) resolve(send(agent, url, headers, body));
      else reject(new Error(`no answer from ${new URL(url).origin}`, { cause: error }));
    });
    sent.end(body);
  });
}
