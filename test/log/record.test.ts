import { describe, expect, test } from "vitest";
import { randomFrom } from "../../bench/random.ts";
import {
  decodeLogFileHeader,
  decodeRecord,
  encodeLogFileHeader,
  encodeRecord,
  headerCopyBytes,
  headerCopyOffsets,
  logFileHeaderBytes,
  newNonce,
} from "../../src/log/record.ts";
import { disk } from "../../src/log/synced-disk.ts";
import { FaultyDisk, part } from "../helpers/faulty-disk.ts";

const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const random = randomFrom(seed);

const drops = { ...part(["d"], 202612), table: "drops" as const };
const parts = [part(["a", "bb"], 202610), part([], 202611), part(["ccc"], 202612), drops];
const timeMs = Date.UTC(2026, 10, 20, 9, 30);
const nonce = newNonce();
const recordHeaderBytes = 16;

test("a record gives back its time and its parts, wherever it stands", () => {
  const record = encodeRecord(parts, timeMs, nonce);
  const bytes = Buffer.concat([Buffer.from("before"), record, Buffer.from("behind")]);
  expect(decodeRecord(bytes, 6, nonce)).toEqual({
    kind: "record",
    timeMs,
    parts,
    bytes: record.length,
  });
});

test("a record that is cut off says how many bytes it needs", () => {
  const record = encodeRecord(parts, timeMs, nonce);
  for (let length = 0; length < record.length; length += 1) {
    const bytesNeeded = length < recordHeaderBytes ? recordHeaderBytes : record.length;
    expect(decodeRecord(record.subarray(0, length), 0, nonce)).toEqual({
      kind: "incomplete",
      bytesNeeded,
    });
  }
});

test("no flipped bit goes unnoticed", () => {
  const record = encodeRecord(parts, timeMs, nonce);
  for (let bit = 0; bit < record.length * 8; bit += 1) {
    const bytes = Buffer.from(record);
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(decodeRecord(bytes, 0, nonce).kind, `bit ${bit}`).not.toBe("record");
  }
});

test(`random bytes are never a record, and never throw, seed ${seed}`, () => {
  for (let i = 0; i < 20_000; i += 1) {
    const bytes = Buffer.from(Array.from({ length: 40 }, () => random() * 256));
    nonce.copy(bytes);
    bytes.writeUInt32LE(Math.floor(random() * 40), nonce.length);
    expect(decodeRecord(bytes, 0, nonce).kind).not.toBe("record");
  }
});

test("a record is none under another log file's nonce", () => {
  const record = encodeRecord(parts, timeMs, nonce);
  expect(decodeRecord(record, 0, newNonce()).kind).toBe("damaged");
  newNonce().copy(record);
  expect(decodeRecord(record, 0, record.subarray(0, 8)).kind).toBe("damaged");
});

test("a record too large to be read is not written", () => {
  const rows = Buffer.allocUnsafe(64 * 1024 ** 2);
  const large = { table: "events" as const, month: 202611, rowCount: 1, rows };
  expect(() => encodeRecord([large, large, large, large], timeMs, nonce)).toThrow(RangeError);
});

describe("a log file's header", () => {
  const header = encodeLogFileHeader(70, nonce);
  const copies = headerCopyOffsets.map((at) => header.subarray(at, at + headerCopyBytes));

  test("gives back, in both copies, where the log file before ends and how its records begin", () => {
    for (const previousEnd of [0, 16, 4_294_967_295]) {
      const bytes = encodeLogFileHeader(previousEnd, nonce);
      for (const at of headerCopyOffsets) {
        const expected = { version: 3, previousEnd, nonce, recordsAt: logFileHeaderBytes };
        expect(decodeLogFileHeader(bytes.subarray(at, at + headerCopyBytes))).toEqual(expected);
      }
    }
  });

  test("has its copies on different sectors", () => {
    expect(new Set(headerCopyOffsets.map((at) => Math.floor(at / 4_096))).size).toBe(2);
  });

  test.each([0, 1])("with a flipped bit in copy %i, or short, is none", (number) => {
    const copy = copies[number] ?? Buffer.alloc(0);
    for (let bit = 0; bit < copy.length * 8; bit += 1) {
      const bytes = Buffer.from(copy);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(decodeLogFileHeader(bytes), `bit ${bit}`).toBeUndefined();
    }
    for (let length = 0; length < copy.length; length += 1) {
      expect(decodeLogFileHeader(copy.subarray(0, length))).toBeUndefined();
    }
  });
});

describe("short writes and reads of the kernel", () => {
  test.each([1, 7, 4_096])("of %d bytes at a time add up", async (atOnce) => {
    const faulty = await FaultyDisk.make();
    const file = await disk.create(`${faulty.root}/file`);
    const { write, restore } = await shortened(`${faulty.root}/other`, atOnce);
    try {
      const bytes = Buffer.from(Array.from({ length: 100 }, (_, index) => index));
      await file.writeAt(bytes, 3);
      expect(write.calls).toBe(Math.ceil(100 / atOnce));
      expect(await file.readAt(3, 200)).toEqual(bytes);
    } finally {
      restore();
      await file.close();
      await faulty.destroy();
    }
  });

  test("a write that takes nothing is an error, not an endless loop", async () => {
    const faulty = await FaultyDisk.make();
    const file = await disk.create(`${faulty.root}/file`);
    const { restore } = await shortened(`${faulty.root}/other`, 0);
    try {
      await expect(file.writeAt(Buffer.from("x"), 0)).rejects.toThrow("takes no more bytes");
    } finally {
      restore();
      await file.close();
      await faulty.destroy();
    }
  });
});

/** Makes every file handle take at most `atOnce` bytes at a time. */
async function shortened(path: string, atOnce: number) {
  const { open } = await import("node:fs/promises");
  const handle = await open(path, "w");
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  const original = prototype.write;
  const write = { calls: 0 };
  prototype.write = function short(bytes: Buffer, offset: number, length: number, at: number) {
    write.calls += 1;
    if (atOnce === 0) return Promise.resolve({ bytesWritten: 0, buffer: bytes });
    return original.call(this, bytes, offset, Math.min(length, atOnce), at);
  };
  const restore = () => {
    prototype.write = original;
  };
  return { write, restore };
}
