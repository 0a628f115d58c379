import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import { apiKey } from "../helpers/footfall.ts";
import { derivedApiKey, secretKey } from "../helpers/footfalls.ts";
import {
  expectOrderlyStop,
  refusedStart,
  type Server,
  startProgram,
  startServer,
} from "../helpers/program.ts";

describe("start", () => {
  let DATA_DIR: string;
  let first: Server;
  beforeAll(async () => {
    DATA_DIR = await temporaryDirectory();
    const abandoned = join(DATA_DIR, "clickhouse", "start-killed");
    const young = join(DATA_DIR, "clickhouse", "start-now");
    for (const directory of [abandoned, young]) await mkdir(directory, { recursive: true });
    await writeFile(join(abandoned, "users.xml"), "");
    const before = new Date(Date.now() - 3_600_000);
    await utimes(abandoned, before, before);
    first = await startServer({ DATA_DIR, HOST: "0.0.0.0", API_KEYS: "" });
  });
  afterAll(stopAll);

  test("the ready line names the host that was configured", () => {
    expect(first.url).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/);
  });

  test("what starts that were killed left of the engine's configuration is removed", async () => {
    const left = (await readdir(join(DATA_DIR, "clickhouse"))).filter((name) =>
      name.startsWith("start-"),
    );
    expect(left).toEqual(["start-now"]);
  });

  test("a second Footfall on the same directory ends with one clear line, and the first still runs", async () => {
    const second = startProgram([], { DATA_DIR, API_KEYS: apiKey });

    expect(await second.exited).toBe(1);
    expect(second.stderr()).toMatch(/^footfall: another Footfall is using \S+; .*DATA_DIR\n$/);
    expect((await fetch(`${first.url}/health`)).status).toBe(200);
  });

  test("the first start makes an API key and keeps it for the user alone, and no log has it", async () => {
    const file = join(DATA_DIR, "api-key");
    const key = (await readFile(file, "utf8")).trim();
    expect(first.stdout()).toContain(`API key (stored in ${file})\n`);
    expect(first.stdout()).not.toContain(key);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${first.url}/api/v1/websites`, { headers })).status).toBe(200);

    first.process.kill("SIGINT");
    expect(await first.exited).toBe(0);
    const second = await startServer({ DATA_DIR, API_KEYS: "" });
    expect(second.stdout()).toContain(`API key (stored in ${file})\n`);
    expect(second.stdout()).not.toContain(key);
    expect((await fetch(`${second.url}/api/v1/websites`, { headers })).status).toBe(200);
  });

  test("a start with SECRET_KEY makes no key file, and no log has the derived API key", async () => {
    const directory = await temporaryDirectory();
    const server = await startServer({ DATA_DIR: directory, SECRET_KEY: secretKey, API_KEYS: "" });
    const headers = { authorization: `Bearer ${derivedApiKey}` };

    expect((await fetch(`${server.url}/api/v1/websites`, { headers })).status).toBe(200);
    expect(server.stdout()).toMatch(/^Footfall listening on \S+\n$/);
    expect((await readdir(directory)).filter((name) => name.endsWith("-key"))).toEqual([]);
  });

  test.each([
    ["PORT", { PORT: "80x" }, /^footfall: PORT must be an integer from 0 to 65535\n$/],
    [
      "CLICKHOUSE_URL",
      { CLICKHOUSE_URL: "http://u:hidden-word@127.0.0.1:9/db" },
      /^footfall: CLICKHOUSE_URL: 127\.0\.0\.1:9 does not answer \(ECONNREFUSED\)\n$/,
    ],
    [
      "SECRET_KEY",
      { SECRET_KEY: "hidden-word" },
      /^footfall: SECRET_KEY must be 16 or more visible ASCII characters\n$/,
    ],
    ["DATA_DIR", { DATA_DIR: "/dev/null/data" }, /^footfall: DATA_DIR cannot be written/],
  ])("a wrong %s stops the start with one line", async (_name, env, line) => {
    const stderr = await refusedStart(env);
    expect(stderr).toMatch(line);
    expect(stderr).not.toContain("hidden-word");
  });
});

describe("stop", () => {
  test("SIGTERM ends it with 0, and what it acknowledged is there at the next start", async () => {
    await expectOrderlyStop("SIGTERM");
  });
});
