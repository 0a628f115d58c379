import { readdir, readFile } from "node:fs/promises";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";

import { Quarantine } from "../../src/log/quarantine.ts";
import { FaultyDisk } from "../helpers/faulty-disk.ts";

const rows = Buffer.from("rows");
const batch = { id: "0b5e-id", table: "drops" as const, month: 202611, rows };
const damage = { logFile: 3, offset: 70, bytes: Buffer.from("bad"), tornTail: false };

const disks: FaultyDisk[] = [];
afterEach(async () => {
  for (const disk of disks.splice(0)) await disk.destroy();
});

async function make() {
  const disk = await FaultyDisk.make();
  disks.push(disk);
  const lines: { level: number; msg: string }[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const directory = `${disk.root}/rejected`;
  return { disk, directory, lines, quarantine: new Quarantine(disk, directory, logger) };
}

test("rows that the store refuses are stored with the reason, counted and logged", async () => {
  const { directory, lines, quarantine } = await make();
  await quarantine.batch(batch, new Error("no such column"));
  expect((await readdir(directory)).sort()).toEqual(["0b5e-id.bin", "0b5e-id.txt"]);
  expect(await readFile(`${directory}/0b5e-id.bin`, "latin1")).toBe("rows");
  expect(await readFile(`${directory}/0b5e-id.txt`, "latin1")).toBe(
    "drops, month 202611\nno such column\n",
  );
  expect(quarantine.counts).toEqual({ batches: 1, damages: 0, logs: 0 });
  expect(lines).toMatchObject([{ level: 50, msg: "rows were rejected" }]);
});

test("damage is stored once, however often it is found", async () => {
  const { directory, lines, quarantine } = await make();
  await quarantine.damage("/data/log/0a1b", damage);
  await quarantine.damage("/data/log/0a1b", damage);
  expect((await readdir(directory)).sort()).toEqual([
    "damaged-0a1b-3-70.bin",
    "damaged-0a1b-3-70.txt",
  ]);
  expect(lines).toMatchObject([{ level: 50 }, { level: 50 }]);
});

test("a missing log file is named as missing", async () => {
  const { directory, quarantine } = await make();
  await quarantine.damage("/data/log/0a1b", { ...damage, offset: 0, bytes: Buffer.alloc(0) });
  expect(await readFile(`${directory}/damaged-0a1b-3-0.txt`, "latin1")).toBe(
    "missing: log file 3 of /data/log/0a1b, offset 0\n",
  );
});

test("a torn tail is logged, not stored", async () => {
  const { disk, lines, quarantine } = await make();
  await quarantine.damage("/data/log/0a1b", { ...damage, tornTail: true });
  expect(await readdir(disk.root)).toEqual([]);
  expect(lines).toMatchObject([{ level: 30 }]);
  expect(quarantine.counts).toEqual({ batches: 0, damages: 0, logs: 0 });
});

test("a whole log is moved with the reason, counted and logged", async () => {
  const { disk, directory, lines, quarantine } = await make();
  await disk.makeDirectory(`${disk.root}/log/0a1b`);
  await quarantine.log(`${disk.root}/log/0a1b`, "the dog ate it");
  expect((await readdir(directory)).sort()).toEqual(["log-0a1b", "log-0a1b.txt"]);
  expect(await readdir(`${disk.root}/log`)).toEqual([]);
  expect(await readFile(`${directory}/log-0a1b.txt`, "latin1")).toBe("the dog ate it\n");
  expect(quarantine.counts).toEqual({ batches: 0, damages: 0, logs: 1 });
  expect(lines).toMatchObject([{ level: 50, msg: "a log was quarantined" }]);
});

test("quarantined bytes survive a power cut at any later step, and failed steps can be repeated", async () => {
  for (let failAt = 1; ; failAt += 1) {
    const { disk, directory, quarantine } = await make();
    disk.plan = ({ number }) =>
      number === failAt ? { kind: "error", code: "ENOSPC", torn: 0.5 } : undefined;
    const error = await quarantine.batch(batch, new Error("x")).catch((caught: unknown) => caught);
    disk.plan = () => undefined;
    if (error !== undefined) await quarantine.batch(batch, new Error("x"));
    await disk.cutPower("lost");
    expect(await readFile(`${directory}/0b5e-id.bin`, "latin1"), `step ${failAt}`).toBe("rows");
    expect(await readFile(`${directory}/0b5e-id.txt`, "latin1")).toContain("x");
    if (error === undefined) break;
  }
});
