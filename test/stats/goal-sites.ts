import { expect } from "vitest";

import type { Reply, RequestOptions, Sent, TestFootfall } from "../helpers/footfall.ts";

export const signup = { name: "Signup", type: "event", value: "Sign up" };
export const buy = { name: "Buy", type: "event", value: "Buy" };
export const blog = { name: "Blog", type: "page", value: "/blog/*" };

/** Four visitors on 2 June and one on 3 June; visitor 3 is there on both days. */
export const june: readonly Sent[] = [
  { at: "2025-06-02T10:00:00Z", page: "/?utm_source=news" },
  { at: "2025-06-02T10:10:00Z", name: "Sign up" },
  { at: "2025-06-02T11:20:00Z", name: "Buy", revenue: { amount: 19.9, currency: "EUR" } },
  { at: "2025-06-02T11:20:00Z", name: "Buy", revenue: { amount: 0.1, currency: "EUR" } },
  { at: "2025-06-02T12:00:00Z", name: "Buy", revenue: { amount: 5, currency: "USD" } },
  { at: "2025-06-02T10:00:00Z", who: 2, page: "/blog/1?utm_source=news" },
  {
    at: "2025-06-02T10:00:00Z",
    who: 2,
    page: "/blog/2?utm_source=mail",
    revenue: { amount: 1, currency: "CHF" },
  },
  { at: "2025-06-02T09:00:00Z", who: 3 },
  { at: "2025-06-02T09:00:00Z", who: 3, name: "Buy", revenue: { amount: -20, currency: "EUR" } },
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
  return async function siteWith(events: readonly Sent[], goals: readonly object[], settings = {}) {
    const { id, domain } = await footfall.storeWith(events, settings);
    const ask = (below: string, options: RequestOptions = {}): Promise<Reply> =>
      footfall.request(`/api/v1/websites/${id}/${below}`, options);
    const send = (some: readonly Sent[]) => footfall.send({ id, domain }, some);
    for (const body of goals) {
      const made = await ask("goals", { body });
      expect(made.status, made.text).toBe(201);
    }
    return { id, domain, ask, send };
  };
}
