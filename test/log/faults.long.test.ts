import { afterEach, describe, expect, test } from "vitest";

import { randomFrom } from "../../bench/random.ts";
import type { EventLog } from "../../src/log/event-log.ts";
import { logFileHeaderBytes } from "../../src/log/record.ts";
import {
  append,
  type Fault,
  type FaultyDisk,
  type Outcome,
  openLog,
  part,
  readAll,
} from "../helpers/faulty-disk.ts";
import { rounds } from "../helpers/rounds.ts";

const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const random = randomFrom(seed);

const disks: FaultyDisk[] = [];
afterEach(async () => {
  for (const disk of disks.splice(0)) await disk.destroy();
});

/** Opens a small log that fills several log files. */
async function open() {
  const opened = await openLog({ logFileBytesMax: logFileHeaderBytes + 200 });
  disks.push(opened.disk);
  return opened;
}

/**
 * Writes singles, groups and requests of two months. Resolves with the acknowledged names and the
 * refused ones.
 */
async function write(eventLog: EventLog): Promise<{ acknowledged: string[]; refused: string[] }> {
  const acknowledged: string[] = [];
  const refused: string[] = [];
  const settle = (names: string[], appended: Promise<void>) =>
    appended.then(
      () => acknowledged.push(...names),
      () => refused.push(...names),
    );
  for (let round = 0; round < 4; round += 1) {
    const name = (kind: string) => `${kind} ${round} ${"x".repeat(20)}`;
    await settle([name("single")], append(eventLog, name("single")));
    await Promise.all(
      ["a", "b", "c"].map((kind) => settle([name(kind)], append(eventLog, name(kind)))),
    );
    const bulk = [name("october"), name("november")];
    const parts = bulk.map((row, index) => part([row], 202610 + index));
    await settle(bulk, eventLog.appendParts(parts));
  }
  await eventLog.close().catch(() => {});
  return { acknowledged, refused };
}

