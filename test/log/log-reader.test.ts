import { open as openFile, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";

import { randomFrom } from "../../bench/random.ts";
import { headerCopyBytes, headerCopyOffsets, logFileHeaderBytes } from "../../src/log/record.ts";
import {
  append,
  type Fault,
  type FaultyDisk,
  openLog,
  part,
  readAll,
} from "../helpers/faulty-disk.ts";

const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const random = randomFrom(seed);
/** Nonce, length and CRC, time, one part of one row of two bytes. */
const recordBytes = 16 + 8 + 16 + 2;

const disks: FaultyDisk[] = [];
afterEach(async () => {
  for (const disk of disks.splice(0)) await disk.destroy();
});

/** Writes a log whose writer is gone: names `1` to `9`, three to a log file. */
async function written() {
  const { disk, directory, eventLog } = await openLog({
    logFileBytesMax: logFileHeaderBytes + 3 * recordBytes,
  });
  disks.push(disk);
  for (let name = 1; name <= 9; name += 1) await append(eventLog, `${name}`);
  await eventLog.close();
  const logFile = (number: number) => `${directory}/000000000${number}.seg`;
  return { disk, directory, logFile, read: () => readAll(disk, directory) };
}

const names = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
async function flip(path: string, byte: number, bit = 0): Promise<void> {
  const bytes = await readFile(path);
  bytes[byte] = (bytes[byte] ?? 0) ^ (1 << bit);
  await writeFile(path, bytes);
}

test("all is read in order, in chunks of about the size that is asked for", async () => {
  const { disk, directory } = await written();
  for (const bytesMax of [16, recordBytes, 80, 1e6, Number.POSITIVE_INFINITY]) {
    expect((await readAll(disk, directory, { bytesMax })).names).toEqual(names);
  }
});

describe("a torn tail", () => {
  test("is cut wherever the last record ends", async () => {
    const size = logFileHeaderBytes + 3 * recordBytes;
    const around = [0, headerCopyBytes, 4_096].flatMap((at) => [at, at + 1, at + 15]);
    const inRecords = Array.from({ length: recordBytes + 20 }, (_, i) => size - 1 - i);
    for (const length of [...around, ...inRecords]) {
      const { logFile, read } = await written();
      await truncate(logFile(3), length);
      const { names: found, damages } = await read();
      const whole = Math.max(0, Math.floor((length - logFileHeaderBytes) / recordBytes));
      expect(found, `${length}`).toEqual(names.slice(0, 6 + whole));
      expect(
        damages.every(({ tornTail }) => tornTail),
        `${length}`,
      ).toBe(true);
    }
  });

  test("of zeros was never written", async () => {
    const { logFile, read } = await written();
    const bytes = await readFile(logFile(3));
    await writeFile(logFile(3), Buffer.concat([bytes, Buffer.alloc(100)]));
    const { names: found, damages } = await read();
    expect(found).toEqual(names);
    expect(damages).toMatchObject([{ logFile: 3, tornTail: true }]);
  });

  test("is damage if the record is not short but wrong: it may have been acknowledged", async () => {
    const { logFile, read } = await written();
    await flip(logFile(3), logFileHeaderBytes + 3 * recordBytes - 1);
    const { names: found, damages } = await read();
    expect(found).toEqual(names.slice(0, 8));
    expect(damages).toMatchObject([
      { logFile: 3, tornTail: false, bytes: { length: recordBytes } },
    ]);
  });

  test("is damage if a log file follows: then its end is known", async () => {
    const { logFile, read } = await written();
    await truncate(logFile(2), logFileHeaderBytes + 2 * recordBytes + 5);
    const { names: found, damages } = await read();
    expect(found).toEqual(names.filter((name) => name !== "6"));
    expect(damages).toMatchObject([{ logFile: 2, tornTail: false, bytes: { length: 5 } }]);
  });
});

describe("damage", () => {
  test("of any single bit costs one record at most, and is reported", async () => {
    const one = await written();
    for (let byte = 0; byte < 3 * recordBytes; byte += 1) {
      const path = one.logFile(2);
      const bit = Math.floor(random() * 8);
      await flip(path, logFileHeaderBytes + byte, bit);
      const { names: found, damages } = await one.read();
      await flip(path, logFileHeaderBytes + byte, bit);
      const where = `byte ${byte}, bit ${bit}, seed ${seed}`;
      const lost = names[3 + Math.floor(byte / recordBytes)];
      expect(found, where).toEqual(names.filter((name) => name !== lost));
      expect(damages, where).toMatchObject([{ logFile: 2, tornTail: false }]);
    }
  });

  test("of a length in the last log file is no torn tail: the records behind it are read", async () => {
    const { logFile, read } = await written();
    await flip(logFile(3), logFileHeaderBytes + 8 + 2);
    const { names: found, damages } = await read();
    expect(found).toEqual(names.filter((name) => name !== "7"));
    expect(damages).toMatchObject([
      { logFile: 3, tornTail: false, bytes: { length: recordBytes } },
    ]);
  });

  test.each(headerCopyOffsets)(
    "of the header at %i costs nothing: it is there twice",
    async (at) => {
      for (const number of [1, 2, 3]) {
        const { logFile, read } = await written();
        const file = await openFile(logFile(number), "r+");
        await file.write(Buffer.alloc(headerCopyBytes, 0xff), 0, headerCopyBytes, at);
        await file.close();
        expect(await read()).toMatchObject({ names, damages: [] });
      }
    },
  );

  test("of both headers costs the log file: no record in it can be told from an event", async () => {
    const { logFile, read } = await written();
    for (const at of headerCopyOffsets) await flip(logFile(2), at);
    const { names: found, damages } = await read();
    expect(found).toEqual(["1", "2", "3", "7", "8", "9"]);
    const bytes = await readFile(logFile(2));
    expect(damages).toEqual([{ logFile: 2, offset: 0, bytes, tornTail: false }]);
  });

  test("of a header that the disk does not give is no reason to give up the log file", async () => {
    const { disk, read } = await written();
    let failures = 1;
    const failing: Fault = { kind: "error", code: "EIO" };
    disk.plan = ({ operation }) => (operation === "read" && failures-- > 0 ? failing : undefined);
    expect(await read()).toMatchObject({ names, damages: [] });
    failures = 2;
    await expect(read()).rejects.toThrow("EIO");
  });

  test("of a whole sector costs the records on it and no others", async () => {
    const { logFile, read } = await written();
    const file = await openFile(logFile(1), "r+");
    await file.write(Buffer.alloc(recordBytes, 0xff), 0, recordBytes, logFileHeaderBytes + 10);
    await file.close();
    const { names: found, damages } = await read();
    expect(found).toEqual(names.slice(2));
    expect(damages).toHaveLength(1);
    expect(damages[0]).toMatchObject({ logFile: 1, offset: logFileHeaderBytes, tornTail: false });
  });

  test.each<[string, (path: string) => Promise<void>]>([
    ["garbage", (path) => writeFile(path, Buffer.alloc(70, "garbage "))],
    ["empty", (path) => truncate(path, 0)],
    ["missing", (path) => rm(path)],
  ])("a log file that is %s costs itself, and is reported", async (_, harm) => {
    const { logFile, read } = await written();
    await harm(logFile(2));
    const { names: found, damages } = await read();
    expect(found).toEqual(names.filter((name) => !["4", "5", "6"].includes(name)));
    expect(damages.length).toBeGreaterThan(0);
    expect(damages).toContainEqual(expect.objectContaining({ logFile: 2, tornTail: false }));
  });

  test("bytes inside a damaged record that look like one are not taken for one", async () => {
    const { disk, directory, eventLog } = await openLog();
    disks.push(disk);
    await append(eventLog, "forged");
    const path = `${directory}/0000000001.seg`;
    const forged = (await readFile(path)).subarray(logFileHeaderBytes);
    await eventLog.appendParts([{ table: "events", month: 202611, rowCount: 1, rows: forged }]);
    await append(eventLog, "last");
    await flip(path, logFileHeaderBytes + forged.length + 16 + 12 - 4);
    expect((await readAll(disk, directory)).names).toEqual(["forged", "last"]);
    await eventLog.close();
  });

  test("files that are no log files are left alone", async () => {
    const { directory, read } = await written();
    for (const name of ["cursor", "notes.txt", "1.seg"])
      await writeFile(`${directory}/${name}`, "x");
    expect(await read()).toMatchObject({ names, damages: [] });
  });
});

test("a later version is refused with a clear error, and nothing is touched", async () => {
  const { directory, logFile, read } = await written();
  const bytes = await readFile(logFile(1));
  bytes.write("FFLOG4\r\n", "latin1");
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 12)), 12);
  await writeFile(logFile(1), bytes);
  await expect(read()).rejects.toThrow("format version 4, which needs a newer Footfall");
  expect(await readFile(logFile(1))).toEqual(bytes);
  expect(await readdir(directory)).toHaveLength(3);
});

