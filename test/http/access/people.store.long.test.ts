import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { type Reply, selectRows, startFootfall } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { accept, askAs, invite, join, ownPage, password, sessionOf, tokenOf } from "./callers.ts";

const footfall = openFootfall();
let website: number;
beforeAll(async () => {
  website = (await footfall.store("example.com")).id;
});

const dayMs = 86_400_000;
const people = "/api/v1/people";
let made = 0;
/** Returns an e-mail address that nobody has. */
function newEmail(): string {
  made += 1;
  return `person-${made}@example.com`;
}

function patch(id: number, body: object): Promise<Reply> {
  return footfall.request(`${people}/${id}`, { method: "PATCH", body });
}
function stateOf(id: number): Promise<string> {
  return footfall.request(`${people}/${id}`).then(({ json }) => json.data.state);
}
function post(path: string, body: object): Promise<Reply> {
  return footfall.request(path, { body, key: false });
}
async function makeLink(id: number): Promise<{ token: string; kind: string; url: string }> {
  const { status, json } = await footfall.request(`${people}/${id}/link`, { method: "POST" });
  expect(status).toBe(201);
  return { ...json.data, token: tokenOf(json.data.url) };
}
/** Sets the clock some days ahead until the test ends. */
function goAhead(days: number): void {
  footfall.clock.aheadMs = days * dayMs;
  onTestFinished(() => {
    footfall.clock.aheadMs = 0;
  });
}
/** Resolves with the answer to a member's question about itself. */
function me(headers: Readonly<Record<string, string>>): Promise<Reply> {
  return askAs(footfall, headers, "/api/v1/me");
}

