import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";

import { LogGrowth } from "../../src/log/log-growth.ts";
import { logFileName } from "../../src/log/position.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";

let directory = "";
let log = "";
/** Seconds since the epoch, later than anything before. */
let nextTime = 0;
beforeEach(async () => {
  directory = await temporaryDirectory();
  log = join(directory, "log", "0f3a9c5be1d24788");
  await mkdir(log, { recursive: true });
  nextTime = Date.now() / 1000 + 60;
});

/** Writes a file of the log, as if some time had passed since the last one. */
async function write(name: string): Promise<void> {
  const path = join(log, name);
  await writeFile(path, "bytes");
  nextTime += 1;
  await utimes(path, nextTime, nextTime);
}

test("a log has grown when a log file got bytes since the last call", async () => {
  const growth = new LogGrowth([directory]);
  expect(await growth.hasGrown()).toBe(false);
  await write(logFileName(1));
  expect(await growth.hasGrown()).toBe(true);
  expect(await growth.hasGrown()).toBe(false);
  await write(logFileName(1));
  expect(await growth.hasGrown()).toBe(true);
  await write(logFileName(2));
  expect(await growth.hasGrown()).toBe(true);
});

test("shipping moves the cursor and removes log files, and is no growth", async () => {
  const growth = new LogGrowth([directory]);
  await write(logFileName(1));
  expect(await growth.hasGrown()).toBe(true);
  await write("cursor");
  await rm(join(log, logFileName(1)));
  expect(await growth.hasGrown()).toBe(false);
  await rm(log, { recursive: true });
  expect(await growth.hasGrown()).toBe(false);
});

test("it looks at the logs of all directories, also of those that come later", async () => {
  const growth = new LogGrowth([join(directory, "away"), directory]);
  log = join(directory, "log", "5f3a9c5be1d24788");
  await mkdir(log);
  await write(logFileName(1));
  expect(await growth.hasGrown()).toBe(true);
});
