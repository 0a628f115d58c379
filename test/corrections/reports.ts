import { expect } from "vitest";
import type { Sent, TestFootfall } from "../helpers/footfall.ts";

export const range = { from: "2025-06-01", to: "2025-06-30" };
const days = "from=2025-06-01&to=2025-06-30";

const named = [
  "page",
  "entry_page",
  "exit_page",
  "source",
  "channel",
  "event",
  "pageview",
  "visit",
].map((name) => `/api/v1/stats/ID?name=${name}&per_page=100&${days}`);
const filtered = ["page", "visitor"].map(
  (name) => `/api/v1/stats/ID?name=${name}&per_page=100&filter[page]=~a&${days}`,
);
const reports = [
  "summary",
  "engagement",
  "heatmap",
  "intake",
  "props",
  "revenue",
  "goals",
  "funnels",
].map((name) => `/api/v1/websites/ID/${name === "goals" ? "goals/stats" : name}?${days}`);
const journeys = `/api/v1/websites/ID/journeys?name=page&by=reader&${days}`;
const funnel = `/api/v1/websites/ID/funnels/stats?step=page:/&step=page:/a&${days}`;
export const paths = [...named, ...filtered, ...reports, journeys, funnel];

/** Resolves with the answers to every report of June 2025, by its path. */
export async function answersOf(
  footfall: TestFootfall,
  id: number,
  asked: readonly string[] = paths,
): Promise<Record<string, unknown>> {
  const answers: [string, unknown][] = [];
  for (const path of asked) {
    const reply = await footfall.request(path.replace("ID", String(id)));
    expect(reply.status, `${path}: ${reply.text}`).toBe(200);
    // Links name the website.
    answers.push([path, [reply.json.data, reply.json.meta?.total, reply.json.meta?.count]]);
  }
  return Object.fromEntries(answers);
}

export interface Done extends Sent {
  readonly date: string;
  readonly who: number;
  readonly page: string;
  readonly name: string;
}

const pages = ["/", "/a", "/a?q=1", "/users/1", "/users/2", "/users/2?tab=x", "/users/3/orders"];
const referrers = [undefined, "https://www.google.com/", "https://news.example/", "https://t.co/x"];
const names = ["pageview", "pageview", "pageview", "engagement", "Signup", "Buy"];

function one<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)] as T;
}

/** Returns random events of some visitors on three days. */
export function randomEvents(count: number): Done[] {
  return Array.from({ length: count }, (_, nth) => {
    const date = `2025-06-0${1 + Math.floor(Math.random() * 3)}`;
    const second = String(nth % 60).padStart(2, "0");
    const at = `${date}T1${nth % 10}:${String(Math.floor(nth / 10) % 60).padStart(2, "0")}:${second}Z`;
    const name = one(names);
    const referrer = one(referrers);
    const event = { at, date, who: 1 + Math.floor(Math.random() * 6), page: one(pages), name };
    if (name === "engagement") return { ...event, e: 1_000 * (nth % 9), sd: nth % 100 };
    return {
      ...event,
      ...(referrer !== undefined && { referrer }),
      ...(nth % 3 === 0 && { props: { plan: one(["pro", "free"]), email: `${nth}@example.com` } }),
      ...(nth % 7 === 0 && name === "Buy" && { revenue: { amount: 5, currency: "EUR" } }),
    };
  });
}

/** Returns the events as they are sent. */
export function toSent(events: readonly Done[]): Sent[] {
  return events.map(({ date: _, ...event }) => event);
}
