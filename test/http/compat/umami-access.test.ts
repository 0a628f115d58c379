import { afterEach, expect, test } from "vitest";
import { stopAll } from "../../helpers/clean-up.ts";
import { apiKey } from "../../helpers/footfall.ts";
import { email, type PeopleApp, password, startPeople } from "../access/people-app.ts";

afterEach(stopAll);

const login = (app: PeopleApp, username: unknown, secret: unknown, headers = {}) =>
  app.post("/api/auth/login", { username, password: secret }, { headers });

test("a person signs in with e-mail address and password, and asks with the token", async () => {
  const app = await startPeople();
  await app.join({ role: "owner" });
  const reply = await login(app, "Ada@Example.com", password);
  expect(reply.statusCode).toBe(200);
  const { token, user } = reply.json();
  expect(user).toMatchObject({ username: email, role: "admin", isAdmin: true, teams: [] });
  expect(user.id).toMatch(/^f007fa11-0001-8000-8000-[0-9a-f]{12}$/);
  // The session is for the one who has the token, and for no browser.
  expect(reply.cookies).toEqual([]);

  const headers = { authorization: `Bearer ${token}` };
  const verified = await app.post("/api/auth/verify", {}, { headers });
  expect(verified.json()).toEqual(user);
  const me = await app.post("/api/me", {}, { method: "GET", headers });
  expect(me.json()).toMatchObject({ authType: "session", user: { username: email } });
  const websites = await app.post("/api/websites", {}, { method: "GET", headers });
  expect(websites.json()).toMatchObject({ count: 1, page: 1, pageSize: 20 });
  // Our own API takes a session in a cookie alone.
  const ours = await app.post("/api/v1/me", {}, { method: "GET", headers });
  expect(ours.statusCode).toBe(401);
});

test("the token ends with the session, and another one is none", async () => {
  const app = await startPeople();
  await app.join();
  const { token, user } = (await login(app, email, password)).json();
  expect(user.role).toBe("view-only");
  const ask = (bearer: string) =>
    app.post("/api/me", {}, { method: "GET", headers: { authorization: `Bearer ${bearer}` } });
  expect((await ask(token)).statusCode).toBe(200);
  expect((await ask(`${token}x`)).json().error.code).toBe("unauthorized");
  await app.root("PATCH", "/api/v1/people/1", { state: "disabled" });
  expect((await ask(token)).json().error.code).toBe("unauthorized");
});

test("the token is no guess at a key, where it opens nothing", async () => {
  const app = await startPeople();
  await app.join();
  const { token } = (await login(app, email, password)).json();
  app.counted.length = 0;
  const paths = ["/mcp", "/api/v1/stats/aggregate?site_id=example.com", "/api/v1/me"];
  const ask = (path: string, bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}` };
    return app.post(path, {}, { method: path === "/mcp" ? "POST" : "GET", headers });
  };
  for (let i = 0; i < 110; i += 1) {
    const path = paths[i % paths.length] ?? "";
    expect((await ask(path, token)).statusCode).toBe(401);
  }
  await app.root("PATCH", "/api/v1/people/1", { state: "disabled" });
  expect((await ask("/mcp", token)).statusCode).toBe(401);

  expect(app.counted).toEqual([]);
  // Anything longer, shorter, or of other characters may be a key that somebody has chosen.
  for (const guess of [`${token}x`, token.slice(0, -1), `${token.slice(0, -1)}!`, "session."]) {
    await ask("/mcp", guess);
  }
  expect(app.counted).toHaveLength(4);
});

test("a key as the password is the token, whatever the user name", async () => {
  const app = await startPeople();
  for (const name of ["admin", email, ""]) {
    const { token, user } = (await login(app, name, apiKey)).json();
    expect([token, user.role]).toEqual([apiKey, "admin"]);
  }
});

test("wrong passwords are counted as at the sign-in, by the client's address", async () => {
  const app = await startPeople();
  await app.join();
  app.counted.length = 0;
  const wrong = await login(app, email, "wrong password");
  expect(wrong.json().error).toMatchObject({ status: 401, code: "unauthorized" });
  expect(app.counted.map((one) => one.split(" ")[0])).toEqual(["signIn", "account"]);
  app.counted.length = 0;
  expect((await login(app, "admin", "wrong")).statusCode).toBe(401);
  expect(app.counted).toEqual(["signIn  192.0.2.1"]);
  const codes = [];
  for (let n = 0; n < 30; n += 1) codes.push((await login(app, "admin", `${n}`)).statusCode);
  expect(codes.at(-1)).toBe(429);
  const late = await login(app, "admin", "wrong");
  expect(late.json().error.code).toBe("too-many-requests");
  expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
});

test("a heartbeat needs no key; other pages, and bodies that lack something, are refused", async () => {
  const app = await startPeople();
  await app.join();
  const beat = await app.post("/api/heartbeat", {}, { method: "GET" });
  expect([beat.statusCode, beat.json()]).toEqual([200, { ok: true }]);
  for (const [name, secret] of [
    [undefined, "x"],
    ["admin", undefined],
    ["admin", 1],
  ]) {
    expect((await login(app, name, secret)).json().error).toMatchObject({ status: 400 });
  }
  const reply = await login(app, email, password, { origin: "https://other.example" });
  expect(reply.json().error).toMatchObject({ status: 403, code: "forbidden" });
});

test("a sign-in from a page of another server is refused, and the server goes on", async () => {
  // A body counts as late at once, if the server has not read it.
  const app = await startPeople({ limits: { requestTimeoutMs: 1, checkIntervalMs: 1 } });
  await app.join();
  for (let n = 0; n < 5; n += 1) {
    const reply = await login(app, email, password, { origin: "https://other.example" });
    expect([reply.statusCode, reply.json().error.code]).toEqual([403, "forbidden"]);
  }
});
