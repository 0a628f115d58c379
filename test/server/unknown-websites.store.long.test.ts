import { afterAll, beforeAll, expect, describe as of, test } from "vitest";
import { stopAll } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { chrome, type Reply, startFootfall, type TestFootfall } from "../helpers/footfall.ts";
import { testServer } from "../helpers/test-server.ts";
import { databaseFor, type StoreGate, startStoreGate } from "./store-gate.ts";

const server = testServer() ?? "";
const describe = of.skipIf(server === "");

/** The Footfall on which websites are made. */
let maker: TestFootfall;
let other: TestFootfall;
/** The way of `other` to the store. */
let gate: StoreGate;
beforeAll(async () => {
  if (server === "") return;
  const url = databaseFor(server, "made_elsewhere");
  maker = await startFootfall({ CLICKHOUSE_URL: url });
  gate = await startStoreGate(url);
  other = await startFootfall({ CLICKHOUSE_URL: gate.url });
});
afterAll(stopAll);

type Ask = (other: TestFootfall, website: { id: number; domain: string }) => Promise<Reply>;

const html = { headers: { accept: "text/html" } };
const statistics = "name=page&from=2026-01-01&to=2026-01-02";
/** Every way to name a website, with the status of a website that is known. */
const asks: readonly [string, number, Ask][] = [
  [
    "an event by domain",
    202,
    (other, { domain }) =>
      other.track({ d: `www.${domain}`, n: "pageview", u: `https://${domain}/` }),
  ],
  [
    "an event by id",
    202,
    (other, { id, domain }) => other.track({ website: id, url: `https://${domain}/` }),
  ],
  [
    "an event of Umami by domain",
    202,
    (other, { domain }) => umami(other, { website: domain, url: "/" }),
  ],
  [
    "an event of Umami by host",
    202,
    (other, { domain }) => umami(other, { website: "a-b-c", hostname: domain, url: "/" }),
  ],
  [
    "events in bulk",
    202,
    (other, { id, domain }) => other.bulk(id, [{ url: `https://${domain}/` }]),
  ],
  [
    "events in bulk with a key",
    202,
    (other, { id, domain }) =>
      other.request(`/api/v1/websites/${id}/events`, {
        body: [{ url: `https://${domain}/` }],
        headers: { "idempotency-key": domain },
      }),
  ],
  ["the website", 200, (other, { id }) => other.request(`/api/v1/websites/${id}`)],
  [
    "a change",
    200,
    (other, { id }) =>
      other.request(`/api/v1/websites/${id}`, { method: "PATCH", body: { email: 1 } }),
  ],
  ["statistics", 200, (other, { id }) => other.request(`/api/v1/stats/${id}?${statistics}`)],
  ["the live view", 200, (other, { id }) => other.request(`/api/v1/websites/${id}/live`)],
  [
    "a shared website",
    200,
    (other, { domain }) => other.request(`/shared/${domain}`, { key: false }),
  ],
  [
    "shared statistics",
    200,
    (other, { domain }) => other.request(`/shared/${domain}/stats?${statistics}`, { key: false }),
  ],
  ["a page", 200, (other, { domain }) => other.request(`/${domain}`, { ...html, key: false })],
  [
    "a deletion",
    200,
    (other, { id }) => other.request(`/api/v1/websites/${id}`, { method: "DELETE" }),
  ],
];

function umami(other: TestFootfall, payload: object): Promise<Reply> {
  const headers = { "user-agent": chrome };
  return other.request("/api/send", { key: false, headers, body: { type: "event", payload } });
}

describe("a website that another Footfall has just made", () => {
  test("is known to every request", async () => {
    const statuses: [string, number][] = [];
    for (const [index, [name, , ask]] of asks.entries()) {
      const website = await maker.store(`made-${index}.example`, { privacy: 0 });
      statuses.push([name, (await ask(other, website)).status]);
    }

    expect(statuses).toEqual(asks.map(([name, status]) => [name, status]));
  });
});

describe("while the store is unavailable", () => {
  test("a request for an unknown website is 503, as the website may exist", async () => {
    const known = await other.store("known.example", { privacy: 0 });
    gate.close();
    const website = await maker.store("made.example", { privacy: 0 });
    const seen: [string, number, string | null][] = [];
    for (const [name, , ask] of asks) {
      const { status, headers } = await ask(other, website);
      seen.push([name, status, headers.get("retry-after")]);
    }

    expect(seen).toEqual(asks.map(([name]) => [name, 503, "2"]));
    expect((await other.request(`/api/v1/websites/${known.id}`)).status).toBe(200);
    expect((await other.request(`/shared/${known.domain}`, { key: false })).status).toBe(200);
    const event = { d: known.domain, n: "pageview", u: `https://${known.domain}/` };
    expect((await other.track(event)).status).toBe(202);
    gate.open();
    const unknown = () => other.request("/api/v1/websites/4000000000");
    await eventually(async () => expect((await unknown()).status).toBe(404));
  });

  test("a private website is answered like one that does not exist", async () => {
    const { domain } = await other.store("private.example");
    gate.close();
    const replies = await Promise.all(
      [domain, "unknown.example"].map((name) => other.request(`/shared/${name}`, { key: false })),
    );

    gate.open();

    expect(replies.map(({ status }) => status)).toEqual([503, 503]);
  });
});
