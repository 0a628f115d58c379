import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { unsubscribeToken } from "../../../src/notifications/mail/unsubscribe-token.ts";
import { stopAll, temporaryDirectory } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import { startFootfall, type TestFootfall } from "../../helpers/footfall.ts";
import { newDatabase, secretKey, startTwo } from "../../helpers/footfalls.ts";

/** Sends a form and resolves with the cookie that comes back. */
async function cookieOf(footfall: TestFootfall, path: string, form: Record<string, string>) {
  const reply = await footfall.request(path, { key: false, body: new URLSearchParams(form) });
  expect(reply.status).toBe(204);
  return reply.headers.get("set-cookie")?.split(";")[0] ?? "";
}

async function statusOf(footfall: TestFootfall, path: string, cookie = ""): Promise<number> {
  return (await footfall.request(path, { key: false, headers: { cookie } })).status;
}

/** Two Footfalls with the same secret, and one more with another secret on their database. */
let a: TestFootfall;
let b: TestFootfall;
let stranger: TestFootfall;
beforeAll(async () => {
  const env = { SECRET_KEY: secretKey, CLICKHOUSE_URL: await newDatabase() };
  [a, b] = await startTwo(env);
  stranger = await startFootfall({ ...env, SECRET_KEY: `${secretKey}x` });
});
afterAll(stopAll);

describe("with the same SECRET_KEY", () => {
  test("an owner who signs in at one Footfall is signed in at the other, and with another secret at none", async () => {
    const cookie = await cookieOf(a, "/session", { key: a.server.keys.api[0] ?? "" });

    for (const footfall of [a, b]) {
      expect(await statusOf(footfall, "/api/v1/websites", cookie)).toBe(200);
    }
    expect(await statusOf(stranger, "/api/v1/websites", cookie)).toBe(401);
  });

  test("a website that is unlocked at one is unlocked at the other", async () => {
    await a.store("example.com", { privacy: 2, password: "secret horse" });
    const cookie = await cookieOf(a, "/shared/example.com/unlock", { password: "secret horse" });

    await eventually(async () => expect(await statusOf(b, "/shared/example.com")).toBe(401));
    expect(await statusOf(b, "/shared/example.com", cookie)).toBe(200);
    expect(await statusOf(stranger, "/shared/example.com", cookie)).toBe(401);
  });

  test("an unsubscribe link of one works at the other", async () => {
    const { id } = await a.store("mails.example", { email: 1 });
    const link = `/unsubscribe/${unsubscribeToken(a.server.keys.mail, { kind: "reports", websiteId: id })}`;

    await eventually(async () => expect(await statusOf(b, link)).toBe(200));
    expect((await b.request(link, { method: "POST", key: false })).status).toBe(200);

    await eventually(async () => {
      const reply = await a.request(`/api/v1/websites/${id}`);
      expect(reply.json.data.email).toBe(0);
    });
    expect(await statusOf(stranger, link)).toBe(404);
  });

  test("and without API_KEYS both accept one derived key, and neither makes a key file", async () => {
    const directories = [await temporaryDirectory(), await temporaryDirectory()];
    const env = { SECRET_KEY: secretKey, API_KEYS: "", CLICKHOUSE_URL: await newDatabase() };
    const footfalls = await Promise.all(
      directories.map((DATA_DIR) => startFootfall({ ...env, DATA_DIR })),
    );

    const [key = ""] = footfalls[0]?.server.keys.api ?? [];
    expect(key).toMatch(/^[\w-]{32}$/);
    for (const footfall of footfalls) {
      expect((await footfall.request("/api/v1/websites", { key })).status).toBe(200);
    }
    expect((await stranger.request("/api/v1/websites", { key })).status).toBe(401);
    for (const directory of directories) {
      expect((await readdir(directory)).filter((name) => name.endsWith("-key"))).toEqual([]);
    }
  });
});

test("without SECRET_KEY a cookie of one Footfall is nothing to the other", async () => {
  const [one, other] = await startTwo();

  const cookie = await cookieOf(one, "/session", { key: one.server.keys.api[0] ?? "" });

  expect(await statusOf(one, "/api/v1/websites", cookie)).toBe(200);
  expect(await statusOf(other, "/api/v1/websites", cookie)).toBe(401);
});
