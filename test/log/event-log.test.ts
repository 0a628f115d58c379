import { readdir } from "node:fs/promises";
import { afterEach, describe, expect, test } from "vitest";

import type { EventLog, EventLogOptions } from "../../src/log/event-log.ts";
import { logFileHeaderBytes } from "../../src/log/record.ts";
import {
  append,
  type FaultyDisk,
  month,
  openLog,
  part,
  readAll,
  type Step,
} from "../helpers/faulty-disk.ts";

const opened: { disk: FaultyDisk; eventLog: EventLog }[] = [];
afterEach(async () => {
  for (const { disk, eventLog } of opened.splice(0)) {
    await eventLog.close().catch(() => {});
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
    const { disk, eventLog } = await open();
    const { reached, go } = holdSync(disk);
    let isAcknowledged = false;
    const appended = append(eventLog, "one").then(() => {
      isAcknowledged = true;
    });
    await reached;
    await new Promise(setImmediate);
    expect(isAcknowledged).toBe(false);
    expect(eventLog.unshippedBytes).toBe(0);
    go();
    await appended;
  });

  test("appends that come while the disk is busy share one sync", async () => {
    const { disk, directory, eventLog } = await open();
    await append(eventLog, "first");
    const { reached, go } = holdSync(disk);
    const before = disk.count("sync");
    const busy = append(eventLog, "busy");
    await reached;
    const waiting = Array.from({ length: 100 }, (_, index) => append(eventLog, `waiting ${index}`));
    go();
    await Promise.all([busy, ...waiting]);
    expect(disk.count("sync") - before).toBe(2);
    expect((await readAll(disk, directory)).names).toHaveLength(102);
  });

  test("appends of one turn of the event loop share one sync from the start", async () => {
    const { disk, eventLog } = await open();
    await Promise.all(Array.from({ length: 50 }, (_, index) => append(eventLog, `${index}`)));
    expect(disk.count("sync")).toBe(1);
  });

  test("the listener is called once for each group that reached the disk, and no other", async () => {
    const { disk, eventLog } = await open();
    let calls = 0;
    eventLog.onGroup(() => {
      calls += 1;
    });
    await Promise.all([append(eventLog, "one"), append(eventLog, "two")]);
    disk.plan = () => fullDisk;
    await append(eventLog, "three").catch(() => {});
    expect(calls).toBe(1);
  });

  test("a row that cannot be written fails alone: those of its group arrive whole", async () => {
    const { disk, directory, eventLog } = await open();
    const before = append(eventLog, "before");
    expect(() =>
      eventLog.append(month, (writer) => {
        writer.string("half");
        writer.uint16(1e9);
      }),
    ).toThrow(RangeError);
    const after = append(eventLog, "after");
    await Promise.all([before, after]);
    const { names, parts } = await readAll(disk, directory);
    expect(names).toEqual(["before", "after"]);
    expect(parts.map(({ rowCount }) => rowCount)).toEqual([2]);
  });

  test.each<[string, (eventLog: EventLog) => Promise<void>]>([
    ["a row of no bytes", (eventLog) => eventLog.append(month, () => {})],
    ["parts of no rows", (eventLog) => eventLog.appendParts([part([])])],
    ["no parts", (eventLog) => eventLog.appendParts([])],
  ])("%s is acknowledged too", async (_, act) => {
    const { eventLog } = await open();
    await expect(act(eventLog)).resolves.toBeUndefined();
  });
});

