import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";

import { startEngineProcess } from "../../src/clickhouse/embedded/process.ts";
import { cleanUp, temporaryDirectory } from "../helpers/clean-up.ts";
import { apiKey } from "../helpers/footfall.ts";
import { derivedApiKey, secretKey } from "../helpers/footfalls.ts";
import { authorization, type Program, startServer } from "../helpers/program.ts";

interface Answer {
  readonly status: number;
  readonly cookie: string;
}

/** Asks over a connection of its own, so that any worker may get it. */
async function ask(
  url: string,
  options: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly form?: object;
  } = {},
): Promise<Answer> {
  const { method = "GET", headers = {}, form = {} } = options;
  const agent = new Agent({ keepAlive: false });
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const sent = request(url, { agent, method, headers: { ...type, ...headers } });
  sent.end(method === "GET" ? "" : new URLSearchParams(Object.entries(form)).toString());
  const [reply] = (await once(sent, "response")) as [IncomingMessage];
  reply.resume();
  const [cookie = ""] = reply.headers["set-cookie"] ?? [];
  return { status: reply.statusCode ?? 0, cookie: cookie.split(";")[0] ?? "" };
}

/** Resolves with the different statuses of many requests. */
async function statuses(url: string, cookie: string): Promise<number[]> {
  const asks = Array.from({ length: 12 }, () => ask(url, { headers: { cookie } }));
  return [...new Set((await Promise.all(asks)).map(({ status }) => status))];
}

async function stop({ process, exited }: Program): Promise<void> {
  process.kill("SIGTERM");
  await exited;
}

test("all workers know a cookie, also after a restart, and count attempts together", async () => {
  const settings = { DATA_DIR: await temporaryDirectory(), WORKERS: "2" };
  const first = await startServer(settings);
  const form = { domain: "example.com", privacy: 2, password: "correct horse" };
  const post = { method: "POST", headers: authorization };
  expect((await ask(`${first.url}/api/v1/websites`, { ...post, form })).status).toBe(201);

  const session = await ask(`${first.url}/session`, { method: "POST", form: { key: apiKey } });
  const unlock = (url: string, password: string) =>
    ask(`${url}/shared/example.com/unlock`, { method: "POST", form: { password } });
  const unlocked = await unlock(first.url, "correct horse");
  expect([session.status, unlocked.status]).toEqual([204, 204]);

  const tries = await Promise.all(
    Array.from({ length: 13 }, () =>
      ask(`${first.url}/session`, { method: "POST", form: { key: "wrong" } }),
    ),
  );
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(3);
  expect((await unlock(first.url, "wrong")).status).toBe(401);

  const file = join(settings.DATA_DIR, "cookie-key");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const key = (await readFile(file, "utf8")).trim();
  expect(first.stdout()).not.toContain(key);

  const check = async ({ url }: { url: string }) => {
    expect(await statuses(`${url}/api/v1/websites`, session.cookie)).toEqual([200]);
    expect(await statuses(`${url}/shared/example.com`, unlocked.cookie)).toEqual([200]);
    expect(await statuses(`${url}/shared/example.com`, "")).toEqual([401]);
  };
  await check(first);
  await stop(first);
  await check(await startServer({ ...settings, WORKERS: "1" }));
});

test("with one SECRET_KEY the workers of two programs know a cookie; each program counts attempts", async () => {
  const directory = await temporaryDirectory();
  const grants = ["GRANT ALL ON *.*"];
  const engine = await startEngineProcess({ directory, memoryBytesMax: 1024 ** 3, grants });
  cleanUp(() => engine.kill());
  const start = async () =>
    startServer({
      DATA_DIR: await temporaryDirectory(),
      CLICKHOUSE_URL: engine.url,
      SECRET_KEY: secretKey,
      API_KEYS: "",
      WORKERS: "2",
    });
  const servers = [await start(), await start()];
  const signIn = ({ url }: { url: string }, key: string) =>
    ask(`${url}/session`, { method: "POST", form: { key } });

  for (const server of servers) {
    const { status, cookie } = await signIn(server, derivedApiKey);
    expect(status).toBe(204);
    for (const { url } of servers)
      expect(await statuses(`${url}/api/v1/websites`, cookie)).toEqual([200]);
  }

  for (const server of servers) {
    const tries = await Promise.all(Array.from({ length: 12 }, () => signIn(server, "wrong")));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
  }
});
