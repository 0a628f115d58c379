import { expect, test } from "vitest";

import { Tally } from "../../src/collect/tally.ts";
import type { RecordPart } from "../../src/log/record.ts";

/** 2026-10-31 and the day after. */
const october = 20_757;
const november = 20_758;

/** Returns a log that collects its records, or refuses them. */
function logOf() {
  const taken: RecordPart[] = [];
  let waiting = () => {};
  const log = {
    taken,
    refuses: false,
    holds: false,
    release: () => waiting(),
    async appendParts(parts: readonly RecordPart[]) {
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

/** Returns the sum of all rows for each `website day reason`. */
function countsIn(parts: readonly RecordPart[]): Record<string, number> {
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
  const counter = new Tally();
  for (let i = 0; i < 300; i += 1) counter.addDrop(7, october, "bot");
  counter.addDrop(7, november, "bot");
  counter.addDrop(7, november, "ip");
  counter.addDrop(4_294_967_295, november, "hostname");
  await counter.flush(log);
  await counter.flush(log);

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
  await new Tally().flush(log);
  expect(log.taken).toEqual([]);
});

test("drops that the log refuses are written with later ones", async () => {
  const log = logOf();
  const counter = new Tally();
  log.refuses = true;
  for (let i = 0; i < 3; i += 1) {
    counter.addDrop(7, october, "bot");
    await expect(counter.flush(log)).rejects.toThrow("full");
  }
  log.refuses = false;
  counter.addDrop(7, october, "bot");
  await counter.flush(log);

  expect(countsIn(log.taken)).toEqual({ "7 20757 bot": 4 });
});

test("a flush waits for the one before, and takes what came meanwhile", async () => {
  const log = logOf();
  const counter = new Tally();
  log.holds = true;
  counter.addDrop(7, october, "bot");
  const first = counter.flush(log);
  const second = counter.flush(log);
  let isOver = false;
  void second.then(() => {
    isOver = true;
  });
  await new Promise(setImmediate);
  counter.addDrop(7, october, "bot");
  expect([isOver, log.taken]).toEqual([false, []]);
  log.holds = false;
  log.release();
  await first;
  await second;

  expect(countsIn(log.taken)).toEqual({ "7 20757 bot": 2 });
});

test("totals are by reason, of all websites and days", () => {
  const counter = new Tally();
  expect(counter.drops()).toEqual({});
  counter.addDrop(7, october, "bot", 3);
  counter.addDrop(7, november, "bot");
  counter.addDrop(8, november, "ip");

  expect(counter.drops()).toEqual({ bot: 4, ip: 1 });
});
