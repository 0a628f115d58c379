import { beforeAll, describe, expect, test } from "vitest";
import { type Reply, startFootfall } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const footfall = openFootfall();

let sites = 0;
async function newSite() {
  sites += 1;
  const { id } = await footfall.store(`shares-${sites}.example`);
  const ask = (below: string, method = "GET", body?: object, headers = {}): Promise<Reply> =>
    footfall.request(`/api/v1/websites/${id}${below}`, {
      method,
      headers,
      ...(body && { body }),
    });
  const segment = async (name: string) => {
    const reply = await ask("/segments", "POST", { name, filters: { country: ["Germany"] } });
    return reply.json.data.id as number;
  };
  return { id, ask, segment };
}

const later = "2100-01-01T00:00:00Z";
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

describe("a shared link", () => {
  /** A website whose only link is asked for what it refuses. */
  let tried: Awaited<ReturnType<typeof newSite>>;
  beforeAll(async () => {
    tried = await newSite();
    await tried.ask("/shares", "POST", { name: "There" });
  });

  test("is made with its name alone, and has a URL with 128 random bits", async () => {
    const { id, ask } = await newSite();
    const made = await ask("/shares", "POST", { name: " Agency " });
    expect([made.status, made.headers.get("location")]).toEqual([
      201,
      `/api/v1/websites/${id}/shares/1`,
    ]);
    const { url, ...record } = made.json.data;
    expect(record).toEqual({
      id: 1,
      name: "Agency",
      has_password: false,
      segment_id: null,
      reports: "all",
      expires_at: null,
      created_at: time,
      updated_at: time,
      last_used_on: null,
    });
    const [, token = ""] = /^http:\/\/127\.0\.0\.1:\d+\/share\/([\w-]+)$/.exec(url) ?? [];
    const bytes = Buffer.from(token, "base64url");
    expect([bytes.length, bytes.readUInt32BE(0)]).toEqual([20, id]);
    const other = await ask("/shares", "POST", { name: "Other" });
    expect(other.json.data.url).not.toBe(url);
    expect((await ask("/shares/1")).json.data).toEqual(made.json.data);
    expect((await ask("/shares?sort=asc")).json.data).toEqual([made.json.data, other.json.data]);
  });

  test("is changed field by field, and keeps its URL", async () => {
    const { ask, segment } = await newSite();
    const all = {
      password: "12345678",
      segment_id: await segment("a"),
      reports: ["goals", "overview"],
    };
    const made = await ask("/shares", "POST", { name: "Agency", ...all, expires_at: later });
    const { url, created_at } = made.json.data;
    expect(made.json.data).toMatchObject({
      has_password: true,
      segment_id: all.segment_id,
      reports: all.reports,
      expires_at: later,
    });
    expect(JSON.stringify(made.json)).not.toContain("scrypt");
    const change = async (method: "PATCH" | "PUT", body: object) =>
      (await ask("/shares/1", method, body)).json.data;
    expect(await change("PATCH", { name: "Renamed" })).toMatchObject({
      id: 1,
      name: "Renamed",
      url,
      created_at,
      has_password: true,
      segment_id: all.segment_id,
      reports: all.reports,
      expires_at: later,
    });
    const cleared = { password: null, segment_id: null, expires_at: null };
    expect(await change("PUT", cleared)).toMatchObject({
      name: "Renamed",
      url,
      has_password: false,
      segment_id: null,
      expires_at: null,
    });
    expect(await change("PATCH", { password: "87654321" })).toMatchObject({ has_password: true });
    expect(await change("PATCH", { password: "" })).toMatchObject({ has_password: false });
    expect(await change("PATCH", { reports: "all" })).toMatchObject({ reports: "all" });
    // In another form of the same moment.
    const offset = await change("PATCH", { expires_at: "2100-01-01T01:00:00.000+01:00" });
    expect(offset.expires_at).toBe(later);
    expect((await ask("/shares/1", "DELETE")).json).toEqual({
      id: 1,
      object: "share",
      deleted: true,
    });
    expect((await ask("/shares/1")).json.code).toBe("NOT_FOUND");
    expect((await ask("/shares/1", "DELETE")).json.code).toBe("NOT_FOUND");
    expect((await ask("/shares", "POST", { name: "Renamed" })).json.data.id).toBe(2);
  });

  test("comes as CSV with what its record has", async () => {
    const { ask } = await newSite();
    const { url } = (await ask("/shares", "POST", { name: "Agency" })).json.data;
    const csv = await ask("/shares", "GET", undefined, { accept: "text/csv" });
    const [header, line] = csv.text.split("\r\n");
    expect(header).toBe(
      "id,name,url,has_password,segment_id,reports,expires_at,last_used_on,created_at,updated_at",
    );
    expect(line).toMatch(new RegExp(`^1,"Agency","${url}","false",,"all",,,"`));
  });

  test.each([
    [{}, ["name"]],
    [{ name: "" }, ["name"]],
    [{ name: "x".repeat(121) }, ["name"]],
    [{ name: "a", password: "x".repeat(1_001) }, ["password"]],
    [{ name: "a", password: 7 }, ["password"]],
    [{ name: "a", reports: [] }, ["reports"]],
    [{ name: "a", reports: ["overview", "overview"] }, ["reports"]],
    [{ name: "a", reports: ["overview", "settings"] }, ["reports"]],
    [{ name: "a", reports: "overview" }, ["reports"]],
    [{ name: "a", reports: null }, ["reports"]],
    [{ name: "a", expires_at: "2020-01-01T00:00:00Z" }, ["expires_at"]],
    [{ name: "a", expires_at: "2100-01-01" }, ["expires_at"]],
    [{ name: "a", expires_at: "" }, ["expires_at"]],
    [{ name: "a", segment_id: 99 }, ["segment_id"]],
    [{ name: "a", segment_id: 0 }, ["segment_id"]],
    [{ name: "a", segment_id: [1] }, ["segment_id"]],
    [
      { name: "", reports: [], expires_at: 7, password: {} },
      ["expires_at", "name", "password", "reports"],
    ],
  ])("names what is wrong: %j", async (body, fields) => {
    const { ask } = tried;
    for (const reply of [
      await ask("/shares", "POST", body),
      await ask("/shares/1", "PATCH", { name: "Other", ...body }),
    ]) {
      if (reply.status === 200) expect(body).toEqual({});
      else expect([reply.status, Object.keys(reply.json.errors).sort()]).toEqual([422, fields]);
    }
  });

  test("takes JSON alone, and a name once", async () => {
    const { id, ask } = await newSite();
    const form = await footfall.request(`/api/v1/websites/${id}/shares`, {
      body: new URLSearchParams("name=a"),
    });
    expect(form.json.code).toBe("UNSUPPORTED_MEDIA_TYPE");
    await ask("/shares", "POST", { name: "7" });
    const taken = await ask("/shares", "POST", { name: "7" });
    expect(Object.keys(taken.json.errors)).toEqual(["name"]);
  });
});

