import { expect } from "vitest";

import type { Reply, Sent, TestFootfall } from "../../helpers/footfall.ts";

export interface Act extends Omit<Sent, "who"> {
  /** A hexadecimal number, whose first digit is the campaign. */
  readonly who: string;
}

export const checkout = {
  name: "Checkout: all!",
  within: "day",
  steps: [
    { type: "page", value: "/pricing*", name: "Sees prices" },
    { type: "event", value: "Signup" },
    { type: "event", value: "Purchase", props: { plan: "pro" } },
  ],
};

/** Where visitors come from: the campaign by the first letter. */
const campaigns: Readonly<Record<string, string>> = { a: "=spring", b: "Summer", c: "Summer" };
export const [monday, before] = ["2025-06-02", "2025-06-01"];
const everything: readonly Act[] = [
  // Completes, twice.
  ...["10:00:00", "10:05:00"].flatMap((at) => [
    { who: "a1", at: `${monday}T${at}.000Z`, page: "/pricing" },
    { who: "a1", at: `${monday}T${at}.001Z`, name: "Signup" },
    { who: "a1", at: `${monday}T${at}.002Z`, name: "Purchase", props: { plan: "pro", n: 1 } },
  ]),
  // Buys something else.
  { who: "a2", at: `${monday}T10:00:00Z`, page: "/pricing/1" },
  { who: "a2", at: `${monday}T10:00:01Z`, name: "Signup" },
  { who: "a2", at: `${monday}T10:00:02Z`, name: "Purchase", props: { plan: "free" } },
  // Does it the wrong way round.
  { who: "b1", at: `${monday}T10:00:00Z`, name: "Signup" },
  { who: "b1", at: `${monday}T10:00:01Z`, page: "/pricing" },
  // At the same moment, where page views come first.
  { who: "b2", at: `${monday}T10:00:00Z`, name: "Signup" },
  { who: "b2", at: `${monday}T10:00:00Z`, page: "/pricing" },
  // In two visits.
  { who: "c1", at: `${monday}T10:00:00Z`, page: "/pricing" },
  { who: "c1", at: `${monday}T10:30:00Z`, name: "Signup" },
  // Across midnight.
  { who: "c2", at: `${before}T23:59:59.999Z`, page: "/pricing" },
  { who: "c2", at: `${monday}T00:00:00Z`, name: "Signup" },
  // Something else, and nothing that makes a visitor.
  { who: "d1", at: `${monday}T10:00:00Z`, page: "/" },
  { who: "d2", at: `${monday}T10:00:00Z`, page: "/pricing", name: "engagement" },
  // The day before.
  { who: "a1", at: `${before}T10:00:00Z`, page: "/pricing" },
  { who: "a1", at: `${before}T10:00:01Z`, name: "Signup" },
];

export const day = `from=${monday}&to=${monday}`;
export const days = `from=${before}&to=${monday}`;

/** Returns functions that open a website with two funnels, and ask about them. */
export function funnelShop(footfall: TestFootfall) {
  let site: { readonly id: number; readonly domain: string };

  async function open() {
    site = await footfall.store("shop.example", { privacy: 0 });
    await send(everything);
    await addFunnel(checkout);
    await addFunnel({ ...checkout, name: "In a visit", within: "visit" });
    return site;
  }

  async function send(events: readonly Act[]): Promise<void> {
    const sent = events.map(({ page = "/x", who, ...event }) => {
      const campaign = campaigns[who.slice(0, 1)];
      const query = campaign === undefined ? "" : `?utm_campaign=${encodeURIComponent(campaign)}`;
      return { ...event, page: `${page}${query}`, who: Number.parseInt(who, 16) };
    });
    await footfall.send(site, sent);
  }

  async function addFunnel(funnel: object): Promise<number> {
    const path = `/api/v1/websites/${site.id}/funnels`;
    const reply = await footfall.request(path, { body: funnel });
    expect(reply.status, reply.text).toBe(201);
    return reply.json.data.id;
  }

  function ask(below: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    return footfall.request(`/api/v1/websites/${site.id}/${below}`, { headers });
  }

  async function dataOf(below: string) {
    const reply = await ask(below);
    expect(reply.status, reply.text).toBe(200);
    return reply.json.data;
  }

  async function wrongIn(below: string): Promise<string[]> {
    const { status, json } = await ask(below);
    expect([status, json.code], below).toEqual([422, "VALIDATION"]);
    return Object.keys(json.errors).sort();
  }

  const reachedIn = async (below: string) =>
    (await dataOf(below)).steps.map(({ visitors }: { visitors: number }) => visitors);

  return { addFunnel, ask, dataOf, open, reachedIn, send, wrongIn };
}
