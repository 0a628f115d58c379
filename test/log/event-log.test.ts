import { readdir } from "node:fs/promises";
import { afterEach, describe, expect, test } from "vitest";

import type { EventLog, EventLogOptions } from "../../src/log/event-log.ts";
import { segmentHeaderBytes } from "../../src/log/record.ts";
import {
  append,
  type FaultyDisk,
  month,
  openLog,
  part,
  readAll,
  type Step,
} from "../helpers/faulty-disk.ts";

const opened: { disk: FaultyDisk; log: EventLog }[] = [];
afterEach(async () => {
  for (const { disk, log } of opened.splice(0)) {
    await log.close().catch(() => {});
    await disk.destroy();
  }
});

async function open(options: Partial<EventLogOptions> = {}) {
  const one = await openLog(options);
  opened.push(one);
  return one;
}

/** Holds the disk up at the next sync, until `go` is called. */
function holdSync(disk: FaultyDisk): { reached: Promise<void>; go: () => void } {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    disk.gate = ({ operation }) => {
      if (operation !== "sync") return undefined;
      resolve();
      return held;
    };
  });
  return { reached, go };
}

const fullDisk = { kind: "error", code: "ENOSPC" } as const;
const hasRoomFor8Bytes = ({ bytes }: Step) => (bytes > 8 ? fullDisk : undefined);

describe("group commit", () => {
  test("an append resolves only after the sync of its bytes", async () => {
    const { disk, log } = await open();
    const { reached, go } = holdSync(disk);
    let isAcknowledged = false;
    const appended = append(log, "one").then(() => {
      isAcknowledged = true;
    });
    await reached;
    await new Promise(setImmediate);
    expect(isAcknowledged).toBe(false);
    expect(log.unshippedBytes).toBe(0);
    go();
    await appended;
  });

  test("appends that come while the disk is busy share one sync", async () => {
    const { disk, directory, log } = await open();
    await append(log, "first");
    const { reached, go } = holdSync(disk);
    const before = disk.count("sync");
    const busy = append(log, "busy");
    await reached;
    const waiting = Array.from({ length: 100 }, (_, index) => append(log, `waiting ${index}`));
    go();
    await Promise.all([busy, ...waiting]);
    expect(disk.count("sync") - before).toBe(2);
    expect((await readAll(disk, directory)).names).toHaveLength(102);
  });

  test("appends of one turn of the event loop share one sync from the start", async () => {
    const { disk, log } = await open();
    await Promise.all(Array.from({ length: 50 }, (_, index) => append(log, `${index}`)));
    expect(disk.count("sync")).toBe(1);
  });

  test("the listener is called once for each group that reached the disk, and for no other", async () => {
    const { disk, log } = await open();
    let calls = 0;
    log.onGroup(() => {
      calls += 1;
    });
    await Promise.all([append(log, "one"), append(log, "two")]);
    disk.plan = () => fullDisk;
    await append(log, "three").catch(() => {});
    expect(calls).toBe(1);
  });

  test("a row that cannot be written fails alone: those of its group arrive whole", async () => {
    const { disk, directory, log } = await open();
    const before = append(log, "before");
    expect(() =>
      log.append(month, (writer) => {
        writer.string("half");
        writer.uint16(1e9);
      }),
    ).toThrow(RangeError);
    const after = append(log, "after");
    await Promise.all([before, after]);
    const { names, parts } = await readAll(disk, directory);
    expect(names).toEqual(["before", "after"]);
    expect(parts.map(({ rowCount }) => rowCount)).toEqual([2]);
  });

  test.each<[string, (log: EventLog) => Promise<void>]>([
    ["a row of no bytes", (log) => log.append(month, () => {})],
    ["parts of no rows", (log) => log.appendParts([part([])])],
    ["no parts", (log) => log.appendParts([])],
  ])("%s is acknowledged too", async (_, act) => {
    const { log } = await open();
    await expect(act(log)).resolves.toBeUndefined();
  });
});

