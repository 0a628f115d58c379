import type { Days } from "../../src/dashboard/address/calendar-day.ts";
import type { Asking, Request } from "./clients.ts";
import { firstView } from "./questions.ts";

/** The clients that ask while a measurement runs. */
export interface Audience extends Asking {
  readonly title: string;
}

/** With more viewers, so many questions would be refused that the rate of answers means little. */
const anewViewersMax = 32;
const selectSeconds = 3;
const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const browserHeaders = { "User-Agent": userAgent, Accept: "*/*" };

/** The values of `Accept-Encoding` of browsers, and of clients that want answers as they are. */
export const encodings = { gzip: "gzip, deflate, br", identity: "identity" };
export type Encoding = keyof typeof encodings;

export interface Stage {
  /** The address of Footfall. */
  readonly url: string;
  /** The address of the store, with user and password. */
  readonly storeUrl: string;
  readonly domain: string;
  readonly days: Days;
}

export interface AudiencePlan {
  readonly viewers: readonly number[];
  readonly seconds: number;
  /** Whether there are also viewers whose questions are all counted anew. */
  readonly isAnewToo: boolean;
  /** The time between a viewer's answer and its next question. */
  readonly pauseMs: number;
  /** Each number of viewers comes once with each. */
  readonly encodings: readonly Encoding[];
}

/**
 * Returns the audiences that are compared: nobody, a client of the store that asks `SELECT 1`, and
 * the viewers.
 */
export function audiencesOf(stage: Stage, plan: AudiencePlan): Audience[] {
  const { viewers, seconds, isAnewToo, pauseMs } = plan;
  const some = viewers.flatMap((clients) =>
    plan.encodings.map((encoding) => viewersOf(stage, { clients, seconds, pauseMs, encoding })),
  );
  const anew = viewers
    .filter((clients) => isAnewToo && clients <= anewViewersMax)
    .map((clients) => viewersOf(stage, { clients, seconds, pauseMs, isAnew: true }));
  const { url } = stage;
  const nobody = { title: "nobody", clients: 0, seconds, url, requests: [], pauseMs };
  return [nobody, selectOne(stage), ...some, ...anew];
}

interface ViewersOptions {
  readonly clients: number;
  readonly seconds: number;
  readonly pauseMs: number;
  readonly isAnew?: boolean;
  readonly encoding?: Encoding;
}

/** Returns viewers whose browsers have nothing in their caches. */
export function viewersOf({ url, domain, days }: Stage, options: ViewersOptions): Audience {
  const { clients, seconds, pauseMs, isAnew = false, encoding = "gzip" } = options;
  const headers = {
    ...browserHeaders,
    "Accept-Encoding": encodings[encoding],
    ...(isAnew && { "Cache-Control": "no-cache" }),
  };
  const requests = firstView(domain, days).map(
    ({ path, isTotal }): Request => ({ isTotal, text: get(url, path, headers) }),
  );
  const kind = `${isAnew ? ", no-cache" : ""}${encoding === "gzip" ? "" : `, ${encoding}`}`;
  const title = `${clients} ${clients === 1 ? "viewer" : "viewers"}${kind}`;
  return { title, url, clients, seconds, requests, pauseMs };
}

function selectOne({ storeUrl }: Stage): Audience {
  const { origin, username, password } = new URL(storeUrl);
  const key = Buffer.from(`${username}:${password}`).toString("base64");
  const text = get(origin, "/?query=SELECT%201", { Authorization: `Basic ${key}` });
  const requests = [{ text, isTotal: false }];
  const [title, clients, seconds, pauseMs] = ["SELECT 1", 1, selectSeconds, 0];
  return { title, url: origin, clients, seconds, requests, pauseMs };
}

function get(url: string, path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ Host: new URL(url).host, ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `GET ${path} HTTP/1.1\r\n${head}\r\n`;
}
