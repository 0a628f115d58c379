import { describe, expect, test, vi } from "vitest";
import type { AccessChange } from "../../../src/access/access-set.ts";
import { StoredAccess } from "../../../src/access/stored-access.ts";
import { eventually } from "../../helpers/eventually.ts";
import { hashPassword } from "../../helpers/slow-passwords.ts";
import { wholeAnswer } from "../access-app.ts";
import { email, type PeopleApp, password, startPeople } from "./people-app.ts";

const wrong = "a wrong password, but a long one";
/** Signs in from an address, as a browser without cookies. */
function signIn(app: PeopleApp, body: object, remoteAddress = "192.0.2.1", cookies = {}) {
  return app.post("/session", { email, password, ...body }, { remoteAddress, cookies });
}
/** Returns an address of its own for each number. */
function ipOf(number: number): string {
  return `198.51.${number >> 8}.${number & 255}`;
}

describe("a sign-in that fails", () => {
  test("has one answer, after one check of a password, for whatever reason", async () => {
    const app = await startPeople();
    await app.join();
    const disabled = await app.join({ email: "disabled@example.com" });
    await app.root("PATCH", `/api/v1/people/${disabled.id}`, { state: "disabled" });
    const invited = { email: "invited@example.com", role: "owner" };
    await app.root("POST", "/api/v1/people", invited);
    app.checks.length = 0;

    const answers = [
      await signIn(app, { password: wrong }),
      await signIn(app, { email: "disabled@example.com" }),
      await signIn(app, { email: "invited@example.com" }),
      await signIn(app, { email: "nobody@example.com" }),
      await signIn(app, { email: "not an address" }),
      await signIn(app, { email: "", password: "" }),
    ].map(wholeAnswer);

    expect(answers[0]).toMatchObject({ status: 401 });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(app.checks).toHaveLength(answers.length);
  });

  test("costs the same for somebody who is not there", async () => {
    const app = await startPeople();
    await signIn(app, {});
    const cost = (hash = "") => hash.split("$").slice(0, 4);

    expect(cost(app.checks[0])).toEqual(cost(await hashPassword(password)));
  });

  test("is one for a person without a password, whatever the password of nobody is", async () => {
    const app = await startPeople({ checkPassword: async () => true });
    const invited = { email: "invited@example.com", role: "owner" };
    const { data } = (await app.root("POST", "/api/v1/people", invited)).json();
    await app.root("PATCH", `/api/v1/people/${data.id}`, { state: "active" });

    expect((await signIn(app, { email: "invited@example.com" })).statusCode).toBe(401);
  });

  test("needs both fields", async () => {
    const app = await startPeople();
    const fieldsOf = async (body: object) =>
      Object.keys((await app.post("/session", body)).json().errors);

    expect(await fieldsOf({ email })).toEqual(["password"]);
    expect(await fieldsOf({ password })).toEqual(["email"]);
    expect(await fieldsOf({})).toEqual(["key"]);
    expect(await fieldsOf({ email: ["a"], password: { a: 1 } })).toEqual(["email", "password"]);
  });
});

test("a person signs in with an e-mail address in any case", async () => {
  const app = await startPeople();
  await app.join();
  const reply = await signIn(app, { email: ` ${email.toUpperCase()} ` });
  const names = reply.cookies.map(({ name }) => name);

  expect([reply.statusCode, reply.body]).toEqual([204, ""]);
  expect(names).toEqual(["footfall_session", "footfall_device"]);
  for (const cookie of reply.cookies) {
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  }
});