describe("an invitation", () => {
  test("answers with the person and, once, the link", async () => {
    const email = newEmail();
    const body = {
      email,
      name: "Ada",
      role: "member",
      grants: [{ website_id: website, may: "view" }],
    };
    const { status, headers, json } = await footfall.request(people, { body });

    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`${people}/${json.data.id}`);
    expect(json.data).toEqual({
      id: expect.any(Number),
      ...body,
      state: "invited",
      sign_in: [],
      created_at: expect.any(String),
      last_seen_on: null,
    });
    const url = expect.stringMatching(new RegExp(`^${footfall.url}/invitation#[\\w-]{43}$`));
    expect(json.link).toMatchObject({ url, kind: "invitation", mailed: false });
    const days = (Date.parse(json.link.expires_at) - Date.now()) / dayMs;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    const [row] = await selectRows<{ bodies: string }>(
      footfall,
      "SELECT arrayStringConcat(groupArray(body)) AS bodies FROM access",
    );
    expect(row?.bodies).not.toContain(tokenOf(json.link.url));
  });

  test("sets name and password, signs in, and can be used once", async () => {
    const { id, token } = await invite(footfall, { email: newEmail() });
    const reply = await post("/session/invitation", { token, name: "Grace", password });

    expect([reply.status, reply.text]).toEqual([204, ""]);
    const { data } = (await me(sessionOf(reply))).json;
    expect(data).toMatchObject({ id, name: "Grace", state: "active", sign_in: ["password"] });
    const again = await post("/session/invitation", { token, password });
    expect([again.status, Object.keys(again.json.errors)]).toEqual([422, ["token"]]);
  });

  test("is used once also by two at the same moment", async () => {
    const { token } = await invite(footfall, { email: newEmail() });
    const uses = ["first password of two", "second password of two"].map((each) =>
      post("/session/invitation", { token, password: each }),
    );
    const statuses = (await Promise.all(uses)).map(({ status }) => status);

    expect(statuses.sort()).toEqual([204, 422]);
  });

  test("is void after 7 days, after a newer one, and for a reset", async () => {
    const old = await invite(footfall, { email: newEmail() });
    const newer = await makeLink(old.id);
    const body = { token: newer.token, password };
    expect(newer.kind).toBe("invitation");
    expect((await post("/session/invitation", { ...body, token: old.token })).status).toBe(422);
    expect((await post("/session/password", body)).status).toBe(422);

    const late = await invite(footfall, { email: newEmail() });
    goAhead(7);
    const reply = await post("/session/invitation", { token: late.token, password });
    expect(reply.status).toBe(422);
  });

  test("of one e-mail address is made once, whatever its case, also by two at once", async () => {
    const email = newEmail();
    const bodies = [email, email.toUpperCase(), ` ${email} `];
    const replies = await Promise.all(
      bodies.map((each) => footfall.request(people, { body: { email: each, role: "member" } })),
    );
    const refused = replies.filter(({ status }) => status === 422);

    expect(refused).toHaveLength(2);
    for (const { json } of refused) expect(Object.keys(json.errors)).toEqual(["email"]);
  });

  test.each([
    [{}, ["email", "role"]],
    [{ email: "no address", role: "boss" }, ["email", "role"]],
    [{ email: "a@b\r\nBcc: c@d", role: "member" }, ["email"]],
    [{ email: `${"a".repeat(250)}@b.cd`, role: "member" }, ["email"]],
    [
      { email: "x@y.z", role: "member", grants: [{ website_id: 999_999, may: "view" }] },
      ["grants"],
    ],
    [{ email: "x@y.z", role: "member", grants: [{ website_id: 1, may: "own" }] }, ["grants"]],
    [{ email: "x@y.z", role: "member", grants: { website_id: 1, may: "view" } }, ["grants"]],
    [
      {
        email: "x@y.z",
        role: "member",
        grants: [
          { website_id: "all", may: "view" },
          { website_id: "all", may: "edit" },
        ],
      },
      ["grants"],
    ],
  ])("with wrong fields is 422 and names them: %j", async (body, fields) => {
    const { status, json } = await footfall.request(people, { body });

    expect([status, Object.keys(json.errors)]).toEqual([422, fields]);
  });

  test("takes no field that only the server sets", async () => {
    const sneaky = { state: "active", passwordHash: "", sessionsAfter: 9, id: 77, link: null };
    const email = newEmail();
    const raw = `{"email":"${email}","role":"member","__proto__":{"role":"owner"},"constructor":1}`;
    const headers = { "content-type": "application/json" };
    const created = (await footfall.request(people, { body: raw, headers })).json.data;
    const { json } = await patch(created.id, { ...sneaky, state: "disabled", hash: "x" });

    expect(created).toMatchObject({ role: "member", state: "invited" });
    expect(json.data).toEqual({ ...created, state: "disabled" });
    const [row] = await selectRows<{ body: string }>(
      footfall,
      `SELECT argMax(body, change) AS body FROM access WHERE kind = 'person' AND id = ${created.id}`,
    );
    expect(JSON.parse(row?.body ?? "")).not.toHaveProperty("hash");
  });
});

describe("a link for a new password", () => {
  test("ends all sessions, signs in, and can be used once, within an hour", async () => {
    const { id, headers } = await join(footfall, { email: newEmail() });
    const { token, kind, url } = await makeLink(id);
    expect([kind, new URL(url).pathname]).toEqual(["reset", "/reset"]);
    const reply = await post("/session/password", { token, password: "a quite new password" });

    expect(reply.status).toBe(204);
    expect((await me(headers)).status).toBe(401);
    expect((await me(sessionOf(reply))).status).toBe(200);
    expect((await post("/session/password", { token, password })).status).toBe(422);
  });

  test("of somebody disabled is void, and none can be made", async () => {
    const { id } = await join(footfall, { email: newEmail() });
    const { token } = await makeLink(id);
    await patch(id, { state: "disabled" });

    expect((await post("/session/password", { token, password })).status).toBe(422);
    const reply = await footfall.request(`${people}/${id}/link`, { method: "POST" });
    expect([reply.status, Object.keys(reply.json.errors)]).toEqual([422, ["state"]]);
  });

  test("is void when the e-mail address changes: it was mailed to the old one", async () => {
    const invited = await invite(footfall, { email: newEmail() });
    const { id, email, headers } = await join(footfall, { email: newEmail() });
    const { token } = await makeLink(id);
    expect((await patch(invited.id, { email: newEmail() })).status).toBe(200);
    const own = { email: newEmail(), current_password: password };
    expect(
      (await askAs(footfall, headers, "/api/v1/me", { method: "PATCH", body: own })).status,
    ).toBe(200);

    const old = { token: invited.token, password };
    expect((await post("/session/invitation", old)).status).toBe(422);
    expect((await post("/session/password", { token, password })).status).toBe(422);
    expect((await post("/session", { email, password })).status).toBe(401);
    expect((await post("/session", { email: own.email, password })).status).toBe(204);
  });
});

