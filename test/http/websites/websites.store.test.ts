import { describe, expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { selectRows } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const websites = "/api/v1/websites";
const isoSeconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const footfall = openFootfall();

/** Both ways to send the same fields. */
const encodings = [
  ["a form", (fields: Record<string, string>) => new URLSearchParams(fields)],
  ["JSON", (fields: Record<string, string>) => fields],
] as const;

async function record(id: number) {
  return (await footfall.request(`${websites}/${id}`)).json.data;
}

function patch(id: number, body: object | string | URLSearchParams) {
  return footfall.request(`${websites}/${id}`, { method: "PATCH", body });
}

test("a stored website has the defaults of the specification and nothing else", async () => {
  const reply = await footfall.request(websites, { body: new URLSearchParams("domain=a.test") });
  const { id, created_at, updated_at, today, ...rest } = reply.json.data;

  expect(reply.status).toBe(201);
  expect(reply.headers.get("location")).toBe(`${websites}/${id}`);
  expect(Object.keys(reply.json)).toEqual(["data"]);
  expect(created_at).toMatch(isoSeconds);
  expect(updated_at).toBe(created_at);
  expect(today).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(rest).toEqual({
    domain: "a.test",
    aliases: [],
    domain_unicode: "a.test",
    privacy: 1,
    email: 0,
    exclude_bots: 1,
    exclude_params: null,
    exclude_ips: null,
    favorited_at: null,
    has_password: false,
    timezone: "UTC",
    language: "en",
  });
  expect((await footfall.request(reply.headers.get("location") ?? "")).json).toEqual(reply.json);
});

test.each(encodings)("every field can be stored and updated by %s", async (name, encode) => {
  const domain = `all-${name.replace(" ", "-")}.test`;
  const fields = {
    privacy: "2",
    password: "s3cret-päss",
    email: "1",
    exclude_bots: "0",
    exclude_params: "a\r\n\r\n b* \n",
    exclude_ips: "1.2.3.4\r\n2001:db8::/32",
    favorited_at: "2026-01-02T03:04:05",
    timezone: "Europe/Berlin",
    language: "de",
  };
  const stored = await footfall.request(websites, { body: encode({ domain, ...fields }) });
  const expected = {
    privacy: 2,
    email: 1,
    exclude_bots: 0,
    exclude_params: "a\nb*",
    exclude_ips: "1.2.3.4\n2001:db8::/32",
    favorited_at: "2026-01-02T03:04:05",
    has_password: true,
    timezone: "Europe/Berlin",
    language: "de",
  };
  expect(stored.json.data).toMatchObject(expected);

  const other = await footfall.store(`other-${domain}`);
  const updated = await patch(other.id, encode(fields));
  expect(updated.status).toBe(200);
  expect(updated.json.data).toMatchObject({ domain: other.domain, ...expected });
  expect(stored.text + updated.text).not.toMatch(/s3cret|scrypt|password_hash/);
});

test.each(["PUT", "PATCH"])("%s changes what is sent and leaves the rest", async (method) => {
  const { id } = await footfall.store(`${method}.test`, {
    email: 1,
    exclude_params: "a",
    favorited_at: "2026-01-02T03:04:05",
    password: "kept for later",
  });
  const before = await record(id);
  footfall.clock.aheadMs += 5_000;

  const body = new URLSearchParams("exclude_bots=0");
  const reply = await footfall.request(`${websites}/${id}`, { method, body });

  expect(reply.status).toBe(200);
  expect(reply.json.data).toEqual({
    ...before,
    exclude_bots: 0,
    updated_at: reply.json.data.updated_at,
  });
  expect(Date.parse(reply.json.data.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
  expect(await record(id)).toEqual(reply.json.data);
});

test.each([
  ["no body", undefined],
  ["an empty form", new URLSearchParams()],
  ["an empty object", {}],
  ["unknown fields", { id: 99, created_at: "x", has_password: true, nonsense: [1] }],
])("an update with %s changes nothing", async (name, body) => {
  const { id } = await footfall.store(`${name.replaceAll(" ", "-")}.test`);
  const before = await record(id);

  const reply = await footfall.request(`${websites}/${id}`, {
    method: "PATCH",
    ...(body !== undefined && { body }),
  });

  expect([reply.status, reply.json.data]).toEqual([200, before]);
});

test.each([["other.test"], [""], [null], [5], ["domain-kept.test"]])(
  "an update with the domain %j is refused",
  async (domain) => {
    const { id } = await footfall.store(
      `kept-${JSON.stringify(domain).length}-${typeof domain}.test`,
    );
    for (const method of ["PUT", "PATCH"]) {
      const body = { domain, email: 1 };
      const reply = await footfall.request(`${websites}/${id}`, { method, body });

      expect([reply.status, reply.json.errors]).toEqual([422, { domain: ["cannot be changed"] }]);
    }
    expect(await record(id)).toMatchObject({ email: 0 });
  },
);

test("an empty form value clears every optional text field", async () => {
  const { id } = await footfall.store("clear.test", {
    password: "12345678",
    exclude_params: "a",
    exclude_ips: "1.1.1.1",
    favorited_at: "2026-01-02T03:04:05",
    timezone: "Europe/Berlin",
  });
  const empty = "password=&exclude_params=&exclude_ips=&favorited_at=&timezone=";

  expect((await patch(id, new URLSearchParams(empty))).json.data).toMatchObject({
    has_password: false,
    exclude_params: null,
    exclude_ips: null,
    favorited_at: null,
    timezone: "UTC",
  });
});

describe("a password", () => {
  const missing = { password: ["is required when privacy is 2"] };

  test("is required on store with privacy 2", async () => {
    for (const fields of [
      { privacy: 2 },
      { privacy: "2", password: "" },
      { privacy: 2, password: null },
    ]) {
      const reply = await footfall.request(websites, { body: { domain: "pw1.test", ...fields } });
      expect([reply.status, reply.json.errors]).toEqual([422, missing]);
    }
  });

  test("that was given earlier will do", async () => {
    const { id } = await footfall.store("pw2.test", { privacy: 0, password: "early horse" });

    expect((await patch(id, { privacy: 2 })).json.data).toMatchObject({
      privacy: 2,
      has_password: true,
    });
  });

  test("cannot be cleared while privacy is 2, but together with it", async () => {
    const { id } = await footfall.store("pw3.test", { privacy: 2, password: "12345678" });

    expect((await patch(id, { password: "" })).json.errors).toEqual(missing);
    expect(await record(id)).toMatchObject({ privacy: 2, has_password: true });
    expect((await patch(id, { password: "", privacy: 1 })).json.data).toMatchObject({
      privacy: 1,
      has_password: false,
    });
    expect((await patch(id, { privacy: 2 })).json.errors).toEqual(missing);
  });

  test("is kept as a salted slow hash, and returned nowhere", async () => {
    const { id } = await footfall.store("pw4.test", { privacy: 2, password: "Tr0ub4dor" });
    const rows = await selectRows(footfall, `SELECT * FROM websites WHERE id = ${id}`);
    const list = await footfall.request(`${websites}?search=pw4`);

    expect(JSON.stringify(rows)).toMatch(/scrypt\$/);
    expect(JSON.stringify(rows) + list.text).not.toContain("Tr0ub4dor");
    expect(list.text).not.toContain("scrypt");
  });
});

test("a delete answers what it deleted, and the website is gone", async () => {
  const { id } = await footfall.store("delete.test");
  const event = { d: "delete.test", n: "pageview", u: "https://delete.test/" };
  expect((await footfall.track(event)).status).toBe(202);

  const reply = await footfall.request(`${websites}/${id}`, { method: "DELETE" });

  expect([reply.status, reply.json]).toEqual([200, { id, object: "website", deleted: true }]);
  expect((await footfall.track(event)).status).toBe(404);
  await eventually(async () =>
    expect(await selectRows(footfall, `SELECT 1 FROM events WHERE website_id = ${id}`)).toEqual([]),
  );
  for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE"]) {
    expect((await footfall.request(`${websites}/${id}`, { method })).status).toBe(404);
  }
  expect((await footfall.store("delete.test")).id).toBeGreaterThan(id);
});

test("ids rise with creation", async () => {
  const first = await footfall.store("rise-1.test");
  const second = await footfall.store("rise-2.test");

  expect(first.id).toBeGreaterThan(0);
  expect(second.id).toBe(first.id + 1);
});

test("a change is in force for the next event", async () => {
  const { id } = await footfall.store("force.test");
  const event = { d: "force.test", n: "pageview", u: "https://force.test/" };

  await patch(id, { exclude_ips: "127.0.0.0/8\n::1" });
  expect((await footfall.track(event)).headers.get("x-event-dropped")).toBe("ip");
  await patch(id, { exclude_ips: "" });
  expect((await footfall.track(event)).headers.get("x-event-dropped")).toBeNull();
});