describe("the segment of a link", () => {
  test("cannot be deleted, and the refusal names the links", async () => {
    const { ask, segment } = await newSite();
    const [used, free] = [await segment("used"), await segment("free")];
    for (const name of ["First", "Second"]) {
      await ask("/shares", "POST", { name, segment_id: used });
    }
    const refused = await ask(`/segments/${used}`, "DELETE");
    expect([refused.status, refused.json.errors]).toEqual([
      422,
      { shares: ['"First" shows this segment', '"Second" shows this segment'] },
    ]);
    expect((await ask(`/segments/${used}`)).status).toBe(200);
    expect((await ask(`/segments/${free}`, "DELETE")).status).toBe(200);
    await ask("/shares/1", "DELETE");
    await ask("/shares/2", "PATCH", { segment_id: null });
    expect((await ask(`/segments/${used}`, "DELETE")).status).toBe(200);
  });

  test("is not one whose filter names a goal that is gone", async () => {
    const { ask } = await newSite();
    const goal = { name: "Buy", type: "event", value: "Purchase" };
    await ask("/goals", "POST", goal);
    const { id } = (await ask("/segments", "POST", { name: "Buyers", filters: { goal: ["Buy"] } }))
      .json.data;
    await ask("/shares", "POST", { name: "Before", segment_id: id });
    await ask("/goals/1", "DELETE");
    const refused = await ask("/shares", "POST", { name: "After", segment_id: id });
    expect(refused.json.errors).toEqual({ segment_id: ["has a filter that is none any more"] });
    // Without its filter the link would show everybody.
    const { url } = (await ask("/shares/1")).json.data;
    const { pathname } = new URL(url);
    const days = "from=2026-01-01&to=2026-01-02";
    for (const rest of [`/summary?${days}`, "/live", "/goals", `/stats?name=page&${days}`]) {
      const reply = await footfall.request(`${pathname}${rest}`, { key: false });
      expect([rest, reply.status, Object.keys(reply.json.errors)]).toEqual([
        rest,
        422,
        ["segment"],
      ]);
    }
  });
});

