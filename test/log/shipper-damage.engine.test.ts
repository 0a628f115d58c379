import { open } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logFileHeaderBytes } from "../../src/log/record.ts";
import { disk, type FileSystem } from "../../src/log/synced-disk.ts";
import { eventually } from "../helpers/eventually.ts";
import {
  append,
  appendMany,
  entries,
  freshLog,
  pagePrefix,
  shipAndDie,
} from "../helpers/shipping.ts";
import { TestStore } from "../helpers/test-store.ts";

let store: TestStore;
beforeAll(async () => {
  store = await TestStore.start();
});
afterAll(() => store.stop());

/** Changes one byte of the log's first log file. */
async function flip(directory: string, position: number): Promise<void> {
  const file = await open(join(directory, "0000000001.seg"), "r+");
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, position);
  byte[0] = (byte[0] ?? 0) ^ 0xff;
  await file.write(byte, 0, 1, position);
  await file.close();
}

/** Appends three records; resolves with their pages and the position where each begins. */
async function threeRecords(eventLog: Awaited<ReturnType<typeof freshLog>>["eventLog"]) {
  const prefix = pagePrefix();
  const pages: string[] = [];
  const begins = [logFileHeaderBytes];
  for (const name of ["first", "second", "third"]) {
    pages.push(await append(eventLog, `${prefix}${name}`));
    begins.push(eventLog.end.offset);
  }
  return { pages, begins };
}

test.each([0, 1, 2])(
  "damage to record %i of a batch that arrived doubles no other",
  async (damaged) => {
    const { eventLog, own, ship, shipOrphaned } = await freshLog(store);
    const { pages, begins } = await threeRecords(eventLog);
    await shipAndDie(store, own, ship);
    pages.push(await append(eventLog, `${pages[0]}-behind`));
    await eventLog.close();
    await flip(own, (begins[damaged] ?? 0) + 30);
    await shipOrphaned().running;

    await store.expectOnce(pages);
  },
);

test("a frozen batch that is damaged altogether takes nothing behind it along", async () => {
  const { eventLog, own, ship, shipOrphaned } = await freshLog(store);
  await append(eventLog, `${pagePrefix()}lost`);
  await shipAndDie(store, own, ship);
  const pages = await appendMany(eventLog, pagePrefix(), 10);
  await eventLog.close();
  await flip(own, logFileHeaderBytes + 40);
  await shipOrphaned().running;

  await store.expectOnce(pages);
});

test("damage at the end of a log in use is quarantined once, and its room is free again", async () => {
  const { eventLog, own, directory, ship } = await freshLog(store);
  await append(eventLog, `${pagePrefix()}lost`);
  await flip(own, logFileHeaderBytes + 40);
  const { shipper, stop } = ship();
  await shipper.shipped();
  await eventually(async () => expect(eventLog.unshippedBytes).toBe(0));
  const pages = await appendMany(eventLog, pagePrefix(), 10);
  await shipper.shipped();

  await store.expectOnce(pages);
  expect(await entries(directory, "quarantine")).toHaveLength(2);
  expect(eventLog.unshippedBytes).toBe(0);
  await stop();
});

test("unacknowledged bytes at the end of an abandoned log file change no batch behind it", async () => {
  let faults = 0;
  const fs: FileSystem = {
    ...disk,
    async create(path) {
      const file = await disk.create(path);
      const failing = async () => {
        if (faults-- > 0) throw new Error("EIO");
      };
      return {
        writeAt: (bytes, position) => file.writeAt(bytes, position),
        readAt: (position, length) => file.readAt(position, length),
        sync: () => failing().then(() => file.sync()),
        truncate: (length) => failing().then(() => file.truncate(length)),
        size: () => file.size(),
        close: () => file.close(),
      };
    },
  };
  const { eventLog, ship, own } = await freshLog(store, fs);
  const prefix = pagePrefix();
  const first = ship();
  const pages = [await append(eventLog, `${prefix}1`)];
  await first.shipper.shipped();
  await first.stop();
  faults = 2;
  await expect(append(eventLog, `${prefix}refused`)).rejects.toThrow();
  pages.push(await append(eventLog, `${prefix}2`));
  await shipAndDie(store, own, ship);
  expect(await entries(own)).toContain("0000000002.seg");

  const second = ship();
  pages.push(await append(eventLog, `${prefix}3`));
  await second.shipper.shipped();
  await store.expectOnce(pages);
  expect((await store.counted()).has(`${prefix}refused`)).toBe(false);
  await second.stop();
});
