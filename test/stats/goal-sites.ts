import { expect } from "vitest";

import { chrome, type Reply, type RequestOptions, type TestFootfall } from "../helpers/footfall.ts";

export interface Sent {
  readonly at: string;
  readonly who?: number;
  readonly name?: string;
  readonly page?: string;
  readonly props?: object;
  readonly revenue?: readonly [amount: number, currency: string];
}

export const signup = { name: "Signup", type: "event", value: "Sign up" };
export const buy = { name: "Buy", type: "event", value: "Buy" };
export const blog = { name: "Blog", type: "page", value: "/blog/*" };

/** Four visitors on 2 June and one on 3 June; visitor 3 is there on both days. */
export const june: readonly Sent[] = [
  { at: "2025-06-02T10:00:00Z", page: "/?utm_source=news" },
  { at: "2025-06-02T10:10:00Z", name: "Sign up" },
  { at: "2025-06-02T11:20:00Z", name: "Buy", revenue: [19.9, "EUR"] },
  { at: "2025-06-02T11:20:00Z", name: "Buy", revenue: [0.1, "EUR"] },
  { at: "2025-06-02T12:00:00Z", name: "Buy", revenue: [5, "USD"] },
  { at: "2025-06-02T10:00:00Z", who: 2, page: "/blog/1?utm_source=news" },
  { at: "2025-06-02T10:00:00Z", who: 2, page: "/blog/2?utm_source=mail", revenue: [1, "CHF"] },
  { at: "2025-06-02T09:00:00Z", who: 3 },
  { at: "2025-06-02T09:00:00Z", who: 3, name: "Buy", revenue: [-20, "EUR"] },
  { at: "2025-06-02T09:30:00Z", who: 3, name: "engagement", page: "/blog/9" },
  { at: "2025-06-02T09:00:00Z", who: 4 },
  { at: "2025-06-02T09:00:00Z", who: 5, name: "engagement", page: "/blog/9" },
  { at: "2025-06-03T00:00:00Z", who: 3, name: "Sign up" },
];
export const days = "from=2025-06-02&to=2025-06-03";

export async function answerOf(reply: Promise<Reply>) {
  const { status, text, json } = await reply;
  expect(status, text).toBe(200);
  return json;
}

/** Returns a function that makes websites with events and goals. */
export function goalSites(footfall: TestFootfall) {
  let sites = 0;
  return async function siteWith(events: readonly Sent[], goals: readonly object[], settings = {}) {
    sites += 1;
    const { id, domain } = await footfall.store(`goals-${sites}.example`, settings);
    const ask = (below: string, options: RequestOptions = {}): Promise<Reply> =>
      footfall.request(`/api/v1/websites/${id}/${below}`, options);
    const send = async (some: readonly Sent[]) => {
      const sent = some.map(({ at, who = 1, name = "pageview", page = "/", props, revenue }) => ({
        name,
        timestamp: at,
        ip: `192.0.2.${who}`,
        user_agent: chrome,
        url: `https://${domain}${page}`,
        ...(props && { props }),
        ...(revenue && { revenue: { amount: revenue[0], currency: revenue[1] } }),
      }));
      if (sent.length > 0) {
        expect((await footfall.bulk(id, sent)).json.accepted).toBe(sent.length);
      }
      await footfall.server.shipped();
    };
    await send(events);
    for (const body of goals) {
      const made = await ask("goals", { body });
      expect(made.status, made.text).toBe(201);
    }
    return { id, domain, ask, send };
  };
}
