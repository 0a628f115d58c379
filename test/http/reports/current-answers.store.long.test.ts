import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";

import { startFootfall } from "../../helpers/footfall.ts";
import { authorization } from "../../helpers/program.ts";
import { rounds } from "../../helpers/rounds.ts";

const october = "from=2026-10-01&to=2026-10-31";

/** Starts a Footfall with a website that has an event on 10 October 2026. */
async function open() {
  const footfall = await startFootfall();
  const { id, domain } = await footfall.store("example.com");
  const site = { footfall, id, domain };
  await send(site, "2026-10-10");
  return site;
}

type Site = Awaited<ReturnType<typeof open>>;

async function send({ footfall, id, domain }: Site, day: string, headers = {}) {
  const body = [{ url: `https://${domain}/`, timestamp: `${day}T12:00:00Z` }];
  const reply = await footfall.request(`/api/v1/websites/${id}/events`, { body, headers });
  expect(reply.json).toEqual({ accepted: 1, dropped: {} });
}

async function pageviews({ footfall, id }: Site): Promise<number> {
  const { json } = await footfall.request(`/api/v1/stats/${id}?name=pageview&${october}`);
  return json.meta.count;
}

test("the next answer has what came, whichever way it came", async () => {
  const site = await open();
  const { footfall } = site;
  const ways: (() => Promise<unknown>)[] = [
    () => send(site, "2026-10-11"),
    () => send(site, "2026-10-11", { "idempotency-key": randomUUID() }),
    async () => {
      footfall.clock.aheadMs = Date.parse("2026-10-29T12:00:00Z") - Date.now();
      const event = { domain: "example.com", url: "https://example.com/" };
      expect((await footfall.track(event)).status).toBe(202);
    },
  ];
  for (const [nth, way] of ways.entries()) {
    expect(await pageviews(site)).toBe(nth + 1);
    await way();
    // Some of the events may still be on their way to the store.
    await askAtOnce(site);
    expect(await pageviews(site)).toBe(nth + 2);
  }
});

/** Asks without waiting for events that are on their way. */
function askAtOnce(site: Site): Promise<number> {
  return new Client(site).ask();
}

/** A client that asks for a website's page views, and whether its answer is still current. */
class Client {
  readonly #site: Site;
  #tag: string | undefined;
  #count = 0;

  constructor(site: Site) {
    this.#site = site;
  }

  /** Resolves with the page views, without waiting for events that are on their way. */
  async ask(): Promise<number> {
    const { footfall, id } = this.#site;
    const url = `${footfall.url}/api/v1/stats/${id}?name=pageview&${october}`;
    const known = this.#tag === undefined ? {} : { "if-none-match": this.#tag };
    const reply = await fetch(url, { headers: { ...authorization, ...known } });
    if (reply.status === 304) return this.#count;
    expect(reply.status).toBe(200);
    this.#tag = reply.headers.get("etag") ?? undefined;
    const { meta } = (await reply.json()) as { meta: { count: number } };
    this.#count = meta.count;
    return this.#count;
  }
}

test("in whatever order events, queries and roll-ups come, all events are counted in the end", async () => {
  const { footfall, ...first } = await open();
  const sites = [
    { site: { footfall, ...first }, sent: 1 },
    { site: { footfall, ...(await footfall.store("other.example")) }, sent: 0 },
  ];
  const step = fc.record({
    nth: fc.constantFrom(0, 1),
    day: fc.constantFrom("2026-10-01", "2026-10-15", "2026-10-31", "2026-11-01"),
    kind: fc.constantFrom("send", "send once", "ask", "ask", "both", "wait", "roll up"),
    isAwaited: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const clients = sites.map(({ site }) => new Client(site));
      const underWay: Promise<unknown>[] = [];
      for (const { nth, day, kind, isAwaited } of steps) {
        const [at, client] = [sites[nth], clients[nth]];
        if (at === undefined || client === undefined) continue;
        const isSent = kind === "send" || kind === "send once" || kind === "both";
        if (isSent && day.startsWith("2026-10")) at.sent += 1;
        const headers = kind === "send once" ? { "idempotency-key": randomUUID() } : {};
        const work = [
          ...(isSent ? [send(at.site, day, headers)] : []),
          ...(kind === "ask" || kind === "both" ? [askAtOnce(at.site), client.ask()] : []),
          ...(kind === "wait" ? [footfall.server.shipped()] : []),
          ...(kind === "roll up" ? [footfall.server.rollUp()] : []),
        ];
        underWay.push(...work);
        if (isAwaited) await Promise.all(work);
      }
      await Promise.all(underWay);
      await footfall.server.shipped();
      for (const [nth, { site, sent }] of sites.entries()) {
        expect(await pageviews(site)).toBe(sent);
        expect(await clients[nth]?.ask()).toBe(sent);
      }
    }),
    // A counterexample that runs again finds other events there.
    { numRuns: 2 * rounds, endOnFailure: true },
  );
});
