import { Umami } from "@umami/node";
import { describe, expect, test } from "vitest";
import { chrome, selectRows } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const footfall = openFootfall();

const uuid = "9d1dd1a2-8a44-4d0f-a7ac-2f1c1d1f6a52";

function send(body: object, headers: Readonly<Record<string, string>> = {}) {
  return footfall.request("/api/send", {
    body,
    key: false,
    headers: { "user-agent": chrome, ...headers },
  });
}

async function rowsOfWebsite(id: number, columns: string) {
  return selectRows(
    footfall,
    `SELECT ${columns} FROM events WHERE website_id = ${id} ORDER BY time`,
  );
}

function nested(levels: number): object {
  return levels === 1 ? { a: 1 } : { a: nested(levels - 1) };
}

function listed(levels: number): unknown {
  return JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
}

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, nth) => [`p${nth}`, nth]));

test("a page view of Umami's script is stored with all its fields", async () => {
  const { id } = await footfall.store("script.example");
  const payload = {
    website: uuid,
    hostname: "www.script.example",
    url: "/pricing?utm_campaign=autumn&b=1#top",
    referrer: "https://www.google.com/search",
    screen: "1920x1080",
    language: "de-AT",
    title: "Pricing",
    tag: "blue",
    id: "someone",
  };

  const reply = await send({ type: "event", payload });

  expect([reply.status, reply.json]).toEqual([202, {}]);
  expect(reply.headers.get("access-control-allow-origin")).toBe("*");
  expect(reply.headers.has("x-event-dropped")).toBe(false);
  const columns =
    "name, hostname, page, referrer, utm_campaign, screen_resolution, language, props, browser";
  expect(await rowsOfWebsite(id, columns)).toEqual([
    {
      name: "pageview",
      hostname: "www.script.example",
      page: "/pricing?b=1",
      referrer: "google.com",
      utm_campaign: "autumn",
      screen_resolution: "1920x1080",
      language: "de",
      props: {},
      browser: "Chrome",
    },
  ]);
});

test("a custom event keeps its data flat, and a path as referrer is the website itself", async () => {
  const { id } = await footfall.store("data.example");
  const data = {
    plan: "pro",
    seats: 3,
    trial: false,
    none: null,
    a: { b: { c: 1 } },
    list: [1, "x"],
  };
  const payload = {
    website: "data.example",
    url: "https://data.example/buy",
    referrer: "/",
    name: "buy",
    data,
  };

  await send({ type: "event", payload });

  expect(await rowsOfWebsite(id, "name, page, referrer, props")).toEqual([
    {
      name: "buy",
      page: "/buy",
      referrer: "",
      props: { plan: "pro", seats: "3", trial: "false", "a.b.c": "1", list: '[1,"x"]' },
    },
  ]);
});