function duplicates(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

/**
 * Returns the October parts minus the November parts: 0, as both halves of a bulk are there or
 * neither.
 */
function halves(names: readonly string[]): number {
  const of = (kind: string) => names.filter((name) => name.startsWith(kind)).length;
  return of("october") - of("november");
}

/** Runs `write` with a fault at every step, one run each, until a run has no such step. */
async function atEveryStep(
  fault: Fault,
  applies: (operation: string) => boolean,
  check: (
    run: Awaited<ReturnType<typeof open>> & Awaited<ReturnType<typeof write>>,
    step: string,
  ) => Promise<void>,
): Promise<number> {
  for (let number = 1; ; number += 1) {
    const opened = await open();
    let hit = "";
    let candidates = 0;
    opened.disk.plan = ({ operation }) => {
      if (!applies(operation)) return undefined;
      candidates += 1;
      if (candidates !== number) return undefined;
      hit = `${operation}, step ${opened.disk.steps.length}`;
      return fault;
    };
    const written = await write(opened.eventLog);
    if (hit === "") return number - 1;
    await check({ ...opened, ...written }, hit);
    await opened.disk.destroy();
  }
}

describe("a power cut at every single step", () => {
  const outcomes: [string, Outcome][] = [
    ["what was not synced is lost", "lost"],
    ["what was not synced is kept", "kept"],
    [`each thing by itself, seed ${seed}`, random],
  ];
  for (const torn of rounds === 1 ? [0.99] : [0, 0.15, 0.99, 1]) {
    test.each(outcomes)(
      `loses nothing acknowledged: ${torn} of a write arrives, %s`,
      async (_, outcome) => {
        const steps = await atEveryStep(
          { kind: "power cut", torn },
          () => true,
          async (run, step) => {
            const { disk, directory, acknowledged } = run;
            await disk.cutPower(outcome);
            const { names, damages } = await readAll(disk, directory);
            expect(names, step).toEqual(expect.arrayContaining(acknowledged));
            expect(duplicates(names), step).toEqual([]);
            expect(halves(names), step).toBe(0);
            expect(
              damages.filter(({ tornTail }) => !tornTail),
              step,
            ).toEqual([]);
          },
        );
        expect(steps).toBeGreaterThan(30);
      },
    );
  }
});

describe("an error at every step", () => {
  const operations = ["write", "sync", "create", "syncDirectory", "remove", "close"];
  const faults: [string, Fault][] = [
    ["EIO", { kind: "error", code: "EIO" }],
    ["ENOSPC", { kind: "error", code: "ENOSPC" }],
    ["EIO, half a write arrives", { kind: "error", code: "EIO", torn: 0.5 }],
    ["EIO, all of a write arrives", { kind: "error", code: "EIO", torn: 1 }],
  ];
  const shortList = faults.filter((_, nth) => nth % 2 === 1);
  for (const operation of operations) {
    test.each(rounds === 1 ? shortList : faults)(
      `of ${operation} refuses that group and no other: %s`,
      async (_, fault) => {
        const steps = await atEveryStep(
          fault,
          (name) => name === operation,
          async (run, step) => {
            const { disk, directory, eventLog, acknowledged, refused } = run;
            expect(acknowledged.length + refused.length, step).toBe(24);
            expect(refused.length, step).toBeLessThanOrEqual(3);
            for (const limit of [eventLog, undefined]) {
              const { names, damages } = await readAll(disk, directory, limit && { limit });
              expect(names, step).toEqual(expect.arrayContaining(acknowledged));
              expect(duplicates(names), step).toEqual([]);
              if (limit !== undefined || fault.torn === undefined) {
                expect(names, step).toEqual(acknowledged);
                expect(damages, step).toEqual([]);
              }
            }
          },
        );
        expect(steps).toBeGreaterThan(3);
      },
    );
  }
});

describe("a failed write or sync whose truncate fails too", () => {
  const failing: [string, (operation: string) => boolean][] = [
    ["write", (name) => name === "write"],
    ["sync", (name) => name === "sync"],
  ];
  test.each(failing)(
    "of %s: what was refused is never read, by nobody, not even after a power cut",
    async (_, fails) => {
      for (const outcome of ["lost", "kept"] as const) {
        for (let target = 1; target <= 10; target += 1) {
          const { disk, directory, eventLog } = await open();
          let seen = 0;
          disk.plan = ({ operation }) => {
            if (operation === "truncate") return { kind: "error", code: "EIO" };
            if (!fails(operation)) return undefined;
            seen += 1;
            return seen === target ? { kind: "error", code: "EIO", torn: 1 } : undefined;
          };
          const { acknowledged } = await write(eventLog);
          expect((await readAll(disk, directory, { limit: eventLog })).names).toEqual(acknowledged);
          await disk.cutPower(outcome);
          const { names, damages } = await readAll(disk, directory);
          expect(names, `${target}`).toEqual(acknowledged);
          expect(damages, `${target}`).toEqual([]);
        }
      }
    },
  );

  test("that file is never written again", async () => {
    const { disk, directory, eventLog } = await open();
    await append(eventLog, "first");
    disk.plan = ({ operation }) =>
      operation === "sync" ? { kind: "error", code: "EIO" } : undefined;
    await expect(append(eventLog, "second")).rejects.toMatchObject({ code: "LOG_FULL" });
    disk.plan = () => undefined;
    const before = disk.steps.length;
    await append(eventLog, "third");
    const written = disk.steps.slice(before).filter(({ operation }) => operation === "write");
    expect(written.map(({ path }) => path)).toEqual([`${directory}/0000000002.seg`]);
    await eventLog.close();
    expect((await readAll(disk, directory)).names).toEqual(["first", "third"]);
  });
});

test(`any faults in any order: what is acknowledged is read once, seed ${seed}`, async () => {
  for (let run = 0; run < 50 * rounds; run += 1) {
    const { disk, directory, eventLog } = await open();
    const share = random() * 0.3;
    const cutAt = Math.floor(random() * 120);
    disk.plan = ({ number }) => {
      const torn = random();
      if (number === cutAt) return { kind: "power cut", torn };
      if (random() > share) return undefined;
      return { kind: "error", code: random() < 0.5 ? "EIO" : "ENOSPC", torn };
    };
    const { acknowledged } = await write(eventLog);
    const reached = eventLog.end;
    await disk.cutPower(random);
    const { names } = await readAll(disk, directory);
    expect(names, `run ${run}`).toEqual(expect.arrayContaining(acknowledged));
    expect(duplicates(names), `run ${run}`).toEqual([]);
    expect(halves(names), `run ${run}`).toBe(0);
    const bounded = await readAll(disk, directory, { limit: { end: reached } });
    expect(bounded.names, `run ${run}`).toEqual(acknowledged);
    await disk.destroy();
  }
});
