import { expect } from "vitest";

import { chrome, type TestFootfall } from "../../helpers/footfall.ts";

/** The day of events that name no other. */
export const day = "2025-05-05";
export const notEngaged = { engaged_visitors: 0, engagement_seconds: null, scroll_depth: null };
/** The numbers of a summary of days without visitors. */
export const nothing = {
  visitors: 0,
  visits: 0,
  pageviews: 0,
  views_per_visit: null,
  bounce_rate: null,
  visit_duration: null,
  ...notEngaged,
};

export interface Sent {
  /** `HH:MM:SS` on `day`, or a whole timestamp. */
  readonly at: string;
  readonly ip?: string;
  readonly name?: string;
  /** Milliseconds and percent of engagement. */
  readonly e?: number;
  readonly sd?: number;
}

/** Returns functions that make websites with events, and ask for their summaries. */
export function summaries(footfall: TestFootfall) {
  let websites = 0;

  /** Makes a website with these events. */
  async function websiteWith(events: readonly Sent[], settings: object = {}): Promise<number> {
    websites += 1;
    const { id, domain } = await footfall.store(`summary-${websites}.example`, settings);
    const sent = events.map(({ at, ip = "8.8.8.8", name = "pageview", e, sd }) => ({
      e,
      sd,
      url: `https://${domain}/`,
      timestamp: at.includes("T") ? at : `${day}T${at}Z`,
      ip,
      name,
      user_agent: chrome,
    }));
    if (sent.length > 0) expect((await footfall.bulk(id, sent)).status).toBe(202);
    return id;
  }

  function ask(id: number | string, query: Readonly<Record<string, string>>) {
    return footfall.request(`/api/v1/websites/${id}/summary?${new URLSearchParams(query)}`);
  }

  async function summaryOf(id: number, from: string, to = from, more = {}) {
    await footfall.server.shipped();
    const reply = await ask(id, { from, to, ...more });
    expect(reply.status, reply.text).toBe(200);
    return reply.json.data;
  }

  return { ask, summaryOf, websiteWith };
}
