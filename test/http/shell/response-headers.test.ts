import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { shareReports } from "../../../src/model/choices.ts";
import { operationsOf } from "../../helpers/api-document.ts";
import { readToEnd, startApp, type TestApp } from "../../helpers/app.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import { readDocument } from "../../helpers/described-api.ts";
import { apiKey } from "../../helpers/footfall.ts";

const untagged = { "cache-control": "private, no-store", "x-content-type-options": "nosniff" };
const tagged = {
  "cache-control": "private, no-cache",
  vary: "Authorization, Cookie, Accept, Accept-Encoding",
  "x-content-type-options": "nosniff",
};
const authorization = `Bearer ${apiKey}`;
const range = "from=2026-11-01&to=2026-11-02";

const buy = { type: "event", value: "Purchase" };
/** A definition of each kind, by the address of their list. */
const definitions = {
  goals: { name: "Buy", ...buy },
  funnels: { name: "Buy", steps: [buy, buy] },
  segments: { name: "Buyers", filters: { event: ["Purchase"] }, public: 1 },
  annotations: { date: "2026-11-01", text: "Release", public: 1 },
  shares: { name: "Agency", reports: shareReports },
  conditions: { name: "Servers", filters: { mark: ["hosting"] } },
  views: { name: "Shop", query: "range=7d" },
  alerts: { name: "Tag", when: { silent_minutes: 60 }, to: [{ email: "ada@example.com" }] },
};

/** A body that the server accepts, for each operation that takes one. */
const correction = {
  kind: "delete",
  filters: { page: ["/"] },
  from: "2025-06-02",
  to: "2025-06-02",
};
const bodies: Readonly<Record<string, object>> = {
  "POST /api/event": { d: "example.com", u: "https://example.com/" },
  "POST /api/send": { type: "event", payload: { website: "example.com", url: "/" } },
  "POST /api/batch": [{ type: "event", payload: { website: "example.com", url: "/" } }],
  "POST /api/v1/websites": { domain: "example.org" },
  "PUT /api/v1/websites/{id}": { email: 1 },
  "PATCH /api/v1/websites/{id}": { email: 0 },
  "POST /api/v1/websites/{id}/events": [{ url: "https://example.com/" }],
  "POST /api/v1/websites/{id}/reads": [{ url: "https://example.com/", user_agent: "GPTBot/1.2" }],
  "POST /api/v1/websites/{id}/corrections": { ...correction, dry_run: 1 },
  "POST /api/v1/websites/{id}/corrections/visitor": { ip: "::1", user_agent: "", dry_run: 1 },
  ...Object.fromEntries(
    Object.entries(definitions).map(([kind, body]) => [
      `POST /api/v1/websites/{id}/${kind}`,
      { ...body, name: "Another" },
    ]),
  ),
  "POST /api/v1/websites/{id}/conditions/preview": {
    filters: { mark: ["hosting"] },
    from: "2026-11-01",
    to: "2026-11-02",
  },
  "POST /session": { key: apiKey },
  "POST /session/reset": { email: "nobody@example.com" },
  "PUT /api/v1/websites/{id}/email-reports": { week: true },
  "POST /api/v1/websites/{id}/email-reports/test": { to: "ada@example.com" },
  "PUT /api/v1/websites/{id}/page-rules": { rules: [{ match: "/users/*", page: "/users/:id" }] },
  "POST /api/v1/websites/{id}/page-rules/preview": {
    match: "/users/*",
    page: "/users/:id",
    from: "2026-11-01",
    to: "2026-11-02",
  },
  "POST /api/v1/webhooks": { name: "Chat", url: "https://chat.example.com/" },
  "PATCH /api/v1/webhooks/{webhook_id}": { enabled: true },
  "PUT /api/v1/me/email-reports": { week: true },
  "POST /api/v1/me/email-reports/test": { period: "week" },
  "POST /api/v1/keys": { name: "Reader", may: ["read"], websites: "all" },
  "PATCH /api/v1/keys/{key_id}": { name: "Other" },
  "POST /api/v1/people": { email: "other@example.com", role: "member" },
  "PATCH /api/v1/people/{person_id}": { role: "owner" },
  "PUT /api/v1/websites/{id}/people/{person_id}": { may: "view" },
  "POST /shared/{domain}/unlock": { password: "x" },
  "POST /share/{token}/unlock": { password: "x" },
};

const imported = {
  date: "2026-11-01",
  visitor: "1",
  time: "2026-11-01T10:00:00.000Z",
  name: "pageview",
  hostname: "example.com",
  page: "/",
};
const digest = "0".repeat(64);
const follower = "0b7d5a5e-4a44-4a7e-9f0f-6f1f6a3b8f52";
/** The parameters of the next lines of a log, of which there are none. */
const part = new URLSearchParams({
  follower,
  before: digest,
  slot: "0",
  from_lines: "0",
  from_bytes: "0",
  from_end: digest,
  lines: "0",
  end: digest,
  own_end: digest,
  format: "combined",
  directives: "0",
  imports: "0",
});

