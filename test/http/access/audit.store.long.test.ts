import { beforeAll, describe, expect, test } from "vitest";
import { type Reply, selectRows } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { askAs, type CallerHeaders, invite, join, makeKey, password, tokenOf } from "./callers.ts";

interface Entry {
  readonly at: string;
  readonly who: { kind: string; id: number | null; name: string };
  readonly what: string;
  readonly website_id: number | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

const footfall = openFootfall();

const dayMs = 86_400_000;
/** Returns the day of UTC that is so many days ahead. */
function day(ahead = 0): string {
  return new Date(Date.now() + ahead * dayMs).toISOString().slice(0, 10);
}
function list(query = "per_page=100"): Promise<Reply> {
  return footfall.request(`/api/v1/audit?${query}`);
}

describe("the list", () => {
  const secrets: string[] = [];
  const websitePassword = "password of the website";
  let entries: Entry[];
  let website: number;
  let owner: { id: number; headers: CallerHeaders };

  beforeAll(async () => {
    owner = await join(footfall, { email: "owner@example.com", role: "owner", name: "Olga" });
    const asOwner = (method: string, path: string, body?: object) =>
      askAs(footfall, owner.headers, path, { method, ...(body !== undefined && { body }) });
    const settings = { privacy: 2, password: websitePassword, exclude_ips: "203.0.113.7" };
    website = (await asOwner("POST", "/api/v1/websites", { domain: "a.example", ...settings })).json
      .data.id;
    await asOwner("PATCH", `/api/v1/websites/${website}`, {
      timezone: "Europe/Berlin",
      password: `${websitePassword}!`,
      exclude_ips: "203.0.113.8",
    });
    // It changes nothing, so it is no entry.
    await asOwner("PATCH", `/api/v1/websites/${website}`, { timezone: "Europe/Berlin" });
    const key = await makeKey(footfall, { may: ["write"], name: "Program" });
    await footfall.request("/session", { body: { key: key.key }, key: false });
    await askAs(footfall, key.headers, `/api/v1/websites/${website}`, {
      method: "PATCH",
      body: { exclude_bots: 0 },
    });
    await asOwner("PATCH", `/api/v1/keys/${key.id}`, { may: ["read"] });
    await asOwner("DELETE", `/api/v1/keys/${key.id}`);
    const { id, token } = await invite(footfall, { email: "ada@example.com" });
    await asOwner("PUT", `/api/v1/websites/${website}/people/${id}`, { may: "view" });
    const link = (await asOwner("POST", `/api/v1/people/${id}/link`)).json.data;
    await asOwner("PATCH", "/api/v1/me", {
      password: "a quite new password",
      current_password: password,
    });
    await askAs(footfall, {}, "/session", { body: { email: "owner@example.com", password } });
    await asOwner("DELETE", `/api/v1/people/${id}`);
    await asOwner("DELETE", `/api/v1/websites/${website}`);
    const cookie = owner.headers["cookie"]?.split("=")[1] ?? "";
    secrets.push(key.key, token, tokenOf(link.url), cookie, password, "a quite new password");
    secrets.push(websitePassword, "203.0.113", "127.0.0.1", "scrypt$", "passwordHash");
    entries = (await list()).json.data;
  });

  test("tells who did what, the newest first", () => {
    const told = entries.map(({ who, what }) => `${who.name}: ${what}`);

    expect(told).toEqual([
      "Olga: website.delete",
      "Olga: person.delete",
      "Olga: person.update",
      "Olga: person.link",
      "Olga: person.update",
      "root key: person.invite",
      "Olga: key.delete",
      "Olga: key.update",
      "Program: website.update",
      "Program: sign-in",
      "root key: key.create",
      "Olga: website.update",
      "Olga: website.create",
      "Olga: sign-in",
      "root key: person.invite",
    ]);
    expect(entries[0]).toMatchObject({
      who: { kind: "person", id: owner.id, name: "Olga" },
      website_id: website,
      before: { domain: "a.example" },
      after: null,
    });
    const times = entries.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test("has the fields that changed, as they were and as they are", () => {
    const changes = entries.filter(({ what, who }) => what === "website.update" && who.id !== null);

    expect(changes.at(-1)).toMatchObject({
      before: { password: "hidden", exclude_ips: "hidden" },
      after: { timezone: "Europe/Berlin", password: "changed", exclude_ips: "changed" },
    });
    expect(entries.find(({ what }) => what === "key.update")).toMatchObject({
      before: { may: ["write"] },
      after: { may: ["read"] },
    });
  });

  test("has no secrets, hashes and IP addresses, in the answer and in the table", async () => {
    const [row] = await selectRows<{ text: string }>(
      footfall,
      "SELECT arrayStringConcat(groupArray(toString(tuple(*)))) AS text FROM audit",
    );
    for (const text of [JSON.stringify(entries), row?.text ?? ""]) {
      expect(text).toContain("Olga");
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
      expect(text).not.toMatch(/ff_[\w-]{10}|[\w-]{43}/);
    }
  });

  test("comes in pages, of days", async () => {
    const total = entries.length;
    const second = (await list("per_page=10&page=2")).json;
    expect(second.meta).toMatchObject({ total, current_page: 2, last_page: 2, from: 11 });
    expect(second.data).toEqual(entries.slice(10));
    const totalOf = async (query: string) => (await list(query)).json.meta.total;

    expect(await totalOf(`from=${day(-1)}&to=${day()}`)).toBe(total);
    expect(await totalOf(`to=${day(-2)}`)).toBe(0);
    expect(await totalOf(`from=${day(2)}&to=${day(3)}`)).toBe(0);
  });

  test.each([
    ["from=2026-02-02&to=2026-02-01", ["from"]],
    ["from=yesterday", ["from"]],
    ["to=2026-02-30", ["to"]],
    ["per_page=0", ["per_page"]],
    ["page=x&from=1", ["from", "page"]],
  ])("with wrong parameters is 422: %s", async (query, fields) => {
    const { status, json } = await list(query);
    expect([status, Object.keys(json.errors).sort()]).toEqual([422, fields]);
  });
});

test("entries are kept for 400 days, and deleted websites do not take theirs along", async () => {
  const [table] = await selectRows<{ query: string }>(
    footfall,
    "SELECT create_table_query AS query FROM system.tables WHERE database = currentDatabase() AND name = 'audit'",
  );
  expect(table?.query).toMatch(/TTL toDateTime\(at\) \+ toIntervalDay\(400\)/);
  expect(table?.query).not.toMatch(/\bwebsite_id\b/);
});
