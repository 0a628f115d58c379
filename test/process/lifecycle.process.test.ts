import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { apiKey, eventually } from "../helpers/footfall.ts";
import {
  childrenOf,
  isAlive,
  pages,
  startProgram,
  startServer,
  storeWebsite,
  temporaryDirectory,
  track,
} from "../helpers/program.ts";

describe("start", () => {
  test("the first start makes an API key, prints it and keeps it for the user alone", async () => {
    const directory = await temporaryDirectory();
    const first = await startServer({ DATA_DIR: directory, API_KEYS: "" });

    const file = join(directory, "api-key");
    const key = (await readFile(file, "utf8")).trim();
    expect(first.stdout()).toContain(key);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${first.url}/api/v1/websites`, { headers })).status).toBe(200);

    first.process.kill("SIGTERM");
    await first.exited;
    const second = await startServer({ DATA_DIR: directory, API_KEYS: "" });
    expect(second.stdout()).not.toContain(key);
    expect((await fetch(`${second.url}/api/v1/websites`, { headers })).status).toBe(200);
  });

  test("the ready line names the host that was configured", async () => {
    const server = await startServer({ DATA_DIR: await temporaryDirectory(), HOST: "0.0.0.0" });

    expect(server.url).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/);
  });

  test("what starts that were killed left of the engine's configuration is removed", async () => {
    const DATA_DIR = await temporaryDirectory();
    const abandoned = join(DATA_DIR, "clickhouse", "start-killed");
    const young = join(DATA_DIR, "clickhouse", "start-now");
    for (const directory of [abandoned, young]) await mkdir(directory, { recursive: true });
    await writeFile(join(abandoned, "users.xml"), "");
    const before = new Date(Date.now() - 3_600_000);
    await utimes(abandoned, before, before);

    await startServer({ DATA_DIR });

    const left = (await readdir(join(DATA_DIR, "clickhouse"))).filter((name) =>
      name.startsWith("start-"),
    );
    expect(left).toEqual(["start-now"]);
  });

  test("a second Footfall on the same directory ends with one clear line, and the first goes on", async () => {
    const DATA_DIR = await temporaryDirectory();
    const first = await startServer({ DATA_DIR });

    const second = startProgram([], { DATA_DIR, API_KEYS: apiKey });

    expect(await second.exited).toBe(1);
    expect(second.stderr()).toMatch(/^footfall: another Footfall is using \S+; .*DATA_DIR\n$/);
    expect((await fetch(`${first.url}/health`)).status).toBe(200);
  });

  test.each([
    ["PORT", { PORT: "80x" }, /^footfall: PORT must be an integer from 0 to 65535\n$/],
    ["API_KEYS", { API_KEYS: "short" }, /^footfall: API_KEYS must be keys of 16 or more/],
    [
      "CLICKHOUSE_URL",
      { CLICKHOUSE_URL: "http://u:hidden-word@127.0.0.1:9/db" },
      /^footfall: CLICKHOUSE_URL: 127\.0\.0\.1:9 does not answer \(ECONNREFUSED\)\n$/,
    ],
    ["GEOIP_DB", { GEOIP_DB: "/nonexistent" }, /^footfall: GEOIP_DB cannot be read/],
    ["DATA_DIR", { DATA_DIR: "/dev/null/data" }, /^footfall: DATA_DIR cannot be written/],
    ["DATA_DIR in /proc", { DATA_DIR: "/proc/x" }, /^footfall: DATA_DIR cannot be written/],
    [
      "DATA_DIR that is a file",
      { DATA_DIR: "/etc/hostname", API_KEYS: apiKey },
      /^footfall: DATA_DIR cannot be written/,
    ],
  ])("a wrong %s stops the start with one line", async (_name, env, line) => {
    const DATA_DIR = await temporaryDirectory();
    const program = startProgram([], { DATA_DIR, ...env });

    expect(await program.exited).toBe(1);
    expect(program.stderr()).toMatch(line);
    expect(program.stderr().trimEnd().split("\n")).toHaveLength(1);
    expect(program.stderr()).not.toContain("hidden-word");
  });

  test("a port that is taken stops the start with one line, and nothing is left running", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port } = taken.address() as { port: number };

    const program = startProgram([], { DATA_DIR: await temporaryDirectory(), PORT: String(port) });

    expect(await program.exited).toBe(1);
    expect(program.stderr()).toBe(`footfall: PORT ${port} is in use by another program\n`);
    taken.close();
  });
});

describe("stop", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "%s ends it with 0, and what it acknowledged is there at the next start",
    async (signal) => {
      const DATA_DIR = await temporaryDirectory();
      const first = await startServer({ DATA_DIR });
      const id = await storeWebsite(first.url, "example.com");
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, i) => track(first.url, "example.com", `/${i}`)),
      );

      first.process.kill(signal);

      expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(202));
      expect(await first.exited).toBe(0);
      const second = await startServer({ DATA_DIR });
      await eventually(async () =>
        expect((await pages(second.url, id)).map(({ count }) => count)).toEqual(Array(20).fill(1)),
      );
    },
  );

  test("the engine dies with its parent, however that is killed", async () => {
    const server = await startServer({ DATA_DIR: await temporaryDirectory() });
    const children = childrenOf(server.process.pid);
    expect(children).toHaveLength(1);

    server.process.kill("SIGKILL");

    await server.exited;
    await eventually(async () => expect(children.filter(isAlive)).toEqual([]));
  });
});
