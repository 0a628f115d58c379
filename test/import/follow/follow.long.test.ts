import { appendFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { stopAll, temporaryDirectory } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import { authorization, startProgram, startServer, storeWebsite } from "../../helpers/program.ts";
import { textOf } from "../access-log/command-world.ts";

let DATA_DIR: string;
let url: string;
let stopServer: () => Promise<unknown>;
let port: string;

async function start(): Promise<void> {
  const server = await startServer({ DATA_DIR, ...(port && { PORT: port }) });
  url = server.url;
  port = new URL(url).port;
  stopServer = () => {
    server.process.kill("SIGTERM");
    return server.exited;
  };
}

beforeAll(async () => {
  DATA_DIR = await temporaryDirectory();
  port = "";
  await start();
});
afterAll(stopAll);

async function pageViews(id: number): Promise<number> {
  const query = "name=pageview&from=2026-05-17&to=2026-05-17";
  const headers = { ...authorization, "cache-control": "no-cache" };
  const reply = await fetch(`${url}/api/v1/stats/${id}?${query}`, { headers });
  return ((await reply.json()) as { meta: { count: number } }).meta.count;
}

test("after a follower that was killed, the next one counts each line once, as an import does", async () => {
  const id = await storeWebsite(url, "killed.example");
  const path = join(await temporaryDirectory(), "access.log");
  const follow = () => startProgram(["follow", "--website", "killed.example", path], { DATA_DIR });
  let lines = 0;
  const write = async (count: number) => {
    await appendFile(path, textOf(lines, lines + count));
    lines += count;
  };
  await write(100);
  const program = follow();
  await eventually(() => expect(program.stdout()).toContain(`follows ${path}`));
  await write(50);
  await rename(path, `${path}.1`);
  await write(50);
  program.process.kill("SIGKILL");
  await program.exited;
  const last = follow();
  await eventually(async () => expect(await pageViews(id)).toBe(lines));
  last.process.kill("SIGTERM");
  expect(await last.exited).toBe(0);

  const names = [`${path}.1`, path];
  const imported = startProgram(["import", "--website", "killed.example", ...names], { DATA_DIR });
  expect(await imported.exited).toBe(0);
  expect(imported.stdout()).toMatch(new RegExp(`already imported\\s+${lines}\\n`));
  expect(await pageViews(id)).toBe(lines);
});

test("a follower elsewhere waits for the server, with a key that may only collect", async () => {
  const id = await storeWebsite(url, "elsewhere.example");
  const reply = await fetch(`${url}/api/v1/keys`, {
    method: "POST",
    headers: { ...authorization, "content-type": "application/json" },
    body: JSON.stringify({ name: "logs", may: ["collect"], websites: [id], expires_at: null }),
  });
  const { data } = (await reply.json()) as { data: { key: string } };
  const directory = await temporaryDirectory();
  const [path, keyFile] = [join(directory, "access.log"), join(directory, "key")];
  await writeFile(keyFile, `${data.key}\n`);
  await writeFile(path, textOf(0, 10));
  const args = ["--website", "elsewhere.example", "--server", url, "--key-file", keyFile, path];
  const program = startProgram(["follow", ...args], {});
  await eventually(async () => expect(await pageViews(id)).toBe(10));

  await stopServer();
  await appendFile(path, textOf(10, 20));
  await eventually(() => expect(program.stdout()).toContain("waits for the server"));
  await start();

  await eventually(async () => expect(await pageViews(id)).toBe(20));
  expect(program.stdout().match(/waits for the server/g)).toHaveLength(1);
  program.process.kill("SIGTERM");
  expect(await program.exited).toBe(0);
});
