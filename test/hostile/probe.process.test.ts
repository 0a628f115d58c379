import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { ProbeClient, probeArgs, type Turn } from "./probe-client.ts";

/** Burns processor time, or waits without using any, for the time that it reads. */
const program = `
  const { createInterface } = require("node:readline");
  const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  const burn = (ms) => {
    const { user } = process.cpuUsage();
    while (process.cpuUsage().user - user < ms * 1000);
  };
  createInterface({ input: process.stdin }).on("line", (line) => {
    const [what, ms] = line.split(" ");
    (what === "burn" ? burn : wait)(Number(ms));
    console.log("did", line);
  });
  console.log("ready");
`;

test("a turn that burns processor time is measured, one that only waits is not", async () => {
  const { child, probe } = await startMeasured();
  const turns: Turn[] = [];
  probe.onTurn((turn) => turns.push(turn));
  await probe.worstMs();

  await does(child, "wait 300");
  const waitedMs = await probe.worstMs();
  await does(child, "burn 200");

  const burntMs = await probe.worstMs();
  expect(burntMs).toBeGreaterThanOrEqual(190);
  expect(waitedMs).toBeLessThan(burntMs / 2);
  expect(Math.max(...turns.map(({ busyMs }) => busyMs))).toBeGreaterThanOrEqual(190);
});

test("memory is measured after a collection", async () => {
  const { probe } = await startMeasured();

  const { heldBytes, rssBytes } = await probe.memory();

  expect(heldBytes).toBeGreaterThan(1e6);
  expect(rssBytes).toBeGreaterThan(heldBytes);
});

test("a question to a process that ends fails", async () => {
  const { child, probe } = await startMeasured();
  child.kill("SIGKILL");
  await once(child, "exit");

  await expect(probe.memory()).rejects.toThrow("the server's process ended");
});

async function startMeasured(): Promise<{ child: ChildProcess; probe: ProbeClient }> {
  const directory = await temporaryDirectory();
  const child = spawn(process.execPath, [...probeArgs, "-e", program], {
    env: { DATA_DIR: directory },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await says(child, "ready");
  return { child, probe: await ProbeClient.connect(directory) };
}

async function does(child: ChildProcess, line: string): Promise<void> {
  child.stdin?.write(`${line}\n`);
  await says(child, `did ${line}`);
}

async function says(child: ChildProcess, text: string): Promise<void> {
  if (child.stdout === null) throw new Error("the process has no output");
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) if (line === text) return;
}