test("Umami's client for Node works unchanged", async () => {
  const { id } = await footfall.store("node.example");
  const umami = new Umami({ hostUrl: footfall.url, websiteId: "node.example" });

  const replies = [
    await umami.track({ website: "node.example", url: "/docs", hostname: "node.example" }),
    await umami.track("signup", { plan: "pro", at: new Date(0) }),
    await umami.identify({ name: "someone" }),
  ];

  expect(replies.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(await rowsOfWebsite(id, "name, page, props")).toEqual([
    { name: "pageview", page: "/docs", props: {} },
    { name: "signup", page: "/", props: { plan: "pro", at: "1970-01-01T00:00:00.000Z" } },
  ]);
});

test.each([
  ["the id", "ID"],
  ["the id as text", "ID as text"],
  ["the domain", "naming.example"],
  ["the domain in another spelling", "https://www.Naming.example/"],
  ["another tracker's id, on the domain", uuid],
  ["another tracker's id, on a subdomain", uuid, "shop.eu.naming.example"],
  ["nothing", undefined, "www.naming.example"],
])("the website may be named by %s", async (_what, naming, hostname = "naming.example") => {
  const found = await footfall.request("/api/v1/websites?search=naming.example");
  const { id } = found.json.data[0] ?? (await footfall.store("naming.example"));
  const website = naming === "ID" ? id : naming === "ID as text" ? String(id) : naming;
  const before = await rowsOfWebsite(id, "name");

  const reply = await send({ type: "event", payload: { website, hostname, url: "/" } });

  expect([reply.status, reply.headers.get("x-event-dropped")]).toEqual([202, null]);
  expect(await rowsOfWebsite(id, "name")).toHaveLength(before.length + 1);
});

test.each([
  ["a path", { url: "/planted" }],
  ["a path and an empty host", { url: "/planted", hostname: "" }],
  ["a custom event", { name: "planted" }],
  ["a custom event with data and a referrer", { name: "planted", referrer: "/", data: { a: 1 } }],
])("who knows nothing but the id cannot send %s", async (_what, payload) => {
  const found = await footfall.request("/api/v1/websites?search=secret.example");
  const { id } = found.json.data[0] ?? (await footfall.store("secret.example"));

  for (const website of [id, String(id)]) {
    const reply = await send({ type: "event", payload: { website, ...payload } });
    expect([reply.status, reply.json.code]).toEqual([422, "VALIDATION"]);
    expect(reply.json.errors).toHaveProperty("hostname");
  }
  expect(await rowsOfWebsite(id, "name")).toEqual([]);
});

test("with the id, the page's address is host enough", async () => {
  const { id } = await footfall.store("address.example");
  const url = "https://www.address.example/a";
  const payload = { website: id, url, referrer: "/b" };

  expect((await send({ type: "event", payload })).status).toBe(202);
  const elsewhere = await send({
    type: "event",
    payload: { ...payload, url: "https://other.example/" },
  });
  expect(elsewhere.headers.get("x-event-dropped")).toBe("hostname");
  expect(await rowsOfWebsite(id, "hostname, page, referrer")).toEqual([
    { hostname: "www.address.example", page: "/a", referrer: "" },
  ]);
});

test("a page of another host is dropped for a reason", async () => {
  await footfall.store("own.example");
  const payload = { website: "own.example", hostname: "other.example", url: "/" };

  const reply = await send({ type: "event", payload });

  expect([reply.status, reply.json]).toEqual([202, {}]);
  expect(reply.headers.get("x-event-dropped")).toBe("hostname");
});

test.each(["identify", "performance", "error"])("%s is answered, and ignored", async (type) => {
  const reply = await send({ type, payload: { website: uuid, data: { name: "someone" } } });

  expect([reply.status, reply.json]).toEqual([202, {}]);
});

test.each([
  ["an unknown id", { website: 999_999, hostname: "own.example", url: "/" }],
  ["a domain that is not registered", { website: "gone.example", hostname: "own.example" }],
  [
    "another tracker's id and an unknown host",
    { website: uuid, hostname: "gone.example", url: "/" },
  ],
  ["nothing at all", {}],
])("%s is no website", async (_what, payload) => {
  const reply = await send({ type: "event", payload });

  expect([reply.status, reply.json.code]).toEqual([404, "WEBSITE_NOT_FOUND"]);
  expect(reply.headers.get("access-control-allow-origin")).toBe("*");
});

test.each([
  ["type", { type: "other", payload: {} }],
  ["payload", { type: "event" }],
  ["payload", { type: "event", payload: { website: "wrong.example", url: 7 } }],
  ["url", { type: "event", payload: { website: "wrong.example" } }],
  ["url", { type: "event", payload: { website: "wrong.example", url: `/${"x".repeat(2_000)}` } }],
  [
    "name",
    { type: "event", payload: { website: "wrong.example", url: "/", name: "x".repeat(121) } },
  ],
  ["screen", { type: "event", payload: { website: "wrong.example", url: "/", screen: "big" } }],
  ["data", { type: "event", payload: { website: "wrong.example", url: "/", data: nested(33) } }],
  ["data", { type: "event", payload: { website: "wrong.example", url: "/", data: nested(1_000) } }],
  [
    "data",
    { type: "event", payload: { website: "wrong.example", url: "/", data: { a: listed(1_000) } } },
  ],
  ["props", { type: "event", payload: { website: "wrong.example", url: "/", data: numbered(31) } }],
])("what is wrong with %s is said", async (field, body) => {
  const found = await footfall.request("/api/v1/websites?search=wrong.example");
  if (found.json.data.length === 0) await footfall.store("wrong.example");

  const reply = await send(body);

  expect([reply.status, reply.json.code]).toEqual([422, "VALIDATION"]);
  expect(Object.keys(reply.json.errors)).toEqual([field]);
});

test("data of 32 levels is taken", async () => {
  await footfall.store("deep.example");
  const reply = await send({
    type: "event",
    payload: { website: "deep.example", hostname: "deep.example", url: "/", data: nested(32) },
  });

  expect([reply.status, reply.headers.get("x-event-dropped")]).toEqual([202, null]);
});

test("browsers may send JSON, with the header that Umami's script adds", async () => {
  const reply = await footfall.request("/api/send", { method: "OPTIONS", key: false });

  expect(reply.status).toBe(204);
  expect(reply.headers.get("access-control-allow-headers")).toBe("content-type, x-umami-cache");
  expect(reply.headers.get("access-control-allow-origin")).toBe("*");
});

test("an alias names the website, and pages on it and below it count", async () => {
  const aliases = ["3b8cd1ac-0e2f-4a4e-9a0c-4c1ed6e7d1f2", "old-alias.example"];
  const { id } = await footfall.store("alias.example", { aliases });
  const payloads = [
    { website: aliases[0], hostname: "alias.example", url: "/uuid" },
    { website: aliases[0], name: "node" },
    { website: aliases[1], hostname: "www.old-alias.example", url: "/domain" },
    { website: uuid, hostname: "shop.old-alias.example", url: "/host" },
    { website: aliases[0], hostname: "other.example", url: "/elsewhere" },
  ];
  const replies = [];
  for (const payload of payloads) replies.push(await send({ type: "event", payload }));

  expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
  expect(replies[4]?.headers.get("x-event-dropped")).toBe("hostname");
  expect(await rowsOfWebsite(id, "page")).toEqual(
    ["/uuid", "/", "/domain", "/host"].map((page) => ({ page })),
  );
});

describe("a batch", () => {
  const sendBatch = (body: unknown) =>
    footfall.request("/api/batch", {
      body: typeof body === "string" ? body : JSON.stringify(body),
      key: false,
      headers: { "user-agent": chrome, "content-type": "application/json" },
    });
  const event = (payload: object) => ({ type: "event", payload });

  test("takes what is right, and says what is wrong with the others", async () => {
    const one = await footfall.store("batch.example");
    const two = await footfall.store("batch-two.example");
    const reply = await sendBatch([
      event({ website: "batch.example", url: "/a", unknown: { nested: [1] } }),
      event({ website: "gone.example", url: "/" }),
      event({ website: two.id, hostname: "batch-two.example", name: "signup", data: { a: 1 } }),
      { type: "identify", payload: { website: uuid } },
      { type: "other", payload: {} },
      event({ website: "batch.example", hostname: "elsewhere.example", url: "/dropped" }),
      7,
      event({ website: "batch.example", url: "/".padEnd(20_000, "x") }),
    ]);

    expect(reply.status).toBe(202);
    const { details, ...counts } = reply.json;
    expect(counts).toEqual({ size: 8, processed: 4, errors: 4 });
    expect(details).toMatchObject([
      { index: 1, response: { status: 404, code: "WEBSITE_NOT_FOUND" } },
      {
        index: 4,
        response: { status: 422, code: "VALIDATION", errors: { type: expect.any(Array) } },
      },
      {
        index: 6,
        response: { status: 422, code: "VALIDATION", errors: { body: expect.any(Array) } },
      },
      { index: 7, response: { status: 413, code: "BODY_TOO_LARGE" } },
    ]);
    expect(await rowsOfWebsite(one.id, "name, page, browser")).toEqual([
      { name: "pageview", page: "/a", browser: "Chrome" },
    ]);
    expect(await rowsOfWebsite(two.id, "name, props")).toEqual([
      { name: "signup", props: { a: "1" } },
    ]);
    const check = await footfall.request(`/api/v1/websites/${one.id}/tracking-check`);
    expect(JSON.stringify(check.json)).toContain("elsewhere.example");
  });

  test.each([
    ["no array", "{}", 422],
    ["nothing", "", 422],
    ["broken JSON", '[{"type":"event"', 422],
    ["more than 1,000 requests", `[${"{},".repeat(1_000)}{}]`, 422],
    ["more than 5 MiB", `["${"x".repeat(5 * 1024 ** 2)}"]`, 413],
  ])("with %s is refused", async (_what, body, status) => {
    expect((await sendBatch(body)).status).toBe(status);
  });

  test("may have 1,000 requests, or none, and come from any page", async () => {
    const full = await sendBatch(Array.from({ length: 1_000 }, () => ({})));
    expect(full.json).toMatchObject({ size: 1_000, processed: 0, errors: 1_000 });
    const empty = await sendBatch([]);
    expect(empty.json).toEqual({ size: 0, processed: 0, errors: 0, details: [] });
    expect(empty.headers.get("access-control-allow-origin")).toBe("*");
    const preflight = await footfall.request("/api/batch", { method: "OPTIONS", key: false });
    expect(preflight.status).toBe(204);
  });
});