describe("segments", () => {
  test("roll over, and are read in their order", async () => {
    const { disk, directory, log } = await open({ segmentBytesMax: segmentHeaderBytes + 100 });
    const names = Array.from({ length: 30 }, (_, index) => `event ${index}`);
    for (const name of names) await append(log, name);
    expect((await readdir(directory)).length).toBeGreaterThan(5);
    expect((await readAll(disk, directory)).names).toEqual(names);
  });

  test("a full disk leaves no more files behind than there are segments with events", async () => {
    const { disk, directory, log } = await open();
    await append(log, "one");
    disk.plan = hasRoomFor8Bytes;
    for (let i = 0; i < 20; i += 1) await append(log, "refused").catch(() => {});
    expect((await readdir(directory)).length).toBeLessThanOrEqual(2);
  });

  test("the end is that of an acknowledged record, also after failures behind it", async () => {
    const { disk, log } = await open();
    await append(log, "one");
    const end = log.end;
    disk.plan = hasRoomFor8Bytes;
    for (let i = 0; i < 3; i += 1) await append(log, "refused").catch(() => {});
    expect(log.end).toEqual(end);
  });
});

describe("limits", () => {
  test("a full log refuses, and takes events again when the store has taken some", async () => {
    const { disk, directory, log } = await open({ bytesMax: 200 });
    let accepted = 0;
    for (; accepted < 100; accepted += 1) {
      try {
        await append(log, `event ${accepted}`);
      } catch (error) {
        expect(error).toMatchObject({ code: "LOG_FULL", statusCode: 503 });
        break;
      }
    }
    expect(accepted).toBeGreaterThan(2);
    expect(log.unshippedBytes).toBeGreaterThanOrEqual(200);
    log.release(log.unshippedBytes);
    await append(log, "afterwards");
    expect((await readAll(disk, directory)).names).toHaveLength(accepted + 1);
  });

  test("a limit of nothing takes nothing", async () => {
    const { disk, log } = await open({ bytesMax: 0 });
    expect(() => append(log, "one")).toThrow(expect.objectContaining({ code: "LOG_FULL" }));
    expect(disk.steps).toEqual([]);
  });

  test("the limit counts what is being written and what waits", async () => {
    const { disk, log } = await open({ bytesMax: 400 });
    const { reached, go } = holdSync(disk);
    const accepted = [append(log, "x".repeat(200))];
    await reached;
    accepted.push(append(log, "x".repeat(200)));
    expect(() => append(log, "x")).toThrow(expect.objectContaining({ code: "LOG_FULL" }));
    expect(() => log.appendParts([part(["x"])])).toThrow("No more events");
    go();
    await Promise.all(accepted);
  });

  test("what waits for a slow disk in memory is bounded", async () => {
    const { disk, log } = await open({ waitingBytesMax: 1_000 });
    const { reached, go } = holdSync(disk);
    const accepted = [append(log, "first")];
    await reached;
    let refused = 0;
    for (let i = 0; i < 100; i += 1) {
      try {
        accepted.push(append(log, "x".repeat(99)));
      } catch {
        refused += 1;
      }
    }
    expect([accepted.length, refused]).toEqual([11, 90]);
    go();
    await Promise.all(accepted);
    await append(log, "afterwards");
  });

  test("a full disk refuses, and events are taken again when there is room", async () => {
    const { disk, directory, log } = await open();
    await append(log, "before");
    disk.plan = ({ operation }) => (operation === "write" ? { ...fullDisk, torn: 0.5 } : undefined);
    for (let i = 0; i < 3; i += 1) {
      await expect(append(log, "refused")).rejects.toMatchObject({ code: "LOG_FULL" });
    }
    disk.plan = () => undefined;
    await append(log, "after");
    const { names, damages } = await readAll(disk, directory);
    expect(names).toEqual(["before", "after"]);
    expect(damages).toEqual([]);
  });

  test("a closed log has written what it took, and takes nothing more", async () => {
    const { disk, directory, log } = await open();
    const appended = append(log, "one");
    await log.close();
    await appended;
    expect(() => append(log, "late")).toThrow(expect.objectContaining({ code: "LOG_FULL" }));
    expect((await readAll(disk, directory)).names).toEqual(["one"]);
  });
});