/** A form with one file. */
const form = {
  headers: { "content-type": "multipart/form-data; boundary=x" },
  payload: [
    "--x",
    'content-disposition: form-data; name="file"; filename="events.ndjson"',
    "",
    JSON.stringify(imported),
    "--x--",
    "",
  ].join("\r\n"),
};

/** The parameters of reports that need more than a name and days. */
const steps = "step=page:/a&step=page:/b&steps=2";

/** Only somebody who has signed in can do these. A key is refused. */
const ofPeople = [
  "GET /api/v1/me/email-reports",
  "PUT /api/v1/me/email-reports",
  "POST /api/v1/me/email-reports/test",
  "PATCH /api/v1/me",
  "DELETE /api/v1/me/sessions/{session_id}",
  // It ends with the first person.
  "POST /session/start",
];

interface Started extends TestApp {
  /** Bodies with the tokens of links, by operation. */
  readonly withToken: Readonly<Record<string, object>>;
  /** The last part of the URL of a shared link. */
  readonly token: string;
}

let server: Started;
let routes: string[];
/** Starts a server with a website, with a goal and the like of it, with a key and with people. */
async function start(): Promise<Started> {
  const origin = { from: "a@b.example", baseUrl: "https://stats.test", mailKey: "key" };
  const mail = { origin, send: async () => {} };
  const started = await startApp({ websites: [{ privacy: "public" }], notifier: { mail } });
  let token = "";
  for (const [kind, payload] of Object.entries(definitions)) {
    const url = `/api/v1/websites/7/${kind}`;
    const options = { method: "POST", url, headers: { authorization }, payload } as const;
    const made = await started.app.inject(options);
    token = made.json().data.url?.split("/").at(-1) ?? token;
  }
  const corrections = "/api/v1/websites/7/corrections";
  const asOwner = { headers: { authorization } };
  await started.app.inject({ ...asOwner, method: "POST", url: corrections, payload: correction });
  await started.app.inject({ ...asOwner, method: "DELETE", url: `${corrections}/1` });
  const url = "/api/v1/websites/7/imports";
  const { headers, payload } = form;
  await started.app.inject({
    method: "POST",
    url,
    payload,
    headers: { ...headers, authorization },
  });
  const send = async (path: string, body: object) => {
    const { json } = await started.app.inject({
      method: "POST",
      url: path,
      payload: body,
      headers: { authorization },
    });
    return json();
  };
  const password = "correct horse battery";
  await send("/api/v1/keys", bodies["POST /api/v1/keys"] ?? {});
  const tokenOf = ({ url: link }: { url: string }) => link.replace(/^.*#/, "");
  const invite = async (email: string) =>
    tokenOf((await send("/api/v1/people", { email, role: "owner" })).link);
  // The routes of people are asked about the first one, whose link they replace.
  await invite("first@example.com");
  const accepted = await invite("ada@example.com");
  await started.app.inject({
    method: "POST",
    url: "/session/invitation",
    payload: { token: accepted, password },
  });
  const reset = tokenOf((await send("/api/v1/people/2/link", {})).data);
  const withToken = {
    "POST /session/invitation/read": { token: await invite("kim@example.com") },
    "POST /session/password": { token: reset, password },
    "POST /api/v1/websites/{id}/followed-logs/places": { follower, before: digest },
    "POST /session/invitation": { token: await invite("grace@example.com"), password },
  };
  return { ...started, token, withToken };
}
beforeAll(async () => {
  server = await start();
  routes = [...operationsOf(await readDocument()).keys()];
});
afterAll(stopAll);

function ask(
  route: string,
  headers: Readonly<Record<string, string>> = { authorization },
  { app, token, withToken } = server,
) {
  const [method = "", path = ""] = route.split(" ");
  const url = path
    .replaceAll(/\{(id|website_id)\}/g, "7")
    .replace(/\{\w+_id\}/, "1")
    .replace("{domain}", "example.com")
    .replace("{token}", token)
    .replace("{key}", "plan")
    .replace("{name}", "my-shpo.example");
  // Only there is nothing to answer without it.
  const compared = path.endsWith("/changes") ? "&compare=previous" : "";
  if (route === "POST /api/v1/websites/{id}/followed-logs/parts") {
    const sent = { ...headers, "content-type": "text/plain" };
    return app.inject({ method: "POST", url: `${url}?${part}`, payload: "", headers: sent });
  }
  const body = bodies[route] ?? withToken[route as keyof typeof withToken];
  if (route === "POST /api/v1/websites/{id}/imports") {
    const { payload } = form;
    return app.inject({
      method: "POST",
      url,
      payload,
      headers: { ...form.headers, ...headers },
    });
  }
  return app.inject({
    method: method as "GET",
    url: method === "GET" ? `${url}?name=page&by=reader&${steps}&${range}${compared}` : url,
    headers: { ...headers, ...(body && { "content-type": "application/json", "if-match": "*" }) },
    ...(body && { payload: JSON.stringify(body) }),
  });
}

const script = "GET /js/script.js";
/** Returns whether it is asked last, as it deletes what the others ask for. */
const isDeleting = (route: string) => route.startsWith("DELETE /api/v1/");
/** The operations that can be answered 304, as long as no event has come. */
const revalidated = [...operationsOf(await readDocument())].flatMap(([route, { responses }]) =>
  "304" in responses && route !== script ? [route] : [],
);

/** The operations whose tag is for `If-Match`. */
const versioned = [
  "POST /api/v1/websites",
  "GET /api/v1/websites/{id}",
  "PATCH /api/v1/websites/{id}",
  "PUT /api/v1/websites/{id}",
  "GET /api/v1/websites/{id}/page-rules",
  "PUT /api/v1/websites/{id}/page-rules",
];

/** A correction that is over cannot be cancelled. */
function isRefused(route: string): boolean {
  return ofPeople.includes(route) || route.startsWith("DELETE /api/v1/websites/{id}/corrections/");
}

function expectedOf(route: string): object {
  const hasTag = revalidated.includes(route) || versioned.includes(route);
  if (route !== script) return hasTag ? tagged : untagged;
  return {
    "cache-control": expect.stringMatching(/^public, /),
    "x-content-type-options": "nosniff",
  };
}

test("every documented route says how long its answer may be cached", async () => {
  const own = await start();
  // Longer addresses come first: the website is deleted after all that is below it.
  const deleting = routes.filter(isDeleting).sort((a, b) => b.length - a.length);
  for (const route of [...routes.filter((one) => !isDeleting(one)), ...deleting]) {
    const { statusCode, headers } = await ask(route, { authorization }, own);
    expect([route, Math.floor(statusCode / 100), headers]).toMatchObject([
      route,
      isRefused(route) ? 4 : 2,
      expectedOf(route),
    ]);
    expect([route, "etag" in headers]).toEqual([
      route,
      route === script || revalidated.includes(route) || versioned.includes(route),
    ]);
  }
});

test.each([...revalidated, script])("%s says so, too, when it is answered 304", async (route) => {
  const { headers } = await ask(route);
  const again = await ask(route, { authorization, "if-none-match": String(headers["etag"]) });

  expect([again.statusCode, again.headers]).toMatchObject([304, expectedOf(route)]);
});

test("no refusal of any documented route may be cached", async () => {
  for (const route of routes) {
    const url = route.replace(/^\S+ /, "").replaceAll(/\{\w+\}/g, "999");
    const replies = await Promise.all([
      ask(route, { authorization: "Bearer wrong-key-0123456789" }),
      server.app.inject({ method: "POST", url, headers: { authorization }, payload: "{" }),
      server.app.inject({ method: "PUT", url, headers: { authorization } }),
      server.app.inject({ url: `${url}/nothing`, headers: { authorization } }),
      server.app.inject({ url: `${url}%zz` }),
    ]);
    for (const { statusCode, headers } of replies.filter((reply) => reply.statusCode >= 400)) {
      expect([route, statusCode, headers]).toMatchObject([route, statusCode, untagged]);
      expect(headers).not.toHaveProperty("etag");
    }
  }
});

describe("requests that the framework does not handle", () => {
  async function raw(text: string): Promise<string> {
    const socket = await server.connect();
    socket.write(text);
    return (await readToEnd(socket)).toLowerCase();
  }
  const expectHeaders = (answer: string, status: number) => {
    expect(answer).toContain(`http/1.1 ${status} `);
    for (const [name, value] of Object.entries(untagged)) {
      expect(answer).toContain(`\r\n${name}: ${value}\r\n`);
    }
  };

  test.each([
    ["no HTTP", "hello\r\n\r\n", 400],
    ["too many headers", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(17_000)}\r\n\r\n`, 431],
    ["HTTP 1.1 without a host", "GET /health HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    [
      "an expectation that is none",
      "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: wonders\r\n\r\n",
      200,
    ],
    ["an event", `POST /api/event HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${eventText()}`, 202],
  ])("%s has the headers, too", async (_what, text, status) => {
    expectHeaders(await raw(text), status);
  });

  test("HTTP 1.1 without a host is refused in the shape of all errors", async () => {
    const answer = await raw("GET /health HTTP/1.1\r\nConnection: close\r\n\r\n");
    expect(answer).toContain('"code":"malformed_request"');
  });
});

function eventText(): string {
  const body = JSON.stringify(bodies["POST /api/event"]);
  return `Content-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
