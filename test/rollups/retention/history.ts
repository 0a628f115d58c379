import { expect } from "vitest";

import { Retention, type RetentionOptions } from "../../../src/rollups/retention/retention.ts";
import { selectRows, type TestFootfall, type Website } from "../../helpers/footfall.ts";
import { silent } from "../../helpers/shipping.ts";

export const hourMs = 60 * 60_000;
export const range = { from: "2025-01-01", to: "2025-04-30" };

/**
 * Returns functions that store events of past months, let retention delete them, and count what is
 * left, for the website that `open` has made last.
 */
export function history(footfall: TestFootfall) {
  let website: Website;

  /** Resolves with the id of a new website. */
  async function open(): Promise<number> {
    website = await footfall.storeWith([]);
    return website.id;
  }

  function retentionOf(options: Partial<RetentionOptions>): Retention {
    return new Retention({
      db: footfall.server.store.db,
      saltDb: footfall.server.store.db,
      retentionDays: undefined,
      shipped: () => footfall.server.shipped(),
      logger: silent,
      now,
      graceMs: 0,
      ...options,
    });
  }

  function now(): number {
    return Date.now() + footfall.clock.aheadMs;
  }

  /** Stores some visitors on a day, with referrers, campaigns and custom events. */
  async function visit(date: string, visitors = 3): Promise<void> {
    const event = (visitor: number, minute: number) => ({
      name: minute === 2 ? "signup" : "pageview",
      page: `/${minute % 2}?utm_campaign=c${visitor % 2}&utm_source=fb`,
      referrer: `https://www.${["google.com", "t.co", "news.example"][visitor % 3]}/`,
      at: `${date}T12:0${minute}:00Z`,
      ip: `8.8.8.${visitor}`,
      language: visitor % 2 === 0 ? "de" : "fr",
      screen: "1920x1080",
      ...(minute === 2 && { revenue: { amount: visitor - 0.5, currency: "EUR" } }),
    });
    const events = Array.from({ length: visitors }, (_, i) => [0, 1, 2].map((m) => event(i, m)));
    await footfall.send(website, events.flat());
  }

  /** Rolls up the days, and lets the salts of late events expire. */
  async function rollUp(): Promise<void> {
    await footfall.server.rollUp();
    footfall.clock.aheadMs += 25 * hourMs;
  }

  /** Stores engagement of one of these visitors. */
  async function read(date: string): Promise<void> {
    const event = { name: "engagement", page: "/1", e: 1_234, sd: 60 };
    await footfall.send(website, [{ ...event, at: `${date}T12:05:00Z`, ip: "8.8.8.1" }]);
  }

  /** Resolves with the answers for the range. */
  async function answers(names: readonly string[] = ["visitor", "source"]): Promise<unknown> {
    const all = names.map(async (name) => {
      const reply = await footfall.stats(website.id, { name, ...range, per_page: "100" });
      expect(reply.status, reply.text).toBe(200);
      const { data, meta } = reply.json;
      return [name, data, meta.total, meta.count];
    });
    const others = ["summary", "engagement", "revenue", "intake"].map(async (report) => {
      const path = `/api/v1/websites/${website.id}/${report}?${new URLSearchParams(range)}`;
      return (await footfall.request(path)).json.data;
    });
    return Promise.all([...all, ...others]);
  }

  async function eventsLeft(): Promise<Record<string, number>> {
    const rows = await selectRows<{ month: number; count: number }>(
      footfall,
      `SELECT toYYYYMM(date) AS month, count() AS count FROM events WHERE website_id = ${website.id} GROUP BY month ORDER BY month`,
    );
    return Object.fromEntries(rows.map(({ month, count }) => [month, count]));
  }

  /** Resolves with the tables of events that wait for their deletion. */
  function leaving(): Promise<unknown[]> {
    return selectRows(
      footfall,
      "SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'events_le%'",
    );
  }

  return { answers, eventsLeft, leaving, now, open, read, retentionOf, rollUp, visit };
}
