import { expect } from "vitest";

import { startFootfall, type TestFootfall } from "../helpers/footfall.ts";
import { type Ask, asking, authorization, visitorAddress } from "./client.ts";
import { type ProxyName, startRecipes, websitePage } from "./recipes.ts";

const page = { accept: "text/html" };
const domain = "example.com";
const trusting = { TRUST_PROXY: "127.0.0.1" };

function portOf({ url }: TestFootfall): number {
  return Number(new URL(url).port);
}

/** Sends wrong keys from one address, and resolves with the statuses of the answers. */
export async function guessKeys(ask: Ask, path: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < 25; i += 1) {
    const { status } = await ask(path, { body: { key: `a wrong key of ${i} guesses` } });
    statuses.push(status);
  }
  return statuses;
}

/** Ten wrong keys may be tried, and no more, whatever address the client claims to have. */
export const limited = [...Array(10).fill(401), ...Array(15).fill(429)];

/** Checks the recipe of a host of its own, and that of the tracker on the website's host. */
export async function checkOwnHost(name: ProxyName): Promise<void> {
  const footfall = await startFootfall({ ...trusting, BASE_URL: "https://stats.example.com" });
  const port = await startRecipes(name, portOf(footfall));
  const ask = asking(port, "stats.example.com");
  const website = await footfall.store(domain);
  const excluding = await footfall.store("excluding.example", { exclude_ips: visitorAddress });

  const { text } = await ask("/", { headers: page });
  expect(text).toContain('data-view="sign-in"');
  const [, asset = ""] = /src="([^"]+)"/.exec(text) ?? [];
  expect((await ask(asset)).headers["content-type"]).toContain("javascript");
  const list = await ask("/api/v1/websites", { headers: authorization });
  expect(JSON.parse(list.text).links.first).toMatch(/^https:\/\/stats\.example\.com\/api\/v1\//);
  const encoded = `/api/v1/websites/${website.id}/props/a%2Fb?from=2026-01-01&to=2026-01-02`;
  expect((await ask(encoded, { headers: authorization })).status).toBe(200);
  const large = Array.from({ length: 1_000 }, (_, i) => ({
    url: `https://${domain}/${i}?q=${"q".repeat(1_800)}`,
  }));
  const path = `/api/v1/websites/${website.id}/events`;
  expect((await ask(path, { headers: authorization, body: large })).status).toBe(202);
  await expectAddress(ask, "/api/event", excluding);
  await expectTracker(asking(port, domain), website, excluding);
  expect(await guessKeys(ask, "/session")).toEqual(limited);
  const signIn = await ask("/session", { body: { key: authorization.authorization.slice(7) } });
  expect(signIn.headers["set-cookie"]).toEqual([
    expect.stringMatching(/^__Host-footfall_session=[^;]+; .*Secure/),
  ]);
}

type Stored = Awaited<ReturnType<TestFootfall["store"]>>;

/** Expects that events have the visitor's address: the website excludes it. */
async function expectAddress(ask: Ask, path: string, { domain: name }: Stored): Promise<void> {
  const event = { domain: name, url: `https://${name}/` };
  const { status, headers } = await ask(path, { body: event });
  expect([status, headers["x-event-dropped"]]).toEqual([202, "ip"]);
}

async function expectTracker(ask: Ask, website: Stored, excluding: Stored): Promise<void> {
  const script = await ask("/visits/script.js");
  expect(script.headers["content-type"]).toContain("javascript");
  expect(script.text).toContain("/api/event");
  const event = { domain: website.domain, url: `https://${website.domain}/` };
  const { status, headers } = await ask("/visits/event", { body: event });
  expect([status, headers["x-event-dropped"]]).toEqual([202, undefined]);
  await expectAddress(ask, "/visits/event", excluding);
  expect((await ask("/visits/other")).text).not.toContain("Footfall");
}

/** Checks the recipe below a path. */
export async function checkPath(name: ProxyName): Promise<void> {
  const footfall = await startFootfall({ ...trusting, BASE_URL: "https://example.com/stats" });
  const port = await startRecipes(name, portOf(footfall));
  const ask = asking(port, domain);
  const excluding = await footfall.store("excluding.example", { exclude_ips: visitorAddress });

  const root = await ask("/stats", { headers: page });
  expect(root.headers.location ?? "/stats/").toMatch(
    /^(?:https:\/\/example\.com(?::\d+)?)?\/stats\/$/,
  );
  expect([200, 301, 302, 308]).toContain(root.status);
  const { text } = await ask("/stats/", { headers: page });
  expect(text).toContain('data-view="sign-in"');
  const [, asset = ""] = /src="(\/stats\/[^"]+)"/.exec(text) ?? [];
  expect((await ask(asset)).headers["content-type"]).toContain("javascript");
  const list = await ask("/stats/api/v1/websites", { headers: authorization });
  expect(JSON.parse(list.text).links.first).toMatch(/^https:\/\/example\.com\/stats\/api\/v1\//);
  expect((await ask("/stats/js/script.js")).text).toContain("/stats/api/event");
  await expectAddress(ask, "/stats/api/event", excluding);
  const signIn = await ask("/stats/session", {
    body: { key: authorization.authorization.slice(7) },
  });
  expect(signIn.headers["set-cookie"]).toEqual([
    expect.stringMatching(/^__Secure-footfall_session=[^;]+; .*Path=\/stats; .*Secure/),
  ]);
  expect(await guessKeys(ask, "/stats/session")).toEqual(limited);
  for (const other of ["/", "/statsother", "/api/v1/websites"]) {
    expect((await ask(other, { headers: page })).text).toContain(websitePage);
  }
}