describe("a password", () => {
  test("has 12 to 200 characters, and is not the e-mail address", async () => {
    const email = newEmail();
    const { token } = await invite(footfall, { email });
    const errorsOf = async (each: string) => {
      const reply = await post("/session/invitation", { token, password: each });
      return [reply.status, Object.keys(reply.json.errors)];
    };

    for (const each of ["elevenchars", "x".repeat(201), email, email.toUpperCase(), ` ${email}`]) {
      expect(await errorsOf(each)).toEqual([422, ["password"]]);
    }
    const body = { token, password: "twelve chars" };
    expect((await post("/session/invitation", body)).status).toBe(204);
  });
});

describe("the last active owner", () => {
  test("stays one unless a root key says otherwise, also if the last two leave at once", async () => {
    const own = await startFootfall();
    const owners = [
      await join(own, { email: "first@example.com", role: "owner" }),
      await join(own, { email: "second@example.com", role: "owner" }),
    ];
    const invited = await invite(own, { email: "third@example.com", role: "owner" });
    const [first, second] = owners;
    if (first === undefined || second === undefined) throw new Error("there are two");
    const each = (headers: Readonly<Record<string, string>>, id: number, body: object) =>
      askAs(own, headers, `${people}/${id}`, { method: "PATCH", body });

    const replies = await Promise.all([
      each(first.headers, second.id, { role: "member" }),
      each(second.headers, first.id, { state: "disabled" }),
      each(second.headers, invited.id, { name: "An owner who has not accepted is no active one" }),
    ]);
    expect(replies.map(({ status }) => status).filter((status) => status === 200).length).toBe(2);
    const active = (await own.request(people)).json.data.filter(
      ({ role, state }: { role: string; state: string }) => role === "owner" && state === "active",
    );
    expect(active).toHaveLength(1);
    const last = owners.find(({ id }) => id === active[0].id);
    if (last === undefined) throw new Error("one is left");
    for (const [field, value] of [
      ["role", "member"],
      ["state", "disabled"],
    ] as const) {
      const reply = await each(last.headers, last.id, { [field]: value });
      expect([reply.status, Object.keys(reply.json.errors)]).toEqual([422, [field]]);
    }
    const path = `${people}/${last.id}`;
    expect((await askAs(own, last.headers, path, { method: "DELETE" })).status).toBe(422);
    expect((await own.request(path, { method: "PATCH", body: { role: "member" } })).status).toBe(
      200,
    );
    expect((await own.request(path, { method: "DELETE" })).status).toBe(200);
  });
});

