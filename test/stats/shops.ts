import { expect } from "vitest";

import { day, type Reply, type Sent, type TestFootfall } from "../helpers/footfall.ts";

/** An event, perhaps with revenue, in euros unless it says otherwise. */
export interface Act extends Sent {
  readonly amount?: number | string;
  readonly currency?: string;
  readonly campaign?: string;
}

export const range = `from=${day}&to=${day}`;

/** Returns an event with revenue. */
export const order = (at: string, who: number, amount: number | string, more: Act = {}) => ({
  at,
  who,
  amount,
  name: "Purchase",
  page: "/cart",
  ...more,
});

/** Returns functions that make websites with events, and ask for their revenue. */
export function shops(footfall: TestFootfall) {
  async function websiteWith(acts: readonly Act[], settings: object = {}): Promise<number> {
    const events = acts.map(({ amount, currency = "EUR", campaign, page = "/", ...act }) => ({
      ...act,
      page: campaign === undefined ? page : `${page}?utm_campaign=${campaign}`,
      ...(amount !== undefined && { revenue: { amount, currency } }),
    }));
    return (await footfall.storeWith(events, settings)).id;
  }

  function ask(id: number, query: string, headers = {}, report = "revenue"): Promise<Reply> {
    return footfall.request(`/api/v1/websites/${id}/${report}?${query}`, { headers });
  }

  async function dataOf(id: number, query: string) {
    const reply = await ask(id, query);
    expect(reply.status, reply.text).toBe(200);
    return reply.json.data;
  }

  /** Resolves with `value currency amount orders visitors` of each record. */
  async function statsOf(id: number, query: string): Promise<string[]> {
    const reply = await ask(id, query, {}, "revenue/stats");
    expect(reply.status, reply.text).toBe(200);
    return reply.json.data.map((row: Readonly<Record<string, unknown>>) =>
      [row["value"], row["currency"], row["amount"], row["orders"], row["visitors"]].join(" "),
    );
  }

  return { ask, dataOf, statsOf, websiteWith };
}
