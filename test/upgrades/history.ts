import { expect } from "vitest";

import { Retention } from "../../src/rollups/retention/retention.ts";
import { reportPaths } from "../backup/commands.ts";
import { eventually } from "../helpers/eventually.ts";
import { chrome, type TestFootfall } from "../helpers/footfall.ts";
import { rollUpOpenDays } from "../helpers/open-day-roll-up.ts";
import { silent } from "../helpers/shipping.ts";
import { archiveOf, everyTable } from "../import/formats/plausible-archive.ts";
import type { Question, Scene } from "./release.ts";

const hourMs = 3_600_000;
const domain = "shop.example";
const timezone = "Europe/Berlin";
const password = "correct horse battery";
const november = "from=2026-11-01&to=2026-11-26";
export const at = "2026-11-26T11:00:00Z";

/** Days of the history: with totals alone, with deleted events, closed, and open. */
const ranges = [
  { from: "2024-01-01", to: "2024-01-31" },
  { from: "2026-08-01", to: "2026-08-31" },
  { from: "2026-11-01", to: "2026-11-25" },
  { from: "2026-11-26", to: "2026-11-26" },
];

/** Sends a request of the root key, which must succeed. Resolves with the body of the answer. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Send = (method: string, path: string, body: object) => Promise<any>;

/**
 * Fills an empty Footfall with something of everything that it stores. Resolves with the scene, and
 * with questions whose answers have it all.
 */
export async function fill(
  footfall: TestFootfall,
  apiKey: string,
): Promise<{ scene: Scene; questions: Question[] }> {
  const send: Send = async (method, path, body) => {
    const reply = await footfall.request(path, { method, body, key: apiKey });
    expect(reply.status, reply.text).toBeLessThan(300);
    return reply.text === "" ? undefined : reply.json;
  };
  const settings = {
    domain,
    timezone,
    privacy: 2,
    password: "correct horse",
    aliases: ["old.example"],
    exclude_params: "secret",
    exclude_ips: "192.0.2.0/24",
  };
  const websiteId: number = (await send("POST", "/api/v1/websites", settings)).data.id;
  const path = `/api/v1/websites/${websiteId}`;
  const bulk = (events: readonly object[]) => send("POST", `${path}/events`, events);

  await bulk([...visits("2026-08-10", 5), ...visits("2026-08-11", 3)]);
  await deleteAugust(footfall);
  await bulk(visits("2026-08-10", 2, "/late"));
  await importTotals(footfall, websiteId, apiKey);
  await bulk([...visits("2026-11-23", 9), ...visits("2026-11-25", 7)]);
  const repeated = { key: "once", events: visits("2026-11-24", 4) };
  await sendOnce(footfall, apiKey, websiteId, repeated);
  await footfall.server.rollUp();

  await define(send, path);
  const callers = await letPeopleIn(footfall, send, websiteId);
  const share = await send("POST", `${path}/shares`, { name: "Agency", segment_id: 1 });
  const shared = new URL(share.data.url).pathname;

  await bulk(visits("2026-11-26", 6));
  await footfall.server.shipped();
  await rollUpOpenDays(footfall, [{ id: websiteId, timezone }], Date.parse(at) - hourMs);
  await footfall.track({ domain, url: `https://${domain}/now` });
  await footfall.server.shipped();

  const scene = { at, apiKey, domain, websiteId, page: "/now", repeated };
  return { scene, questions: questionsAbout(websiteId, shared, callers, apiKey) };
}

/** Sends the bulk request that has an idempotency key. */
export async function sendOnce(
  footfall: TestFootfall,
  apiKey: string,
  websiteId: number,
  { key, events }: Scene["repeated"],
): Promise<void> {
  const reply = await footfall.request(`/api/v1/websites/${websiteId}/events`, {
    body: events,
    key: apiKey,
    headers: { "idempotency-key": key },
  });
  expect(reply.json).toEqual({ accepted: events.length, dropped: {} });
}

/** Returns visits of a day, of which each has a page view, a purchase and engagement. */
function visits(date: string, visitors: number, page = "/pricing"): object[] {
  return Array.from({ length: visitors }, (_, visitor) => {
    const event = (minute: number) => ({
      url: `https://${domain}${page}/${visitor % 3}?utm_source=news&utm_campaign=c${visitor % 2}`,
      referrer: `https://www.${["google.com", "t.co", "blog.example"][visitor % 3]}/`,
      timestamp: `${date}T0${visitor % 9}:0${minute}:00Z`,
      ip: `8.8.${visitor % 2}.${visitor}`,
      user_agent: chrome,
      screen: "1920x1080",
      language: visitor % 2 === 0 ? "de" : "fr",
    });
    return [
      event(0),
      { ...event(1), name: "engagement", e: 12_000 + visitor, sd: 40 + visitor },
      {
        ...event(2),
        name: "Purchase",
        props: { plan: `p${visitor % 2}` },
        revenue: { amount: visitor + 0.5, currency: "EUR" },
      },
    ];
  }).flat();
}