describe("sessions", () => {
  test("end when the person is disabled, and do not come back with the person", async () => {
    const { id, email, headers } = await join(footfall, { email: newEmail() });
    await patch(id, { state: "disabled" });
    expect((await me(headers)).status).toBe(401);
    expect((await post("/session", { email, password })).status).toBe(401);
    await patch(id, { state: "active" });

    expect((await me(headers)).status).toBe(401);
    expect(await stateOf(id)).toBe("active");
    expect((await post("/session", { email, password })).status).toBe(204);
  });

  test("are listed with the browser, and can be ended one by one by their person alone", async () => {
    const { email, headers } = await join(footfall, { email: newEmail() });
    const stranger = await join(footfall, { email: newEmail() });
    const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    const reply = await footfall.request("/session", {
      body: { email, password },
      key: false,
      headers: { "user-agent": agent },
    });
    const firefox = sessionOf(reply);
    const path = "/api/v1/me/sessions";
    const { data } = (await askAs(footfall, firefox, path)).json;

    expect(data).toMatchObject([
      { label: "Firefox on Linux", current: true },
      { label: "Unknown browser", current: false },
    ]);
    expect(Object.keys(data[0]).sort()).toEqual(
      ["id", "created_at", "last_seen_on", "label", "current"].sort(),
    );
    const one = `${path}/${data[1].id}`;
    const end = { method: "DELETE" };
    expect((await askAs(footfall, stranger.headers, one, end)).status).toBe(404);
    expect((await askAs(footfall, firefox, one, end)).status).toBe(200);
    expect((await me(headers)).status).toBe(401);
    expect((await askAs(footfall, firefox, one, end)).status).toBe(404);
    const out = await askAs(footfall, firefox, "/session", { method: "DELETE" });
    expect([out.status, out.headers.get("set-cookie")]).toEqual([
      204,
      expect.stringContaining("footfall_session=;"),
    ]);
    expect((await me(firefox)).status).toBe(401);
  });

  test("all end but the current one with a new password, which needs the current one", async () => {
    const { email, headers } = await join(footfall, { email: newEmail() });
    const other = sessionOf(await post("/session", { email, password }));
    const change = (body: object) =>
      askAs(footfall, headers, "/api/v1/me", { method: "PATCH", body });
    const next = "a quite new password";
    const fields = async (body: object) => Object.keys((await change(body)).json.errors);

    expect(await fields({ password: next })).toEqual(["current_password"]);
    expect(await fields({ email: newEmail() })).toEqual(["current_password"]);
    expect(await fields({ password: next, current_password: "wrong" })).toEqual([
      "current_password",
    ]);
    expect(await fields({ password: email, current_password: password })).toEqual(["password"]);
    expect((await change({ password: next, current_password: password })).status).toBe(200);
    expect([(await me(headers)).status, (await me(other)).status]).toEqual([200, 401]);
    expect((await post("/session", { email, password })).status).toBe(401);
  });

  test("hold for 30 days without use, and for 90 days in any case", async () => {
    const unused = await join(footfall, { email: newEmail() });
    const used = await join(footfall, { email: newEmail() });
    for (const days of [29, 58, 87]) {
      goAhead(days);
      expect((await me(used.headers)).status).toBe(200);
      // The day of the use is stored in the background.
      await eventually(async () => {
        const [session] = (await askAs(footfall, used.headers, "/api/v1/me/sessions")).json.data;
        const today = new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
        expect(session.last_seen_on).toBe(today);
      });
    }
    expect((await me(unused.headers)).status).toBe(401);
    goAhead(90);
    expect((await me(used.headers)).status).toBe(401);
  });

  test("are stored as hashes", async () => {
    const { headers } = await join(footfall, { email: newEmail() });
    const token = headers["cookie"]?.split("=")[1] ?? "";
    const [row] = await selectRows<{ bodies: string }>(
      footfall,
      "SELECT arrayStringConcat(groupArray(body)) AS bodies FROM access",
    );

    expect(token).toMatch(/^[\w-]{43}$/);
    expect(row?.bodies).not.toContain(token);
    expect(row?.bodies).not.toContain(password);
  });
});

