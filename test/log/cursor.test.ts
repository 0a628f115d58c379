import { readFile, truncate, writeFile } from "node:fs/promises";
import { afterEach, describe, expect, test } from "vitest";

import { randomFrom } from "../../bench/random.ts";
import { type Cursor, readCursor, saveCursor } from "../../src/log/cursor.ts";
import { FaultyDisk, type Outcome } from "../helpers/faulty-disk.ts";

const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const random = randomFrom(seed);

const older: Cursor = {
  shipped: { logFile: 1, offset: 16 },
  frozen: { logFile: 1, offset: 900 },
};
const newer: Cursor = {
  shipped: { logFile: 1, offset: 900 },
  frozen: { logFile: 3, offset: 4_000_000_000 },
};

const disks: FaultyDisk[] = [];
afterEach(async () => {
  for (const disk of disks.splice(0)) await disk.destroy();
});

async function withOlder(): Promise<FaultyDisk> {
  const disk = await FaultyDisk.make();
  disks.push(disk);
  await saveCursor(disk, disk.root, older);
  disk.steps.length = 0;
  return disk;
}

test("what was saved is read back", async () => {
  const disk = await withOlder();
  expect(await readCursor(disk, disk.root)).toEqual(older);
  await saveCursor(disk, disk.root, newer);
  expect(await readCursor(disk, disk.root)).toEqual(newer);
});

test("without a file nothing was shipped", async () => {
  const disk = await FaultyDisk.make();
  disks.push(disk);
  const start = { logFile: 1, offset: 0 };
  expect(await readCursor(disk, disk.root)).toEqual({ shipped: start, frozen: start });
});

describe("saving", () => {
  const outcomes: [string, Outcome][] = [
    ["lost", "lost"],
    ["kept", "kept"],
    [`kept or lost one by one, seed ${seed}`, random],
  ];
  test.each(outcomes)(
    "leaves the old or the new one at a power cut at any step, what was not synced is %s",
    async (_, outcome) => {
      for (let cutAt = 1; ; cutAt += 1) {
        const disk = await withOlder();
        disk.plan = ({ number }) =>
          number === cutAt ? { kind: "power cut", torn: random() } : undefined;
        const saved = await saveCursor(disk, disk.root, newer).then(
          () => true,
          () => false,
        );
        const wasCut = disk.hadPowerCut;
        await disk.cutPower(outcome);
        const left = await readCursor(disk, disk.root);
        expect(saved ? [newer] : [older, newer], `step ${cutAt}`).toContainEqual(left);
        await saveCursor(disk, disk.root, newer);
        expect(await readCursor(disk, disk.root)).toEqual(newer);
        if (!wasCut) break;
      }
    },
  );

  test("that fails at any step leaves the old or the new one, and can be repeated", async () => {
    for (let failAt = 1; ; failAt += 1) {
      const disk = await withOlder();
      disk.plan = ({ number }) =>
        number === failAt ? { kind: "error", code: "EIO", torn: random() } : undefined;
      const error = await saveCursor(disk, disk.root, newer).catch((caught: unknown) => caught);
      disk.plan = () => undefined;
      expect([older, newer], `step ${failAt}`).toContainEqual(await readCursor(disk, disk.root));
      await saveCursor(disk, disk.root, newer);
      await disk.cutPower("lost");
      expect(await readCursor(disk, disk.root), `step ${failAt}`).toEqual(newer);
      if (error === undefined) break;
    }
  });
});

describe("of the two copies", () => {
  /** The position where each copy begins. Its first `copyBytes` bytes carry meaning. */
  const copies = [0, 4_096];
  const copyBytes = 20;

  test("either one will do, whatever bit of the other is flipped", async () => {
    const disk = await withOlder();
    const path = `${disk.root}/cursor`;
    const whole = await readFile(path);
    for (const copy of copies) {
      for (let bit = 0; bit < copyBytes * 8; bit += 1) {
        await writeFile(path, withBitFlipped(whole, copy * 8 + bit));
        expect(await readCursor(disk, disk.root), `bit ${bit} of ${copy}`).toEqual(older);
      }
    }
  });

  test("either one will do when the disk does not give the other", async () => {
    const disk = await withOlder();
    for (const failing of [1, 2]) {
      let reads = 0;
      disk.plan = ({ operation }) => {
        if (operation !== "read") return undefined;
        reads += 1;
        return reads === failing ? { kind: "error", code: "EIO" } : undefined;
      };
      expect(await readCursor(disk, disk.root), `read ${failing}`).toEqual(older);
    }
  });

  test("the first copy will do if the file was cut off behind it; a cut within it leaves none", async () => {
    const disk = await withOlder();
    const path = `${disk.root}/cursor`;
    const { length } = await readFile(path);
    for (const shorter of [length - 1, 4_096, copyBytes]) {
      await truncate(path, shorter);
      expect(await readCursor(disk, disk.root), `${shorter}`).toEqual(older);
    }
    for (let shorter = copyBytes - 1; shorter >= 0; shorter -= 1) {
      await truncate(path, shorter);
      expect(await readCursor(disk, disk.root), `${shorter}`).toBeUndefined();
    }
  });

  test("neither is trusted if both are damaged, in any bit, and the file stays as it is", async () => {
    const disk = await withOlder();
    const path = `${disk.root}/cursor`;
    const whole = await readFile(path);
    for (let bit = 0; bit < copyBytes * 8; bit += 1) {
      const half = withBitFlipped(whole, bit);
      const bytes = withBitFlipped(half, 4_096 * 8 + bit);
      await writeFile(path, bytes);
      expect(await readCursor(disk, disk.root), `bit ${bit}`).toBeUndefined();
      expect(await readFile(path)).toEqual(bytes);
    }
  });
});

function withBitFlipped(whole: Buffer, bit: number): Buffer {
  const bytes = Buffer.from(whole);
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return bytes;
}