/** Has the events of August deleted. Their roll-ups are archived. */
async function deleteAugust(footfall: TestFootfall): Promise<void> {
  const { db } = footfall.server.store;
  await footfall.server.shipped();
  await footfall.server.rollUp();
  // The salts of those days have expired then.
  footfall.clock.aheadMs += 25 * hourMs;
  const retention = new Retention({
    db,
    saltDb: db,
    retentionDays: 60,
    graceMs: 0,
    logger: silent,
    shipped: () => footfall.server.shipped(),
    now: () => Date.now() + footfall.clock.aheadMs,
  });
  await retention.run();
  footfall.clock.aheadMs -= 25 * hourMs;
}

/** Imports the export of another product, which has totals alone. */
async function importTotals(footfall: TestFootfall, id: number, apiKey: string): Promise<void> {
  const body = new FormData();
  const [name, content] = archiveOf(everyTable);
  body.append("file", new Blob([content]), name);
  const headers = { authorization: `Bearer ${apiKey}` };
  const path = `${footfall.url}/api/v1/websites/${id}/imports`;
  expect((await fetch(path, { method: "POST", headers, body })).status).toBe(202);
  await eventually(async () => {
    const reply = await fetch(`${path}/1`, { headers });
    expect(await reply.json()).toMatchObject({ data: { status: "done" } });
  });
}

/** Makes one of each kind of definition, and what tells people about the website. */
async function define(send: Send, path: string): Promise<void> {
  const purchase = { type: "event", value: "Purchase" };
  const pricing = { type: "page", value: "/pricing/0" };
  await send("POST", `${path}/goals`, { name: "Buy", ...purchase, public: 1 });
  await send("POST", `${path}/goals`, { name: "Look", ...pricing });
  await send("PATCH", `${path}/goals/2`, { name: "Look at prices" });
  await send("POST", `${path}/funnels`, { name: "Shop", steps: [pricing, purchase], public: 1 });
  const filters = { language: ["German"] };
  await send("POST", `${path}/segments`, { name: "Germans", filters, public: 1 });
  await send("POST", `${path}/annotations`, { date: "2026-11-24", text: "Release", public: 1 });
  await send("POST", "/api/v1/webhooks", {
    name: "Ops",
    url: "https://ops.example/",
    secret: "signed",
    enabled: false,
  });
  await send("POST", `${path}/alerts`, {
    name: "Rush",
    when: { metric: "visitors", above: 1_000_000, window_minutes: 60 },
    to: [{ email: "ada@shop.example" }, { webhook_id: 1 }],
  });
  await send("PUT", `${path}/email-reports`, {
    week: true,
    to: ["ada@shop.example"],
    send_at: "08:30",
  });
}

/** The headers of those who may ask, by what they are. */
type Callers = Readonly<Record<"reader" | "member", Question["headers"]>>;

/** Makes a key, a member who has signed in, and one who has not answered the invitation. */
async function letPeopleIn(footfall: TestFootfall, send: Send, id: number): Promise<Callers> {
  const reader = await send("POST", "/api/v1/keys", {
    name: "Reader",
    may: ["read"],
    websites: [id],
  });
  const grants = [{ website_id: id, may: "view" }];
  const invite = (email: string) =>
    send("POST", "/api/v1/people", { email, role: "member", grants });
  const { link } = await invite("ada@shop.example");
  await invite("grace@shop.example");
  const token = new URL(link.url).hash.slice(1);
  const accepted = await footfall.request("/session/invitation", {
    method: "POST",
    key: false,
    body: { token, password },
  });
  const cookies = accepted.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  return {
    reader: { authorization: `Bearer ${reader.data.key}` },
    member: { cookie: cookies.join("; ") },
  };
}

/** Returns the questions of the root key, a key, a member, and of somebody with a shared link. */
function questionsAbout(id: number, shared: string, callers: Callers, apiKey: string): Question[] {
  const path = `/api/v1/websites/${id}`;
  const lists = [
    ...["websites", "people", "keys", "webhooks", "audit"].map((name) => `/api/v1/${name}`),
    ...["goals", "funnels", "segments", "annotations", "shares", "alerts", "imports"].map(
      (name) => `${path}/${name}`,
    ),
    `${path}/events?${november}`,
    `${path}/email-reports`,
    `${path}/funnels/1/stats?${november}`,
  ];
  const root = { authorization: `Bearer ${apiKey}` };
  const summary = `${path}/summary?${november}`;
  return [
    ...[...ranges.flatMap((range) => reportPaths(id, range)), ...lists].map((each) => ({
      path: each,
      headers: root,
    })),
    ...[callers.reader, callers.member].flatMap((headers) => [
      { path: "/api/v1/me", headers },
      { path: summary, headers },
      { path: "/api/v1/people", headers },
    ]),
    { path: `${shared}/summary?${november}`, headers: {} },
  ];
}