describe("attempts", () => {
  test("an address has ten, then even the right password is 429", async () => {
    const app = await startPeople();
    await app.join();
    for (let i = 0; i < 10; i += 1) {
      expect((await signIn(app, { email: `${i}@example.com` })).statusCode).toBe(401);
    }
    const checks = app.checks.length;
    const late = await signIn(app, {});

    expect([late.statusCode, late.json().code]).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(800);
    expect(app.checks).toHaveLength(checks);
    expect((await signIn(app, {}, "192.0.2.2")).statusCode).toBe(204);
    app.clock.aheadMs = 15 * 60_000;
    expect((await signIn(app, {})).statusCode).toBe(204);
  });

  test.each([email, "nobody@example.com"])(
    "an account has fifty over all addresses, whether it exists or not: %s",
    async (account) => {
      const app = await startPeople();
      await app.join();
      for (let i = 0; i < 50; i += 1) {
        const reply = await signIn(app, { email: account, password: wrong }, ipOf(i));
        expect(reply.statusCode).toBe(401);
      }
      const late = await signIn(app, { email: account }, ipOf(51));

      expect([late.statusCode, late.json().code]).toEqual([429, "TOO_MANY_ATTEMPTS"]);
      expect((await signIn(app, { email: "other@example.com" }, ipOf(52))).statusCode).toBe(401);
    },
  );

  test("a right password gives back its attempt at the account, and no other", async () => {
    const app = await startPeople();
    await app.join();
    for (let i = 0; i < 50; i += 1) {
      const reply = await signIn(app, i < 25 ? { password: wrong } : {}, ipOf(i));
      expect(reply.statusCode).toBe(i < 25 ? 401 : 204);
    }
    const statuses: number[] = [];
    for (let i = 50; i < 76; i += 1) {
      statuses.push((await signIn(app, { password: wrong }, ipOf(i))).statusCode);
    }

    // As many as at an account that nobody has, so counting them tells nothing.
    expect(statuses).toEqual([...Array(25).fill(401), 429]);
  });

  test("a browser that has signed in before has ten of its own, whoever else tries", async () => {
    const app = await startPeople();
    const { cookies } = await app.join();
    for (let i = 0; i < 50; i += 1) await signIn(app, { password: wrong }, ipOf(i));
    const { footfall_device: device = "" } = cookies;
    const own = { footfall_device: device };

    expect((await signIn(app, {}, ipOf(60))).statusCode).toBe(429);
    expect((await signIn(app, {}, ipOf(60), own)).statusCode).toBe(204);
    for (let i = 0; i < 10; i += 1) {
      const reply = await signIn(app, { password: wrong }, ipOf(61 + i), own);
      expect(reply.statusCode).toBe(401);
    }
    expect((await signIn(app, {}, ipOf(80), own)).statusCode).toBe(429);
  });

  test("the cookie of a browser is for its account alone, and nobody can make one", async () => {
    const app = await startPeople();
    const { cookies } = await app.join();
    const other = await app.join({ email: "grace@example.com" });
    const { footfall_device: device = "" } = cookies;
    const otherFirst = device.startsWith("x") ? "y" : "x";
    const forged = [
      device.replace(/^./, otherFirst),
      "a.9999999999999",
      "a.9999999999999.x",
      "..",
      "",
    ];
    for (let i = 0; i < 50; i += 1) await signIn(app, { password: wrong }, ipOf(i));

    for (const text of [...forged, other.cookies["footfall_device"]]) {
      const reply = await signIn(app, {}, ipOf(60), { footfall_device: text });
      expect(reply.statusCode).toBe(429);
    }
  });

  test("an address gets no new ones by signing in to an account, or with a key, of its own", async () => {
    const app = await startPeople();
    await app.join();
    const key = { name: "A key", may: ["read"], websites: "all" };
    const { data } = (await app.root("POST", "/api/v1/keys", key)).json();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      const guess = { email: `${i}@example.com`, password: wrong };
      statuses.push((await signIn(app, guess)).statusCode);
      if (i < 9) expect((await signIn(app, {})).statusCode).toBe(204);
      expect((await app.post("/session", { key: data.key })).statusCode).toBe(204);
    }

    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  test("a browser that has signed in before does not wait for strangers", async () => {
    const ranks: unknown[] = [];
    const app = await startPeople({
      checkPassword: async (_text, _hash, rank) => {
        ranks.push(rank);
        return true;
      },
    });
    const { footfall_device: device = "" } = (await app.join()).cookies;
    await signIn(app, {}, "192.0.2.1", { footfall_device: device });
    await signIn(app, {});

    expect(ranks).toEqual(["first", "second"]);
  });

  test("a link for a new password unlocks the account", async () => {
    const app = await startPeople();
    const { id } = await app.join();
    for (let i = 0; i < 50; i += 1) await signIn(app, { password: wrong }, ipOf(i));
    expect((await signIn(app, {}, ipOf(60))).statusCode).toBe(429);
    const { data } = (await app.root("POST", `/api/v1/people/${id}/link`)).json();
    const token = new URL(data.url).hash.slice(1);
    const changed = { token, password: "another long password" };

    expect((await app.post("/session/password", changed)).statusCode).toBe(204);
    const body = { password: "another long password" };
    expect((await signIn(app, body, ipOf(60))).statusCode).toBe(204);
  });

  test("the count of an account takes little memory, however long the e-mail address is", async () => {
    const app = await startPeople();
    await signIn(app, { email: `${"a".repeat(900)}@example.com` });

    for (const target of app.counted) expect(target.length).toBeLessThan(80);
  });

  test("the current password is guessed ten times at most, from whatever addresses", async () => {
    const app = await startPeople();
    const { cookies } = await app.join();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      const body = { password: "another long password", current_password: wrong };
      const headers = { "sec-fetch-site": "same-origin" };
      const options = { method: "PATCH", cookies, headers, remoteAddress: ipOf(i) } as const;
      statuses.push((await app.post("/api/v1/me", body, options)).statusCode);
    }

    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });
});

