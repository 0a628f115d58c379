import { execFileSync } from "node:child_process";
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";

import { stopAll, temporaryDirectory } from "../../helpers/clean-up.ts";
import { authorization, startProgram, startServer, storeWebsite } from "../../helpers/program.ts";
import { textOf } from "../access-log/command-world.ts";

const linesPerS = 16_700;
const seconds = 60;
const memoryBytesMax = 150e6;
const lagLinesMax = 10 * linesPerS;

afterAll(stopAll);

test("a log of a million lines a minute is followed on one core, in less than 150 MB", async () => {
  const DATA_DIR = await temporaryDirectory();
  const { url } = await startServer({ DATA_DIR });
  const id = await storeWebsite(url, "busy.example");
  const path = join(await temporaryDirectory(), "access.log");
  const program = startProgram(["follow", "--website", "busy.example", path], { DATA_DIR });
  const pid = String(program.process.pid);
  execFileSync("taskset", ["-a", "-p", "-c", "0", pid]);
  const pageViews = async (): Promise<number> => {
    const query = "name=pageview&from=2026-05-17&to=2026-05-17";
    const headers = { ...authorization, "cache-control": "no-cache" };
    const reply = await fetch(`${url}/api/v1/stats/${id}?${query}`, { headers });
    return ((await reply.json()) as { meta: { count: number } }).meta.count;
  };
  const measured = { peakBytes: 0, lagLines: 0, catchUpMs: 0 };
  const startMs = performance.now();
  let lines = 0;
  for (let second = 1; second <= seconds; second += 1) {
    await appendFile(path, textOf(lines, lines + linesPerS));
    lines += linesPerS;
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(status) ?? [];
    measured.peakBytes = Number(kilobytes) * 1024;
    if (second % 5 === 0) {
      measured.lagLines = Math.max(measured.lagLines, lines - (await pageViews()));
    }
    await delay(Math.max(0, startMs + second * 1_000 - performance.now()));
  }
  const writtenMs = performance.now();
  while ((await pageViews()) < lines) await delay(100);
  measured.catchUpMs = Math.round(performance.now() - writtenMs);
  const cpu = (await readFile(`/proc/${pid}/stat`, "utf8")).split(" ");
  const cpuS = (Number(cpu[13]) + Number(cpu[14])) / 100;
  process.stdout.write(`${JSON.stringify({ measured, lines, cpuS })}\n`);

  expect(await pageViews()).toBe(lines);
  expect(measured.peakBytes).toBeLessThan(memoryBytesMax);
  expect(measured.lagLines).toBeLessThan(lagLinesMax);
});