describe("somebody who may only read", () => {
  test("gets links without their URLs, and cannot change them", async () => {
    const { id, ask } = await newSite();
    const { url, ...record } = (await ask("/shares", "POST", { name: "Agency" })).json.data;
    const keyWith = async (may: string) => {
      const body = { name: `${may} ${id}`, may: [may], websites: [id] };
      return (await footfall.request("/api/v1/keys", { body })).json.data.key as string;
    };
    const [reader, writer] = [await keyWith("read"), await keyWith("write")];
    const path = `/api/v1/websites/${id}/shares`;
    const get = (key: string, below = "", headers = {}) =>
      footfall.request(`${path}${below}`, { key, headers });
    expect((await get(writer, "/1")).json.data).toEqual({ ...record, url });
    expect((await get(reader, "/1")).json.data).toEqual(record);
    expect((await get(reader)).json.data).toEqual([record]);
    const csv = await get(reader, "", { accept: "text/csv" });
    expect(csv.text).toContain('1,"Agency",,"false"');
    for (const [method, below] of [
      ["POST", ""],
      ["PATCH", "/1"],
      ["DELETE", "/1"],
    ] as const) {
      const body = { name: "Other" };
      const reply = await footfall.request(`${path}${below}`, { key: reader, method, body });
      expect([method, reply.json.code]).toEqual([method, "FORBIDDEN"]);
    }
  });

  test("finds in the audit list who changed what, without URLs and passwords", async () => {
    const { id, ask } = await newSite();
    const { url } = (await ask("/shares", "POST", { name: "Agency", password: "first horse" })).json
      .data;
    await ask("/shares/1", "PATCH", { reports: ["overview"] });
    await ask("/shares/1", "PATCH", { password: "second horse" });
    const viewed = await footfall.request(new URL(url).pathname, { key: false });
    expect(viewed.status).toBe(200);
    await ask("/shares/1", "DELETE");
    const { json, text } = await footfall.request("/api/v1/audit?per_page=100");
    const entries = json.data.filter(
      (entry: { website_id: number; what: string }) =>
        entry.website_id === id && entry.what.startsWith("share."),
    );
    expect(entries.map(({ what }: { what: string }) => what)).toEqual([
      "share.delete",
      "share.update",
      "share.update",
      "share.create",
    ]);
    expect(entries[1]).toMatchObject({
      before: { password: "hidden" },
      after: { password: "changed" },
    });
    expect(entries[2]).toMatchObject({
      before: { reports: "all" },
      after: { reports: ["overview"] },
    });
    expect(text).not.toMatch(/scrypt|\/share\//);
    expect(text).not.toContain(url.split("/").at(-1));
  });
});

test("the URL has the host of BASE_URL", async () => {
  const own = await startFootfall({ BASE_URL: "https://stats.example.com/" });
  const { id } = await own.store("base.example");
  const made = await own.request(`/api/v1/websites/${id}/shares`, { body: { name: "a" } });
  expect(made.json.data.url).toMatch(/^https:\/\/stats\.example\.com\/share\/[\w-]{27}$/);
});
