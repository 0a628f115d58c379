import { afterAll, beforeAll, expect, test } from "vitest";
import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { newDatabase, secretKey } from "../helpers/footfalls.ts";
import { authorization, type Server, startServer } from "../helpers/program.ts";
import { statuses, WORKERS } from "./workers.ts";

/** Two instances on one database, each with two workers, which log all that they can. */
let servers: [Server, Server];
/** All that must never be in a log. */
const secrets: string[] = [];
const password = "correct horse battery staple";

beforeAll(async () => {
  const CLICKHOUSE_URL = await newDatabase();
  const start = async () =>
    startServer({
      DATA_DIR: await temporaryDirectory(),
      CLICKHOUSE_URL,
      WORKERS,
      SECRET_KEY: secretKey,
      LOG_LEVEL: "debug",
    });
  servers = [await start(), await start()];
  secrets.push(secretKey, password, authorization.authorization.replace("Bearer ", ""));
});
afterAll(stopAll);

/** Sends JSON with a root key, and resolves with the answer. */
async function send(method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${servers[0].url}${path}`, {
    method,
    headers: { ...authorization, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
async function json(method: string, path: string, body?: object): Promise<any> {
  const reply = await send(method, path, body);
  expect(reply.ok).toBe(true);
  return reply.json();
}

/** Makes a key, and resolves with its id and headers. */
async function makeKey(): Promise<{ id: number; headers: { authorization: string } }> {
  const { data } = await json("POST", "/api/v1/keys", {
    name: "A key",
    may: ["read"],
    websites: "all",
  });
  secrets.push(data.key);
  return { id: data.id, headers: { authorization: `Bearer ${data.key}` } };
}

/** Invites a person, who accepts. Resolves with its id and the headers of its session. */
async function join(email: string, grants: object[] = []) {
  const body = { email, name: "Ada", role: "member", grants };
  const { data, link } = await json("POST", "/api/v1/people", body);
  const token = new URL(link.url).hash.slice(1);
  // The link was made in one process of the first instance, and is used in any of the second.
  const reply = await fetch(`${servers[1].url}/session/invitation`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, password }),
  });
  expect(reply.status).toBe(204);
  const cookies = reply.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  secrets.push(token, ...cookies.map((cookie) => cookie.split("=")[1] ?? ""));
  const cookie = cookies.find((each) => each.startsWith("footfall_session=")) ?? "";
  return { id: data.id as number, headers: { authorization: "", cookie } };
}

/** Expects an answer of all workers: of the first instance now, of the second soon. */
async function expectEverywhere(path: string, headers: Record<string, string>, status: number) {
  expect(await statuses(`${servers[0].url}${path}`, { headers })).toEqual([status]);
  await eventually(async () => {
    expect(await statuses(`${servers[1].url}${path}`, { headers })).toEqual([status]);
  });
}

test("a key that is made holds in all processes and instances, and not when it is deleted", async () => {
  const { id, headers } = await makeKey();
  await expectEverywhere("/api/v1/websites", headers, 200);
  expect((await send("DELETE", `/api/v1/keys/${id}`)).status).toBe(200);
  await expectEverywhere("/api/v1/websites", headers, 401);
});

test("a person who is disabled, and a grant that is taken back, hold nowhere", async () => {
  const { data: website } = await json("POST", "/api/v1/websites", { domain: "example.com" });
  const path = `/api/v1/websites/${website.id}`;
  const { id, headers } = await join("ada@example.com", [{ website_id: website.id, may: "view" }]);
  await eventually(() => expectEverywhere(path, headers, 200));

  expect((await send("DELETE", `${path}/people/${id}`)).status).toBe(200);
  await expectEverywhere(path, headers, 404);
  expect((await send("PATCH", `/api/v1/people/${id}`, { state: "disabled" })).status).toBe(200);
  await expectEverywhere("/api/v1/me", headers, 401);
});

test("one e-mail address is invited once by two instances at the same moment", async () => {
  const body = JSON.stringify({ email: "race@example.com", role: "member" });
  const headers = { ...authorization, "content-type": "application/json" };
  const replies = await Promise.all(
    [...servers, ...servers].map(({ url }) =>
      fetch(`${url}/api/v1/people`, { method: "POST", headers, body }),
    ),
  );
  const codes = replies.map(({ status }) => status).sort();

  expect(codes).toEqual([201, 422, 422, 422]);
});

test("attempts to sign in are counted for all workers together", async () => {
  const body = JSON.stringify({ email: "nobody@example.com", password: "no such password" });
  const headers = { authorization: "", "content-type": "application/json" };
  const seen: (number | undefined)[] = [];
  for (let i = 0; i < 12; i += 1) {
    seen.push(
      ...(await statuses(`${servers[0].url}/session`, { method: "POST", headers, body }, 1)),
    );
  }

  expect(seen).toEqual([...Array(10).fill(401), 429, 429]);
});

test("no key, token or password is ever in a log, however much is logged", async () => {
  const wrong = ["ff_a-wrong-key-that-somebody-sends", "a password that is wrong", "a-wrong-token"];
  const [{ url }] = servers;
  const post = (path: string, body: string) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
  await fetch(`${url}/api/v1/websites?key=${wrong[0]}`, {
    headers: { authorization: `Bearer ${wrong[0]}`, cookie: `footfall_session=${wrong[2]}` },
  });
  await post("/session", JSON.stringify({ key: wrong[0] }));
  await post("/session", JSON.stringify({ email: "ada@example.com", password: wrong[1] }));
  await post("/session", `{"email": "ada@example.com", "password": "${wrong[1]}"`);
  await post("/session/invitation", JSON.stringify({ token: wrong[2], password: wrong[1] }));
  await post("/session/password", JSON.stringify({ token: wrong[2], password: "short" }));

  expect(secrets.length).toBeGreaterThan(6);
  for (const server of servers) {
    const log = server.stdout() + server.stderr();
    expect(log).toContain("listening");
    const found = [...secrets, ...wrong].filter((secret) => log.includes(secret));
    expect(found).toEqual([]);
  }
});