describe("log files", () => {
  test("roll over, and are read in their order", async () => {
    const { disk, directory, eventLog } = await open({ logFileBytesMax: logFileHeaderBytes + 100 });
    const names = Array.from({ length: 30 }, (_, index) => `event ${index}`);
    for (const name of names) await append(eventLog, name);
    expect((await readdir(directory)).length).toBeGreaterThan(5);
    expect((await readAll(disk, directory)).names).toEqual(names);
  });

  test("a full disk leaves no more files behind than there are log files with events", async () => {
    const { disk, directory, eventLog } = await open();
    await append(eventLog, "one");
    disk.plan = hasRoomFor8Bytes;
    for (let i = 0; i < 20; i += 1) await append(eventLog, "refused").catch(() => {});
    expect((await readdir(directory)).length).toBeLessThanOrEqual(2);
  });

  test("the end is that of an acknowledged record, also after failures behind it", async () => {
    const { disk, eventLog } = await open();
    await append(eventLog, "one");
    const end = eventLog.end;
    disk.plan = hasRoomFor8Bytes;
    for (let i = 0; i < 3; i += 1) await append(eventLog, "refused").catch(() => {});
    expect(eventLog.end).toEqual(end);
  });
});

describe("limits", () => {
  test("a full log refuses, and takes events again when the store has taken some", async () => {
    const { disk, directory, eventLog } = await open({ bytesMax: 200 });
    let accepted = 0;
    for (; accepted < 100; accepted += 1) {
      try {
        await append(eventLog, `event ${accepted}`);
      } catch (error) {
        expect(error).toMatchObject({ code: "LOG_FULL", statusCode: 503 });
        break;
      }
    }
    expect(accepted).toBeGreaterThan(2);
    expect(eventLog.unshippedBytes).toBeGreaterThanOrEqual(200);
    eventLog.release(eventLog.unshippedBytes);
    await append(eventLog, "afterwards");
    expect((await readAll(disk, directory)).names).toHaveLength(accepted + 1);
  });

  test("a limit of nothing takes nothing", async () => {
    const { disk, eventLog } = await open({ bytesMax: 0 });
    expect(() => append(eventLog, "one")).toThrow(expect.objectContaining({ code: "LOG_FULL" }));
    expect(disk.steps).toEqual([]);
  });

  test("the limit counts what is being written and what waits", async () => {
    const { disk, eventLog } = await open({ bytesMax: 400 });
    const { reached, go } = holdSync(disk);
    const accepted = [append(eventLog, "x".repeat(200))];
    await reached;
    accepted.push(append(eventLog, "x".repeat(200)));
    expect(() => append(eventLog, "x")).toThrow(expect.objectContaining({ code: "LOG_FULL" }));
    expect(() => eventLog.appendParts([part(["x"])])).toThrow(
      expect.objectContaining({ code: "LOG_FULL" }),
    );
    go();
    await Promise.all(accepted);
  });

  test("what waits for a slow disk in memory is bounded", async () => {
    const { disk, eventLog } = await open({ waitingBytesMax: 1_000 });
    const { reached, go } = holdSync(disk);
    const accepted = [append(eventLog, "first")];
    await reached;
    let refused = 0;
    for (let i = 0; i < 100; i += 1) {
      try {
        accepted.push(append(eventLog, "x".repeat(99)));
      } catch {
        refused += 1;
      }
    }
    expect([accepted.length, refused]).toEqual([11, 90]);
    go();
    await Promise.all(accepted);
    await append(eventLog, "afterwards");
  });

  test("a full disk refuses, and events are taken again when there is room", async () => {
    const { disk, directory, eventLog } = await open();
    await append(eventLog, "before");
    disk.plan = ({ operation }) => (operation === "write" ? { ...fullDisk, torn: 0.5 } : undefined);
    for (let i = 0; i < 3; i += 1) {
      await expect(append(eventLog, "refused")).rejects.toMatchObject({ code: "LOG_FULL" });
    }
    disk.plan = () => undefined;
    await append(eventLog, "after");
    const { names, damages } = await readAll(disk, directory);
    expect(names).toEqual(["before", "after"]);
    expect(damages).toEqual([]);
  });

  test("a closed log has written what it took, and takes nothing more", async () => {
    const { disk, directory, eventLog } = await open();
    const appended = append(eventLog, "one");
    await eventLog.close();
    await appended;
    expect(() => append(eventLog, "late")).toThrow(expect.objectContaining({ code: "LOG_FULL" }));
    expect((await readAll(disk, directory)).names).toEqual(["one"]);
  });
});
