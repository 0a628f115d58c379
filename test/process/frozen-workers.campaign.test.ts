import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { apiKey } from "../helpers/footfall.ts";
import { isAlive, startProgram, startServer, storeWebsite, track } from "../helpers/program.ts";
import {
  engineOf,
  expectCountedOnce,
  statuses,
  WORKERS,
  workerCount,
  workersOf,
} from "./workers.ts";

test("a worker that hangs is replaced, and keeps no engine from coming back", async () => {
  const server = await startServer({ DATA_DIR: await temporaryDirectory(), WORKERS });
  const id = await storeWebsite(server.url, "example.com");
  const [hanging = 0, other = 0] = workersOf(server);
  const engine = engineOf(server);
  process.kill(hanging, "SIGSTOP");
  onTestFinished(() => {
    if (isAlive(hanging)) process.kill(hanging, "SIGKILL");
  });
  for (const pid of engine) process.kill(pid, "SIGKILL");

  await eventually(async () => {
    const now = engineOf(server);
    expect(now).toHaveLength(1);
    expect(now).not.toEqual(engine);
  });
  await eventually(async () => expect(isAlive(hanging)).toBe(false));
  await eventually(async () => {
    const now = workersOf(server);
    expect(now).toHaveLength(workerCount);
    expect(now).toContain(other);
  });
  await eventually(async () => expect(await statuses(`${server.url}/health`)).toEqual([200]));
  expect((await track(server.url, "example.com", "/a")).status).toBe(202);
  await expectCountedOnce(server.url, id, new Set(["/a"]));
});

test("a worker that hangs does not keep the others from stopping", async () => {
  const server = await startServer({ DATA_DIR: await temporaryDirectory(), WORKERS });
  const [hanging = 0] = workersOf(server);
  process.kill(hanging, "SIGSTOP");
  server.process.kill("SIGTERM");

  await server.exited;
  await eventually(async () => expect(isAlive(hanging)).toBe(false));
});

test("while a worker of a killed primary lives, its log is not taken from it", async () => {
  const DATA_DIR = await temporaryDirectory();
  const first = await startServer({ DATA_DIR, WORKERS });
  const [stopped = 0] = workersOf(first);
  process.kill(stopped, "SIGSTOP");
  onTestFinished(() => {
    if (isAlive(stopped)) process.kill(stopped, "SIGKILL");
  });
  const killed = once(first.process, "exit");
  first.process.kill("SIGKILL");
  await killed;

  const second = startProgram([], { DATA_DIR, API_KEYS: apiKey, WORKERS });
  expect(await second.exited).toBe(1);
  expect(second.stderr()).toMatch(/^footfall: another Footfall is using \S+; .*DATA_DIR\n$/);

  process.kill(stopped, "SIGCONT");
  await eventually(async () => expect(isAlive(stopped)).toBe(false));
  await startServer({ DATA_DIR, WORKERS });
});

test("a worker that does not take in a change is ended, and the change is answered", async () => {
  const server = await startServer({ DATA_DIR: await temporaryDirectory(), WORKERS });
  const [stuck = 0] = workersOf(server);
  process.kill(stuck, "SIGSTOP");
  onTestFinished(() => {
    if (isAlive(stuck)) process.kill(stuck, "SIGKILL");
  });

  await storeWebsite(server.url, "f.example");

  expect(workersOf(server)).not.toContain(stuck);
});