describe("a password that changes meanwhile", () => {
  /** Starts an application whose next check of a password waits until it may go on. */
  async function startSlow() {
    let goOn: () => void = () => {};
    let arrive: () => void = () => {};
    const wait = { next: false };
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const app = await startPeople({
      async checkPassword(text, hash) {
        if (wait.next) {
          wait.next = false;
          arrive();
          await new Promise<void>((resolve) => {
            goOn = resolve;
          });
        }
        return hash === `plain:${text}`;
      },
    });
    return { app, wait, arrived, goOn: () => goOn() };
  }

  /** Sets a new password with a link. */
  async function reset(app: PeopleApp, id: number) {
    const { data } = (await app.root("POST", `/api/v1/people/${id}/link`)).json();
    const token = new URL(data.url).hash.slice(1);
    const reply = await app.post("/session/password", { token, password: "a quite new password" });
    expect(reply.statusCode).toBe(204);
  }

  test("leaves no session that was opened with the old one", async () => {
    const { app, wait, arrived, goOn } = await startSlow();
    const { id } = await app.join();
    wait.next = true;
    const old = signIn(app, {}, "192.0.2.9");
    await arrived;
    await reset(app, id);
    goOn();

    expect((await old).statusCode).toBe(401);
  });

  test("cannot be changed back by a session that has ended", async () => {
    const { app, wait, arrived, goOn } = await startSlow();
    const { id, cookies } = await app.join();
    wait.next = true;
    const body = { password: "the password of a thief", current_password: password };
    const headers = { "sec-fetch-site": "same-origin" };
    const old = app.post("/api/v1/me", body, { method: "PATCH", cookies, headers });
    await arrived;
    await reset(app, id);
    goOn();

    expect((await old).statusCode).toBe(401);
    expect((await signIn(app, { password: "a quite new password" })).statusCode).toBe(204);
  });
});

