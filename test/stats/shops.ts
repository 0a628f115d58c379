import { expect } from "vitest";

import { chrome, type Reply, type TestFootfall } from "../helpers/footfall.ts";

export interface Sent {
  /** Whole, or `HH:MM:SS` of the day. */
  readonly at: string;
  readonly who?: number;
  readonly name?: string;
  readonly page?: string;
  readonly amount?: number | string;
  readonly currency?: string;
  readonly props?: object;
  readonly campaign?: string;
  readonly referrer?: string;
  readonly language?: string;
}

/** The day of events that name no other. */
export const day = "2025-06-02";
export const range = `from=${day}&to=${day}`;

/** Returns an event with revenue. */
export const order = (
  at: string,
  who: number,
  amount: number | string,
  more: Partial<Sent> = {},
) => ({
  at,
  who,
  amount,
  name: "Purchase",
  page: "/cart",
  ...more,
});

/** Returns functions that make websites with events, and ask for their revenue. */
export function shops(footfall: TestFootfall) {
  let websites = 0;

  async function websiteWith(events: readonly Sent[], settings: object = {}): Promise<number> {
    websites += 1;
    const { id, domain } = await footfall.store(`shop-${websites}.example`, settings);
    const sent = events.map(({ at, who = 1, name = "pageview", page = "/", ...more }) => {
      const { amount, currency = "EUR", campaign, props, referrer, language } = more;
      return {
        name,
        url: `https://${domain}${page}${campaign === undefined ? "" : `?utm_campaign=${campaign}`}`,
        timestamp: at.includes("T") ? at : `${day}T${at}Z`,
        ip: `192.0.2.${who}`,
        user_agent: chrome,
        props,
        referrer,
        language,
        ...(amount !== undefined && { revenue: { amount, currency } }),
      };
    });
    expect((await footfall.bulk(id, sent)).json.accepted).toBe(sent.length);
    await footfall.server.shipped();
    return id;
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