test("a reader beside a live writer never sees beyond its end", async () => {
  const { disk, directory, eventLog } = await openLog({
    logFileBytesMax: logFileHeaderBytes + 300,
  });
  disks.push(disk);
  const acknowledged: string[] = [];
  disk.plan = ({ operation }) => {
    const isBad = ["write", "sync", "truncate"].includes(operation) && random() < 0.2;
    return isBad ? { kind: "error", code: "EIO", torn: random() } : undefined;
  };
  let isDone = false;
  const writing = (async () => {
    for (let i = 0; i < 150; i += 1) {
      const group = [`${i} a`, `${i} b`];
      await eventLog.appendParts([part(group)]).then(
        () => acknowledged.push(...group),
        () => {},
      );
    }
    isDone = true;
  })();
  let reads = 0;
  for (; !isDone; reads += 1) {
    const end = eventLog.end;
    const limited = await readAll(disk, directory, { limit: { end } });
    expect(limited.damages, `seed ${seed}`).toEqual([]);
    expect(limited.names, `seed ${seed}`).toEqual(acknowledged.slice(0, limited.names.length));
    const live = await readAll(disk, directory, { limit: eventLog });
    expect(live.damages, `seed ${seed}`).toEqual([]);
    expect(acknowledged.slice(0, live.names.length), `seed ${seed}`).toEqual(live.names);
  }
  await writing;
  disk.plan = () => undefined;
  await eventLog.close();
  expect(reads).toBeGreaterThan(0);
  expect((await readAll(disk, directory, { limit: eventLog })).names).toEqual(acknowledged);
});
