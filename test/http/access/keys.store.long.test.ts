import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { type AccessChange, AccessSet } from "../../../src/access/access-set.ts";
import { keysMax } from "../../../src/access/api-key.ts";
import { createKey } from "../../../src/access/api-keys.ts";
import { rootActor } from "../../../src/base/author.ts";
import { openAccess } from "../../access/memory-access.ts";
import { eventually } from "../../helpers/eventually.ts";
import { type Reply, selectRows, startFootfall } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { askAs, makeKey, ownPage } from "./callers.ts";

const footfall = openFootfall();
let website: number;
beforeAll(async () => {
  website = (await footfall.store("example.com")).id;
});

const keys = "/api/v1/keys";
const dayMs = 86_400_000;

function read(headers: Readonly<Record<string, string>>): Promise<Reply> {
  return askAs(footfall, headers, "/api/v1/websites");
}
/** Signs in with a key, and resolves with the answer. */
function signIn(key: string): Promise<Reply> {
  return footfall.request("/session", { body: { key }, key: false });
}
/** Returns the headers of a browser that got this answer. */
function browserOf(reply: Reply): Readonly<Record<string, string>> {
  return { ...ownPage, cookie: reply.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

test("a key is shown once, and stored as its SHA-256", async () => {
  const body = { name: " Weekly report ", may: ["read", "read"], websites: [website, website] };
  const { status, headers, json } = await footfall.request(keys, { body });
  const { key, ...record } = json.data;

  expect(status).toBe(201);
  expect(headers.get("location")).toBe(`${keys}/${record.id}`);
  expect(headers.get("cache-control")).toBe("private, no-store");
  expect(key).toMatch(/^ff_[\w-]{43}$/);
  expect(record).toEqual({
    id: expect.any(Number),
    name: "Weekly report",
    may: ["read"],
    websites: [website],
    expires_at: null,
    created_at: expect.any(String),
    last_used_on: null,
    created_by: { kind: "root", id: null, name: "root key" },
  });
  expect((await footfall.request(`${keys}/${record.id}`)).json).toEqual({ data: record });
  const list = await footfall.request(keys);
  expect(list.json.data[0]).toEqual(record);
  const [row] = await selectRows<{ bodies: string }>(
    footfall,
    "SELECT arrayStringConcat(groupArray(body)) AS bodies FROM access",
  );
  expect(row?.bodies).toContain(createHash("sha256").update(key).digest("base64url"));
  expect(row?.bodies).not.toContain(key.slice(3));
});

describe("wrong fields", () => {
  const right = { name: "A key", may: ["read"], websites: "all" };
  test.each<[object, string[]]>([
    [{}, ["name", "may", "websites"]],
    [{ ...right, name: "" }, ["name"]],
    [{ ...right, name: "x".repeat(1_001) }, ["name"]],
    [{ ...right, may: [] }, ["may"]],
    [{ ...right, may: ["admin"] }, ["may"]],
    [{ ...right, may: ["create"] }, ["may"]],
    [{ ...right, may: { read: true } }, ["may"]],
    [{ ...right, websites: [] }, ["websites"]],
    [{ ...right, websites: "none" }, ["websites"]],
    [{ ...right, websites: [0] }, ["websites"]],
    [{ ...right, websites: [1.5] }, ["websites"]],
    [{ ...right, websites: [999_999] }, ["websites"]],
    [{ ...right, websites: Array.from({ length: 1_001 }, (_, i) => i + 1) }, ["websites"]],
    [{ ...right, expires_at: "2020-01-01T00:00:00Z" }, ["expires_at"]],
    [{ ...right, expires_at: "tomorrow" }, ["expires_at"]],
    [{ ...right, expires_at: "2027-01-01" }, ["expires_at"]],
    [{ ...right, expires_at: 99 }, ["expires_at"]],
  ])("are named: %j", async (body, fields) => {
    const { status, json } = await footfall.request(keys, { body });
    expect([status, Object.keys(json.errors ?? {}).sort()]).toEqual([422, [...fields].sort()]);
  });

  test("are those of a change, too, and a change leaves what it does not name", async () => {
    const { id, key: _, headers, ...record } = await makeKey(footfall, { name: "Before" });
    const patch = (body: object) => footfall.request(`${keys}/${id}`, { method: "PATCH", body });

    expect(Object.keys((await patch({ websites: [], may: [] })).json.errors).sort()).toEqual([
      "may",
      "websites",
    ]);
    const sneaky = { hash: "x", createdBy: null, id: 5, key: "x", name: "After" };
    expect((await patch(sneaky)).json.data).toEqual({ ...record, id, name: "After" });
    expect((await read(headers)).status).toBe(200);
    for (const path of ["/999999", "/0", "/1e0", "/x"]) {
      expect((await footfall.request(`${keys}${path}`)).status).toBe(404);
      const method = "DELETE";
      expect((await footfall.request(`${keys}${path}`, { method })).status).toBe(404);
    }
  });
});

test("changed rights hold for the next request, also in a session of the key", async () => {
  const { id, key, headers } = await makeKey(footfall, { may: ["write"] });
  const browser = browserOf(await signIn(key));
  const write = (caller: Readonly<Record<string, string>>) =>
    askAs(footfall, caller, `/api/v1/websites/${website}`, { method: "PATCH", body: {} });
  const statuses = async () => [(await write(headers)).status, (await write(browser)).status];
  const patch = (body: object) => footfall.request(`${keys}/${id}`, { method: "PATCH", body });

  expect(await statuses()).toEqual([200, 200]);
  await patch({ may: ["read"] });
  expect(await statuses()).toEqual([403, 403]);
  const other = (await footfall.store("changed-rights.example")).id;
  await patch({ may: ["write"], websites: [other] });
  expect(await statuses()).toEqual([404, 404]);
  await footfall.request(`${keys}/${id}`, { method: "DELETE" });
  expect(await statuses()).toEqual([401, 401]);
});

test("a key and its sessions are valid until it expires", async () => {
  const own = await startFootfall();
  const expiresAt = new Date(Date.now() + dayMs).toISOString();
  const { id, key, headers } = await makeKey(own, { expires_at: expiresAt });
  const reply = await own.request("/session", { body: { key }, key: false });
  const ask = async (caller: Readonly<Record<string, string>>) =>
    (await askAs(own, caller, "/api/v1/websites")).status;
  expect([await ask(headers), await ask(browserOf(reply))]).toEqual([200, 200]);

  own.clock.aheadMs = dayMs;
  expect([await ask(headers), await ask(browserOf(reply))]).toEqual([401, 401]);
  expect((await own.request("/session", { body: { key }, key: false })).status).toBe(401);
  const body = { expires_at: null };
  expect((await own.request(`${keys}/${id}`, { method: "PATCH", body })).status).toBe(200);
  expect([await ask(headers), await ask(browserOf(reply))]).toEqual([200, 200]);
  // The cookie itself holds for 30 days.
  own.clock.aheadMs = 30 * dayMs;
  expect([await ask(headers), await ask(browserOf(reply))]).toEqual([200, 401]);
});

describe("a session of a key", () => {
  test.each([
    [["collect"], 403],
    [["operate"], 403],
    [["collect", "operate"], 403],
    [["read"], 204],
    [["write"], 204],
  ])("needs the right to read: %j", async (may, status) => {
    const { key } = await makeKey(footfall, { may });
    expect((await signIn(key)).status).toBe(status);
  });

  test("cannot be moved to another key, or be prolonged", async () => {
    const weak = await makeKey(footfall, { may: ["read"], websites: [website] });
    const strong = await makeKey(footfall, { may: ["write"] });
    const { cookie = "" } = browserOf(await signIn(weak.key));
    const [name, token = ""] = cookie.split("=");
    const [, ends = "", signature = ""] = decodeURIComponent(token).split(".");
    expect(signature.length).toBeGreaterThan(30);
    for (const forged of [
      `key-${strong.id}.${ends}.${signature}`,
      `key-${weak.id}.${Number(ends) + 1}.${signature}`,
      `key-${weak.id}.${ends}.`,
      `key-0${weak.id}.${ends}.${signature}`,
      `${ends}.${signature}`,
      `key-${weak.id}`,
    ]) {
      const headers = { ...ownPage, cookie: `${name}=${encodeURIComponent(forged)}` };
      expect([forged, (await read(headers)).status]).toEqual([forged, 401]);
    }
  });

  test("is no session of a person: it has none to list, and changes nobody", async () => {
    const { key } = await makeKey(footfall, {});
    const browser = browserOf(await signIn(key));
    const patch = { method: "PATCH", body: { name: "Eve" } };

    expect((await askAs(footfall, browser, "/api/v1/me/sessions")).json.data).toEqual([]);
    expect((await askAs(footfall, browser, "/api/v1/me", patch)).status).toBe(403);
    expect((await askAs(footfall, browser, "/session", { method: "DELETE" })).status).toBe(204);
  });
});

test("a deleted website leaves the lists of keys, and a key without one can do nothing", async () => {
  const gone = await footfall.store("gone.example");
  const both = await makeKey(footfall, { websites: [website, gone.id] });
  const one = await makeKey(footfall, { websites: [gone.id], may: ["write"] });
  await footfall.request(`/api/v1/websites/${gone.id}`, { method: "DELETE" });
  const websitesOf = async (id: number) =>
    (await footfall.request(`${keys}/${id}`)).json.data.websites;

  expect([await websitesOf(both.id), await websitesOf(one.id)]).toEqual([[website], []]);
  expect((await read(one.headers)).json.data).toEqual([]);
  const reply = await askAs(footfall, one.headers, "/api/v1/websites", { body: { domain: "a.b" } });
  expect(reply.status).toBe(403);
});

test("the day of the last use is stored once a day", async () => {
  const own = await startFootfall();
  const { id, headers } = await makeKey(own, {});
  const writes = async () => {
    const query = `SELECT body FROM access WHERE kind = 'key' AND id = ${id}`;
    return (await selectRows(own, query)).length;
  };
  const today = (aheadMs: number) => new Date(Date.now() + aheadMs).toISOString().slice(0, 10);
  for (const [nth, aheadMs] of [0, dayMs, 2 * dayMs].entries()) {
    own.clock.aheadMs = aheadMs;
    await Promise.all(Array.from({ length: 10 }, () => askAs(own, headers, "/api/v1/websites")));
    await eventually(async () => {
      const { data } = (await own.request(`${keys}/${id}`)).json;
      expect(data.last_used_on).toBe(today(aheadMs));
    });
    for (let i = 0; i < 3; i += 1) await askAs(own, headers, "/api/v1/websites");
    expect(await writes()).toBe(nth + 2);
  }
});

test("there are a thousand keys at most", async () => {
  const changes: AccessChange[] = [];
  const access = await openAccess(changes);
  const fields = { name: "", may: ["read"], websites: "all", expiresMs: null } as const;
  const full = new AccessSet();
  for (let i = 0; i < keysMax; i += 1) await createKey(access, fields, rootActor, 0);
  full.apply(changes);

  expect(full.count("key")).toBe(1_000);
  await expect(createKey(access, fields, rootActor, 0)).rejects.toMatchObject({
    code: "VALIDATION",
  });
});

test("two Authorization headers are one of them, and never both", async () => {
  const { key } = await makeKey(footfall, {});
  for (const authorization of [`Bearer ${key}, Bearer ${key}`, `Bearer ${key} ${key}`, key]) {
    expect((await read({ authorization })).status).toBe(401);
  }
});
