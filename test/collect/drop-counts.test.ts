import { expect, test } from "vitest";

import { DropCounts } from "../../src/collect/drop-counts.ts";
import type { Part } from "../../src/log/record.ts";

/** 2026-10-31 and the day after. */
const october = 20_757;
const november = 20_758;

/** A log that keeps what it takes, or refuses. */
function logOf() {
  const taken: Part[] = [];
  let waiting = () => {};
  const log = {
    taken,
    refuses: false,
    holds: false,
    release: () => waiting(),
    async appendParts(parts: readonly Part[]) {
      if (log.holds) {
        await new Promise<void>((resolve) => {
          waiting = resolve;
        });
      }
      if (log.refuses) throw new Error("full");
      taken.push(...parts);
    },
  };
  return log;
}

/** `website day reason` → number, added up over all rows. */
function countsIn(parts: readonly Part[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { table, rows, rowCount } of parts) {
    expect(table).toBe("drops");
    let position = 0;
    for (let row = 0; row < rowCount; row += 1) {
      const length = rows.readUInt8(position + 6);
      const reason = rows.toString("latin1", position + 7, position + 7 + length);
      const key = `${rows.readUInt32LE(position)} ${rows.readUInt16LE(position + 4)} ${reason}`;
      position += 7 + length;
      counts[key] = (counts[key] ?? 0) + Number(rows.readBigUInt64LE(position));
      position += 8;
    }
    expect(position).toBe(rows.length);
  }
  return counts;
}

test("counts go to the log by month, and once", async () => {
  const log = logOf();
  const counts = new DropCounts(log);
  for (let i = 0; i < 300; i += 1) counts.add(7, october, "bot");
  counts.add(7, november, "bot");
  counts.add(7, november, "ip");
  counts.add(4_294_967_295, november, "hostname");
  await counts.flush();
  await counts.flush();

  expect(log.taken.map(({ month, rowCount }) => [month, rowCount])).toEqual([
    [202_610, 1],
    [202_611, 3],
  ]);
  expect(countsIn(log.taken)).toEqual({
    "7 20757 bot": 300,
    "7 20758 bot": 1,
    "7 20758 ip": 1,
    "4294967295 20758 hostname": 1,
  });
});

test("without drops nothing is written", async () => {
  const log = logOf();
  await new DropCounts(log).flush();
  expect(log.taken).toEqual([]);
});

test("what the log refuses is kept, and goes with what comes after", async () => {
  const log = logOf();
  const counts = new DropCounts(log);
  log.refuses = true;
  for (let i = 0; i < 3; i += 1) {
    counts.add(7, october, "bot");
    await expect(counts.flush()).rejects.toThrow("full");
  }
  log.refuses = false;
  counts.add(7, october, "bot");
  await counts.flush();

  expect(countsIn(log.taken)).toEqual({ "7 20757 bot": 4 });
});

test("a flush waits for the one before, and takes what came meanwhile", async () => {
  const log = logOf();
  const counts = new DropCounts(log);
  log.holds = true;
  counts.add(7, october, "bot");
  const first = counts.flush();
  const second = counts.flush();
  let isOver = false;
  void second.then(() => {
    isOver = true;
  });
  await new Promise(setImmediate);
  counts.add(7, october, "bot");
  expect([isOver, log.taken]).toEqual([false, []]);
  log.holds = false;
  log.release();
  await first;
  await second;

  expect(countsIn(log.taken)).toEqual({ "7 20757 bot": 2 });
});