describe("grants", () => {
  const grantOf = (id: number, method: string, may?: string, websiteId = website) =>
    footfall.request(`/api/v1/websites/${websiteId}/people/${id}`, {
      method,
      ...(may !== undefined && { body: { may } }),
    });

  test("are given, changed and taken back on one website", async () => {
    const { id, headers } = await join(footfall, { email: newEmail() });
    const seen = () => askAs(footfall, headers, `/api/v1/websites/${website}`);
    const change = () =>
      askAs(footfall, headers, `/api/v1/websites/${website}`, { method: "PATCH", body: {} });
    expect((await seen()).status).toBe(404);

    const given = await grantOf(id, "PUT", "view");
    expect(given.json.data.grants).toEqual([{ website_id: website, may: "view" }]);
    expect([(await seen()).status, (await change()).status]).toEqual([200, 403]);
    await grantOf(id, "PUT", "edit");
    expect((await change()).status).toBe(200);
    expect((await grantOf(id, "DELETE")).json.data.grants).toEqual([]);
    expect([(await seen()).status, (await change()).status]).toEqual([404, 404]);
    expect((await grantOf(id, "DELETE")).status).toBe(200);
    expect((await grantOf(id, "PUT", "own")).status).toBe(422);
    expect((await grantOf(999_999, "PUT", "view")).status).toBe(404);
    expect((await grantOf(id, "PUT", "view", 999_999)).status).toBe(404);
  });

  test("on a deleted website leave the lists, and do not come back with its domain", async () => {
    const { id } = await footfall.store("grants.example");
    const grants = [{ website_id: id, may: "edit" }];
    const { id: personId, headers } = await join(footfall, { email: newEmail(), grants });
    expect((await askAs(footfall, headers, "/api/v1/websites")).json.meta.total).toBe(1);
    await footfall.request(`/api/v1/websites/${id}`, { method: "DELETE" });
    await footfall.store("grants.example");

    expect((await footfall.request(`${people}/${personId}`)).json.data.grants).toEqual([]);
    expect((await askAs(footfall, headers, "/api/v1/websites")).json.meta.total).toBe(0);
    expect((await me(headers)).json.data.websites).toEqual([]);
  });
});

test("people are listed in the order of invitation, in pages", async () => {
  const ids = [
    await invite(footfall, { email: newEmail() }),
    await invite(footfall, { email: newEmail() }),
  ];
  await patch(ids[0]?.id ?? 0, { name: "Changed" });
  const { data, meta } = (await footfall.request(`${people}?per_page=100`)).json;
  const listed = data.map(({ id }: { id: number }) => id);

  expect(listed).toEqual([...listed].sort((a, b) => a - b));
  expect(meta.total).toBe(listed.length);
  const page = (await footfall.request(`${people}?per_page=10&page=2`)).json;
  expect(page.data.map(({ id }: { id: number }) => id)).toEqual(listed.slice(10, 20));
});

test("a person who is deleted is gone with its sessions, and the address is free", async () => {
  const { id, email, headers } = await join(footfall, { email: newEmail() });
  expect((await footfall.request(`${people}/${id}`, { method: "DELETE" })).json).toEqual({
    id,
    object: "person",
    deleted: true,
  });

  expect((await me(headers)).status).toBe(401);
  expect((await footfall.request(`${people}/${id}`)).status).toBe(404);
  const again = await invite(footfall, { email });
  expect(again.id).toBeGreaterThan(id);
  await accept(footfall, again.token);
  expect((await me(headers)).status).toBe(401);
});

test("a person who is deleted is gone with the views of the person's own", async () => {
  const grants = [{ website_id: website, may: "view" }];
  const { id, headers } = await join(footfall, { email: newEmail(), grants });
  const body = { name: "Mine", query: "range=7d", person: id };
  const views = `/api/v1/websites/${website}/views`;
  expect((await askAs(footfall, headers, views, { method: "POST", body })).status).toBe(201);
  await footfall.request(`${people}/${id}`, { method: "DELETE" });
  const rows = await selectRows<{ body: string }>(
    footfall,
    "SELECT argMax(body, change) AS body FROM definitions WHERE kind = 'view' GROUP BY id",
  );
  expect(rows.map((row) => JSON.parse(row.body).content)).toEqual([null]);
});

test("a bearer header decides alone, even a wrong one beside a cookie that holds", async () => {
  const { headers } = await join(footfall, { email: newEmail(), role: "owner" });
  for (const authorization of ["Bearer wrong", "Bearer", "Bearer a b", "bearer\tx"]) {
    const reply = await me({ ...headers, authorization });
    expect([authorization, reply.status]).toEqual([authorization, 401]);
  }
  expect((await me({ ...headers, authorization: "Basic YTpi" })).status).toBe(200);
  expect((await me({ ...ownPage, cookie: `x=1; ${headers["cookie"]}` })).status).toBe(200);
});
