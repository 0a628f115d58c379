import { describe, expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { selectRows, startFootfall } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const footfall = openFootfall(() => startFootfall({ TRUST_PROXY: "127.0.0.1" }));

const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
let websites = 0;

async function storeOne(settings: object = {}) {
  websites += 1;
  return footfall.store(`dropped-${websites}.example`, settings);
}

/** Resolves with an event's drop reason, or "counted". Checks it against the table. */
async function fateOf(
  website: { id: number; domain: string },
  headers: Record<string, string> = {},
  url = `https://${website.domain}/`,
) {
  const count = async () => {
    const rows = await selectRows(
      footfall,
      `SELECT 1 FROM events WHERE website_id = ${website.id}`,
    );
    return rows.length;
  };
  const before = await count();
  const reply = await footfall.track({ website: website.id, url }, headers);
  const reason = reply.headers.get("x-event-dropped");

  expect([reply.status, reply.text]).toEqual([202, "ok"]);
  expect((await count()) - before).toBe(reason === null ? 1 : 0);
  return reason ?? "counted";
}

function update(id: number, body: object) {
  return footfall.request(`/api/v1/websites/${id}`, { method: "PATCH", body });
}

test.each([
  ["a bot", { "user-agent": googlebot }, 1, "bot"],
  ["a tool", { "user-agent": "curl/8.5.0" }, 1, "bot"],
  ["an empty agent", { "user-agent": "" }, 1, "bot"],
  ["a browser", {}, 1, "counted"],
  ["a bot, where bots are wanted", { "user-agent": googlebot }, 0, "counted"],
  ["an empty agent, where bots are wanted", { "user-agent": "" }, 0, "counted"],
])("%s", async (_what, headers, exclude_bots, fate) => {
  expect(await fateOf(await storeOne({ exclude_bots }), headers)).toBe(fate);
});

test.each([
  ["an excluded IPv4 address", "203.0.113.7", "203.0.113.7", "ip"],
  ["one of several excluded addresses", "198.51.100.1\r\n\r\n 203.0.113.7 \n", "203.0.113.7", "ip"],
  ["an address of an excluded range", "203.0.113.0/24", "203.0.113.99", "ip"],
  ["an address beside an excluded range", "203.0.113.0/24", "203.0.114.1", "counted"],
  ["an excluded address as IPv4-mapped", "203.0.113.7", "::ffff:203.0.113.7", "ip"],
  ["an excluded address as IPv4-mapped in hexadecimal", "203.0.113.7", "::ffff:cb00:7107", "ip"],
  ["an address that is excluded as IPv4-mapped", "::ffff:203.0.113.7", "203.0.113.7", "ip"],
  ["an excluded IPv6 address in another spelling", "2001:DB8:0::1", "2001:db8:0:0:0:0:0:1", "ip"],
  ["an address of an excluded IPv6 range", "2001:db8::/32", "2001:db8:1:2::3", "ip"],
  ["an address beside an excluded IPv6 range", "2001:db8::/32", "2001:db9::", "counted"],
])("%s", async (_what, exclude_ips, ip, fate) => {
  const website = await storeOne({ exclude_ips });

  expect(await fateOf(website, { "x-forwarded-for": ip })).toBe(fate);
});

test("without a proxy's word the peer's own address is what is excluded", async () => {
  expect(await fateOf(await storeOne({ exclude_ips: "127.0.0.1" }))).toBe("ip");
});

test.each([
  ["the domain", "https://DOMAIN/", "counted"],
  ["www", "http://www.DOMAIN/", "counted"],
  ["a subdomain with a port", "https://a.b.DOMAIN:8443/", "counted"],
  ["a trailing dot", "https://DOMAIN./", "counted"],
  ["a look-alike", "https://notDOMAIN/", "hostname"],
  ["a host that begins like the domain", "https://DOMAIN.evil.org/", "hostname"],
  ["the domain as a user's name", "https://DOMAIN@evil.org/", "hostname"],
  ["an address", "http://127.0.0.1/", "hostname"],
  ["localhost", "http://localhost:3000/", "hostname"],
])("an event of a page on %s", async (_what, pattern, fate) => {
  const website = await storeOne();

  expect(await fateOf(website, {}, pattern.replace("DOMAIN", website.domain))).toBe(fate);
});

test("a custom event and engagement are dropped for the same reasons", async () => {
  const { id } = await storeOne();
  for (const name of ["buy", "engagement"]) {
    const reply = await footfall.track({ website: id, name, url: "https://evil.org/" });
    expect(reply.headers.get("x-event-dropped")).toBe("hostname");
  }
});

test("an invalid event is refused, also when it would have been dropped", async () => {
  const { id } = await storeOne();
  const reply = await footfall.track({ website: id, url: "/a" }, { "user-agent": googlebot });

  expect([reply.status, reply.headers.get("x-event-dropped")]).toEqual([422, null]);
});

describe("a change of the settings is in force for the next event", () => {
  test("for bots", async () => {
    const website = await storeOne();
    expect(await fateOf(website, { "user-agent": googlebot })).toBe("bot");
    await update(website.id, { exclude_bots: 0 });
    expect(await fateOf(website, { "user-agent": googlebot })).toBe("counted");
    await update(website.id, { exclude_bots: 1 });
    expect(await fateOf(website, { "user-agent": googlebot })).toBe("bot");
  });

  test("for addresses", async () => {
    const website = await storeOne();
    const headers = { "x-forwarded-for": "203.0.113.7" };
    expect(await fateOf(website, headers)).toBe("counted");
    await update(website.id, { exclude_ips: "203.0.113.0/24" });
    expect(await fateOf(website, headers)).toBe("ip");
    await update(website.id, { exclude_ips: "" });
    expect(await fateOf(website, headers)).toBe("counted");
  });

  test("for parameters", async () => {
    const { id, domain } = await storeOne();
    const url = `https://${domain}/?ref=1&b=2&pk_a=3`;
    await footfall.track({ website: id, url });
    await update(id, { exclude_params: "ref\r\npk_*" });
    await footfall.track({ website: id, url });

    const pages = await selectRows(
      footfall,
      `SELECT page FROM events WHERE website_id = ${id} ORDER BY time`,
    );
    expect(pages).toEqual([{ page: "/?ref=1&b=2&pk_a=3" }, { page: "/?b=2" }]);
  });
});

describe("a deleted website", () => {
  test("refuses events by its domain and by its id, and its events are gone for good", async () => {
    const kept = await storeOne();
    const { id, domain } = await storeOne();
    const url = `https://${domain}/`;
    await fateOf(kept);
    for (let i = 0; i < 5; i += 1) await footfall.track({ website: id, url });

    await footfall.request(`/api/v1/websites/${id}`, { method: "DELETE" });

    for (const naming of [{ website: id }, { domain }, { d: `www.${domain}` }]) {
      expect((await footfall.track({ ...naming, url })).status).toBe(404);
    }
    expect((await footfall.bulk(id, [{ url }])).status).toBe(404);
    await eventually(async () => {
      const rows = await selectRows(footfall, `SELECT 1 FROM events WHERE website_id = ${id}`);
      expect(rows).toEqual([]);
    });
    expect(
      await selectRows(footfall, `SELECT 1 FROM events WHERE website_id = ${kept.id}`),
    ).toHaveLength(1);
  });

  test("makes room for a new one of its domain, which begins without events", async () => {
    const { id, domain } = await storeOne();
    await footfall.track({ website: id, url: `https://${domain}/` });
    await footfall.request(`/api/v1/websites/${id}`, { method: "DELETE" });
    const again = await footfall.store(domain);

    expect(again.id).toBeGreaterThan(id);
    expect(await fateOf(again)).toBe("counted");
    const rows = await selectRows(footfall, `SELECT 1 FROM events WHERE website_id = ${again.id}`);
    expect(rows).toHaveLength(1);
  });
});
