import { describe, expect, test } from "vitest";

import { startEngineProcess } from "../../../src/clickhouse/embedded/process.ts";
import { cleanUp, temporaryDirectory } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import { apiKey, type Reply, selectRows, type TestFootfall } from "../../helpers/footfall.ts";
import { secretKey, startTwo } from "../../helpers/footfalls.ts";

const address = "192.0.2.1";
const env = { SECRET_KEY: secretKey, TRUST_PROXY: "true" };

function post(
  footfall: TestFootfall,
  path: string,
  form: Record<string, string>,
  from = address,
): Promise<Reply> {
  const headers = { "x-forwarded-for": from, "x-forwarded-proto": "http" };
  return footfall.request(path, { key: false, body: new URLSearchParams(form), headers });
}

const signIn = (footfall: TestFootfall, key: string, from = address) =>
  post(footfall, "/session", { key }, from);

/** Tries a wrong key, and resolves with the status of the answer. */
async function guess(footfall: TestFootfall, from = address): Promise<number> {
  return (await signIn(footfall, "wrong-key-0123456789", from)).status;
}

/** Tries wrong keys one after another, at the Footfalls in turn. */
async function guessInTurn(footfalls: readonly TestFootfall[], count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const footfall = footfalls[n % footfalls.length];
    if (footfall !== undefined) statuses.push(await guess(footfall));
  }
  return statuses;
}

function countOf(statuses: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe("with the same SECRET_KEY, an address", () => {
  test("has ten attempts at signing in over both Footfalls, one after another", async () => {
    const footfalls = await startTwo(env);
    const [a, b] = footfalls;

    expect(await guessInTurn(footfalls, 10)).toEqual(Array(10).fill(401));

    for (const footfall of footfalls) {
      const refused = await signIn(footfall, "wrong-key-0123456789");
      expect(refused.json).toMatchObject({ status: 429, code: "TOO_MANY_ATTEMPTS" });
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(600);
    }
    expect(await guess(a, "192.0.2.2")).toBe(401);
    for (const footfall of footfalls) footfall.clock.aheadMs = 15 * 60_000 + 1_000;
    expect([await guess(a), await guess(b)]).toEqual([401, 401]);
  });

  test("has ten attempts at the same moment", async () => {
    const footfalls = await startTwo(env);

    const statuses = await Promise.all(
      Array.from({ length: 12 }, () => footfalls.map((footfall) => guess(footfall))).flat(),
    );

    expect(countOf(statuses)).toEqual({ 401: 10, 429: 14 });
  });

  test("has a hundred wrong API keys in requests", async () => {
    const footfalls = await startTwo(env);
    const headers = { "x-forwarded-for": address, "x-forwarded-proto": "http" };
    const ask = async (footfall: TestFootfall) => {
      const reply = await footfall.request("/api/v1/websites", { key: "wrong-key", headers });
      return reply.status;
    };

    const statuses = await Promise.all(Array.from({ length: 60 }, () => footfalls.map(ask)).flat());

    expect(countOf(statuses)).toEqual({ 401: 100, 429: 20 });
  });

  test("has all of them again at both after a right key at one, even when it had none left", async () => {
    const [a, b] = await startTwo(env);
    expect(await guessInTurn([a, a, b], 10)).toEqual(Array(10).fill(401));
    expect([await guess(a), await guess(b)]).toEqual([429, 429]);

    expect((await signIn(b, apiKey)).status).toBe(204);

    await eventually(async () => expect(await guess(a)).toBe(401));
    expect(await guessInTurn([b, a], 9)).toEqual(Array(9).fill(401));
    expect([await guess(a), await guess(b)]).toEqual([429, 429]);
  });

  test("has ten attempts at the password of a website, which a right one resets", async () => {
    const footfalls = await startTwo(env);
    const [a, b] = footfalls;
    await a.store("example.com", { privacy: 2, password: "secret" });
    const unlock = async (footfall: TestFootfall, password: string) =>
      (await post(footfall, "/shared/example.com/unlock", { password })).status;
    const guessPassword = async (count: number) => {
      const statuses: number[] = [];
      for (let n = 0; n < count; n += 1) statuses.push(await unlock(n % 2 ? a : b, "wrong"));
      return statuses;
    };
    await eventually(async () => {
      expect((await b.request("/shared/example.com", { key: false })).status).toBe(401);
    });

    expect(await guessPassword(3)).toEqual(Array(3).fill(401));
    expect(await unlock(b, "secret")).toBe(204);
    expect(await guessPassword(10)).toEqual(Array(10).fill(401));

    for (const footfall of footfalls) expect(await unlock(footfall, "secret")).toBe(429);
  });
});

test("without SECRET_KEY each Footfall counts for itself", async () => {
  const footfalls = await startTwo({ TRUST_PROXY: "true" });

  expect(await guessInTurn(footfalls, 20)).toEqual(Array(20).fill(401));
  for (const footfall of footfalls) expect(await guess(footfall)).toBe(429);
});

describe("the table of attempts", () => {
  test("says neither who tried nor at what, and gets nothing from an address that has none left", async () => {
    const footfalls = await startTwo(env);
    const [a] = footfalls;
    await guessInTurn(footfalls, 14);
    const query = "SELECT *, _block_number FROM sign_in_attempts";
    const rows = await selectRows<{ key: string; batch: string }>(a, query);
    await Promise.all(
      footfalls.flatMap((footfall) => Array.from({ length: 50 }, () => guess(footfall))),
    );

    expect(await selectRows(a, query)).toHaveLength(rows.length);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(1);
    expect(rows[0]?.key).toMatch(/^[\w-]{22}$/);
    expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2\.1|session/);
  });

  test("gets the attempts of many addresses at once in few inserts", async () => {
    const [a] = await startTwo(env);

    const from = Array.from({ length: 60 }, (_, n) => `192.0.2.${n}`);
    const statuses = await Promise.all(from.map((one) => guess(a, one)));

    expect(countOf(statuses)).toEqual({ 401: 60 });
    const [counted] = await selectRows<{ attempts: number; inserts: number }>(
      a,
      "SELECT count() AS attempts, uniqExact(batch) AS inserts FROM sign_in_attempts",
    );
    expect(counted?.attempts).toBe(60);
    expect(counted?.inserts).toBeLessThan(30);
  });
});

test("while ClickHouse hangs, each Footfall answers and counts for itself, and afterwards together again", async () => {
  const directory = await temporaryDirectory();
  const grants = ["GRANT ALL ON *.*"];
  const engine = await startEngineProcess({ directory, memoryBytesMax: 1024 ** 3, grants });
  cleanUp(() => engine.kill());
  const [a, b] = await startTwo({ ...env, CLICKHOUSE_URL: engine.url });
  expect(await guessInTurn([a, b], 4)).toEqual(Array(4).fill(401));

  process.kill(engine.pid, "SIGSTOP");
  cleanUp(async () => void process.kill(engine.pid, "SIGCONT"));
  expect(await guessInTurn([a, b], 16)).toEqual(Array(16).fill(401));
  for (const footfall of [a, b]) expect(await guess(footfall)).toBe(429);
  expect((await signIn(a, apiKey, "192.0.2.2")).status).toBe(204);
  process.kill(engine.pid, "SIGCONT");

  let tries = 0;
  await eventually(async () => {
    tries += 1;
    const address = `198.51.100.${tries}`;
    for (const footfall of [a, a, a, a, a, b, b, b, b, b]) await guess(footfall, address);
    expect([await guess(a, address), await guess(b, address)]).toEqual([429, 429]);
  });
});
