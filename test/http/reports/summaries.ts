import { expect } from "vitest";

import type { TestFootfall } from "../../helpers/footfall.ts";

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

/** Returns functions that ask for the summaries of websites. */
export function summaries(footfall: TestFootfall) {
  function ask(id: number | string, query: Readonly<Record<string, string>>) {
    return footfall.request(`/api/v1/websites/${id}/summary?${new URLSearchParams(query)}`);
  }

  async function summaryOf(id: number, from: string, to = from, more = {}) {
    await footfall.server.shipped();
    const reply = await ask(id, { from, to, ...more });
    expect(reply.status, reply.text).toBe(200);
    return reply.json.data;
  }

  return { ask, summaryOf };
}
