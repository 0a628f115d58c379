import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { personWith } from "../../access/memory-access.ts";
import { byTest } from "../../helpers/author.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import { apiKey } from "../../helpers/footfall.ts";
import { cookiesOf } from "../access-app.ts";
import { type ExternalApp, startExternal } from "./external-app.ts";

const password = "correct horse battery staple";
const header = "Remote-Email";

describe("with PASSWORDS=off", () => {
  let app: ExternalApp;
  beforeAll(async () => {
    app = await startExternal({ takesPasswords: false });
  });
  afterAll(stopAll);

  test.each([
    ["/session", { email: "ada@example.com", password }],
    ["/session/invitation", { token: "t", name: "Ada", password }],
    ["/session/invitation/read", { token: "t" }],
    ["/session/password", { token: "t", password }],
  ])("%s takes no password", async (path, form) => {
    const reply = await app.post(path, form);

    expect([reply.statusCode, reply.json()]).toEqual([
      403,
      expect.objectContaining({ message: "People do not sign in with passwords here" }),
    ]);
  });

  test("a link for a new password is not made", async () => {
    await app.access.create(byTest, "person", () => personWith());

    expect((await app.post("/session/reset", { email: "ada@example.com" })).statusCode).toBe(202);
    expect(app.people()[0]?.link).toBeNull();
  });

  test("an API key still signs in", async () => {
    expect((await app.post("/session", { key: apiKey })).statusCode).toBe(204);
  });
});

test("nobody changes the own address where a proxy finds people by it", async () => {
  const app = await startExternal({ proxy: { header, peers: ["192.0.2.1"] } });
  await app.access.create(byTest, "person", () => personWith());
  const headers = { [header]: "ada@example.com" };
  const page = await app.ask("/", { headers: { accept: "text/html", ...headers } });
  const change = (payload: object) =>
    app.ask("/api/v1/me", {
      method: "PATCH",
      payload,
      cookies: cookiesOf(page),
      headers: { ...headers, "sec-fetch-site": "same-origin" },
    });

  const reply = await change({ email: "boss@example.com", current_password: password });
  expect([reply.statusCode, reply.json()]).toEqual([
    403,
    expect.objectContaining({ message: "Only an owner changes e-mail addresses here" }),
  ]);
  expect((await change({ name: "Ada L." })).statusCode).toBe(200);
});