describe("pages of other servers", () => {
  test.each([
    "/session",
    "/session/invitation",
    "/session/invitation/read",
    "/session/start",
    "/session/password",
    "/session/reset",
  ])("cannot post to %s", async (path) => {
    const app = await startPeople();
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
    ] as Record<string, string>[]) {
      const reply = await app.post(path, { email, password }, { headers });
      expect([reply.statusCode, reply.json().code]).toEqual([403, "FORBIDDEN_ORIGIN"]);
    }
  });

  test("cannot use the session of a person", async () => {
    const app = await startPeople();
    const { cookies } = await app.join({ role: "owner" });
    for (const headers of [{}, { origin: "https://evil.example" }] as Record<string, string>[]) {
      const body = { name: "Eve" };
      const reply = await app.post("/api/v1/me", body, { method: "PATCH", cookies, headers });
      expect([reply.statusCode, reply.json().code]).toEqual([403, "FORBIDDEN_ORIGIN"]);
    }
  });
});

test("an invitation is mailed in the language of the person who invites", async () => {
  const mailed: unknown[] = [];
  const mailLink = async ({ language }: { readonly language?: unknown }) => {
    mailed.push(language);
    return true;
  };
  const app = await startPeople({ mailLink });
  const { cookies } = await app.join({ role: "owner" });
  const headers = { "sec-fetch-site": "same-origin" };
  const invite = (address: string) =>
    app.post("/api/v1/people", { email: address, role: "owner" }, { cookies, headers });
  mailed.length = 0;

  expect((await invite("eve@example.com")).statusCode).toBe(201);
  await app.post("/api/v1/me", { language: "de" }, { method: "PATCH", cookies, headers });
  expect((await invite("bob@example.com")).statusCode).toBe(201);

  expect(mailed).toEqual([null, "de"]);
});

describe("asking for a new password", () => {
  test("is 202 for everybody, and tells nothing", async () => {
    const mailed: string[] = [];
    const mailLink = async (_: unknown, kind: string, url: string) => {
      mailed.push(`${kind} ${url}`);
      return true;
    };
    const app = await startPeople({ mailLink, baseUrl: "https://stats.example.com" });
    await app.join();
    await app.root("POST", "/api/v1/people", { email: "invited@example.com", role: "owner" });
    mailed.length = 0;
    const ask = async (address: string) =>
      wholeAnswer(await app.post("/session/reset", { email: address }));
    const known = await ask(email);

    expect(known).toMatchObject({ status: 202, body: "" });
    expect(await ask("nobody@example.com")).toEqual(known);
    expect(await ask("invited@example.com")).toEqual(known);
    await Promise.all([ask(email), ask(email), ask(email)]);
    expect(mailed).toHaveLength(3);
    expect(mailed[0]).toMatch(/^reset https:\/\/stats\.example\.com\/reset#[\w-]{43}$/);
  });

  test("does not void an owner's link if no mail server is set", async () => {
    const app = await startPeople();
    const { id } = await app.join();
    const { data } = (await app.root("POST", `/api/v1/people/${id}/link`)).json();
    expect((await app.post("/session/reset", { email })).statusCode).toBe(202);
    const token = new URL(data.url).hash.slice(1);
    const body = { token, password: "another long password" };

    expect((await app.post("/session/password", body)).statusCode).toBe(204);
  });
});

test("two sign-outs of a session at once are both answered with 204", async () => {
  const changes: AccessChange[] = [];
  let store = () => {};
  const stored = new Promise<void>((resolve) => {
    store = resolve;
  });
  const access = await StoredAccess.open(
    {
      changesAfter: async (last) => changes.filter(({ change }) => change > last),
      append: async (change) => {
        if (change.kind === "session" && change.deleted) await stored;
        changes.push(change);
      },
    },
    { note: async () => {} },
  );
  const removals = vi.spyOn(access, "remove");
  const app = await startPeople({ access });
  const { cookies } = await app.join();
  const signOut = () => {
    const headers = { "sec-fetch-site": "same-origin" };
    return app.post("/session", {}, { method: "DELETE", cookies, headers });
  };

  const answers = Promise.all([signOut(), signOut()]);
  await eventually(async () => expect(removals).toHaveBeenCalledTimes(2));
  store();

  expect((await answers).map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [204, ""],
    [204, ""],
  ]);
});
