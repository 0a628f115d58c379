import { expect, test } from "vitest";
import { chrome, selectRows } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const footfall = openFootfall();

const ever = { from: "2000-01-01", to: "2100-01-01" };

async function rowsOfWebsite(id: number, columns: string) {
  return selectRows(
    footfall,
    `SELECT ${columns} FROM events WHERE website_id = ${id} ORDER BY time`,
  );
}

test("an event in the long form is stored with all its fields", async () => {
  const { id } = await footfall.store("long.example");
  const event = {
    domain: "long.example",
    name: "buy",
    url: "https://shop.long.example/cart?utm_campaign=fall&b=1#top",
    referrer: "https://www.google.com/search?q=x",
    screen: "1920x1080",
    language: "de-AT",
    props: { plan: "pro", seats: 3, trial: false },
    revenue: { amount: 19.9, currency: "eur" },
  };

  const reply = await footfall.track(event);

  expect([reply.status, reply.text]).toEqual([202, "ok"]);
  expect(reply.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(reply.headers.has("x-event-dropped")).toBe(false);
  const columns =
    "name, hostname, page, referrer, utm_campaign, screen_resolution, language, props, toString(revenue_amount) AS amount, revenue_currency, browser, operating_system, device";
  expect(await rowsOfWebsite(id, columns)).toEqual([
    {
      name: "buy",
      hostname: "shop.long.example",
      page: "/cart?b=1",
      referrer: "google.com",
      utm_campaign: "fall",
      screen_resolution: "1920x1080",
      language: "de",
      props: { plan: "pro", seats: "3", trial: "false" },
      amount: "19.9",
      revenue_currency: "EUR",
      browser: "Chrome",
      operating_system: "Windows",
      device: "Desktop",
    },
  ]);
});

test("what Plausible's trackers send is taken unchanged", async () => {
  const { id } = await footfall.store("plausible.example");
  const d = "plausible.example";
  const u = "https://plausible.example/a";
  const payloads = [
    { n: "pageview", v: 24, u, d, r: null },
    { n: "pageview", u, d, r: "https://news.ycombinator.com/", h: 1, p: { author: "x" } },
    { n: "engagement", sd: 57, d, u, p: {}, e: 12_345, v: 24 },
    { n: "Outbound Link: Click", u, d, r: null, p: { url: "https://x.example/" }, i: false, v: 24 },
    { n: "Purchase", u, d, r: null, $: { amount: 1_000.29, currency: "USD" }, v: 24 },
    {
      n: "Old",
      u,
      d,
      r: "",
      w: 1920,
      m: '{"x":1}',
      p: '{"y":2}',
      $: '{"amount":"5","currency":"EUR"}',
    },
  ];

  for (const payload of payloads) {
    const reply = await footfall.request("/api/event", {
      body: JSON.stringify(payload),
      key: false,
      headers: { "content-type": "text/plain", "user-agent": chrome },
    });
    expect([reply.status, reply.text]).toEqual([202, "ok"]);
  }

  const columns =
    "name, referrer, props, toString(revenue_amount) AS amount, engagement_time_ms AS ms, scroll_depth AS sd";
  const none = { referrer: "", props: {}, amount: "0", ms: 0, sd: 0 };
  expect(await rowsOfWebsite(id, columns)).toEqual([
    { ...none, name: "pageview" },
    { ...none, name: "pageview", referrer: "news.ycombinator.com", props: { author: "x" } },
    { ...none, name: "engagement", ms: 12_345, sd: 57 },
    { ...none, name: "Outbound Link: Click", props: { url: "https://x.example/" } },
    { ...none, name: "Purchase", amount: "1000.29" },
    { ...none, name: "Old", props: { y: "2" }, amount: "5" },
  ]);
  const events = await footfall.stats(id, { name: "event", ...ever });
  expect(events.json.data.map(({ value }: { value: string }) => value)).toEqual([
    "Old",
    "Outbound Link: Click",
    "Purchase",
  ]);
  const pages = await footfall.stats(id, { name: "page", ...ever });
  expect(pages.json.data).toMatchObject([{ value: "/a", count: 2, visitors: 1, pageviews: 2 }]);
});

test.each([
  ["application/json"],
  ["application/json; charset=utf-8"],
  ["APPLICATION/JSON;Charset=utf-8;x=1"],
  ["text/plain"],
  ["text/plain;charset=UTF-8"],
])("an event may come as %s", async (contentType) => {
  const domain = `type-${contentType.replaceAll(/\W+/g, "-").toLowerCase()}.example`;
  const { id } = await footfall.store(domain);

  const reply = await footfall.track(
    { domain, url: `https://${domain}/ü` },
    { "content-type": contentType },
  );

  expect(reply.status).toBe(202);
  expect(await rowsOfWebsite(id, "page")).toEqual([{ page: "/%C3%BC" }]);
});

test.each([
  ["its domain", { domain: "named.example" }],
  ["its domain in the short form", { d: "named.example" }],
  ["its domain with www", { d: "www.named.example" }],
  ["its domain in capitals", { d: "NAMED.Example" }],
  ["its domain with a scheme and a path", { domain: "https://www.named.example/x" }],
  ["its domain with a dot and blanks", { domain: " named.example. " }],
  ["its id", { website: "ID" }],
  ["its id as text", { website: "ID as text" }],
  ["its id, beside an unknown domain", { website: "ID", domain: "unknown.example" }],
  ["its domain, beside null", { domain: "named.example", d: null, website: null }],
])("a website may be named by %s", async (_what, naming) => {
  const found = await footfall.request("/api/v1/websites?search=named.example");
  const { id } = found.json.data[0] ?? (await footfall.store("named.example"));
  const ids: Record<string, unknown> = { ID: id, "ID as text": String(id) };
  const body = Object.fromEntries(
    Object.entries(naming).map(([field, value]) => [field, ids[String(value)] ?? value]),
  );

  const reply = await footfall.track({ ...body, url: "https://named.example/" });

  expect([reply.status, reply.text]).toEqual([202, "ok"]);
  expect(reply.headers.has("x-event-dropped")).toBe(false);
});

test("a website with an international name may be named either way", async () => {
  const { id } = await footfall.store("bücher.example");

  for (const domain of ["bücher.example", "xn--bcher-kva.example", "www.BÜCHER.example"]) {
    const reply = await footfall.track({ domain, url: "https://bücher.example/" });
    expect([reply.status, reply.headers.get("x-event-dropped")]).toEqual([202, null]);
  }

  expect(await rowsOfWebsite(id, "hostname")).toHaveLength(3);
});

test.each([
  ["a name of 120 letters", { name: "x".repeat(120) }],
  ["a name of 120 emoji", { name: "🎉".repeat(120) }],
  ["an address of 2,000 characters", { url: `https://edge.example/${"x".repeat(1_979)}` }],
  ["30 props", { props: Object.fromEntries([...Array(30).keys()].map((i) => [`p${i}`, i])) }],
  ["a name with line feeds, zeros and quotes", { name: "a\n\0'\"\\`b" }],
  ["half a character", { name: "a\ud83db", props: { "\udc00": "\ud800" } }],
  ["a referrer that is no address", { referrer: "not an address" }],
  ["a long referrer", { referrer: `https://a.example/${"x".repeat(8_000)}` }],
  ["fields that no one knows", { token: "x", timestamp: "1999-01-01T00:00:00Z", ip: "1.2.3.4" }],
])("%s is taken", async (_what, fields) => {
  const found = await footfall.request("/api/v1/websites?search=edge.example");
  const { id } = found.json.data[0] ?? (await footfall.store("edge.example"));
  const before = await rowsOfWebsite(id, "name");

  const reply = await footfall.track({ website: id, url: "https://edge.example/", ...fields });

  expect([reply.status, reply.headers.get("x-event-dropped")]).toEqual([202, null]);
  expect(await rowsOfWebsite(id, "name")).toHaveLength(before.length + 1);
});

test("the language is that of the event, else the first of Accept-Language", async () => {
  const { id } = await footfall.store("language.example");
  const sent: [string | undefined, string][] = [
    ["de-AT", "fr"],
    ["zh-Hant-TW", "fr"],
    ["en_US", "fr"],
    ["iw", "fr"],
    ["", "pt-BR,pt;q=0.9"],
    [undefined, "nl;q=0.5, en"],
    [undefined, "*"],
  ];
  for (const [language, accept] of sent) {
    const event = { website: id, url: "https://language.example/", language };
    await footfall.track(event, { "accept-language": accept });
  }

  const codes = (await rowsOfWebsite(id, "language")).map((row) => Object.values(row as object)[0]);
  expect(codes).toEqual(["de", "zh", "en", "he", "pt", "nl", ""]);
});

test("an acknowledged event is in the statistics of the very next request", async () => {
  const { id } = await footfall.store("at-once.example");
  for (let i = 1; i <= 20; i += 1) {
    await footfall.track({ d: "at-once.example", u: "https://at-once.example/" });
    const stats = await footfall.stats(id, { name: "pageview", ...ever });
    expect(stats.json.meta.count).toBe(i);
  }
});
