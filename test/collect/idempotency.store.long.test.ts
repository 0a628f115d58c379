import { beforeAll, expect, test } from "vitest";

import {
  type BatchKey,
  batchKeys,
  type Delivery,
  IdempotencyRecords,
  KeyReused,
} from "../../src/collect/idempotency.ts";
import { writeRow } from "../../src/events/row.ts";
import { RowBinaryWriter } from "../../src/events/row-binary.ts";
import { type EventTable, eventTable } from "../../src/tables/event-table.ts";
import { idempotencyTable, removeRecords } from "../../src/tables/idempotency-table.ts";
import { draftWith } from "../helpers/draft.ts";
import { selectRows } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);
let events: EventTable;
beforeAll(async () => {
  events = eventTable(footfall.server.store.db);
});

const dayMs = 24 * 60 * 60 * 1000;
let websites = 4_100_000_000;

function rowsOfMonth(websiteId: number, month: number, count: number) {
  const writer = new RowBinaryWriter();
  const timeMs = Date.UTC(Math.floor(month / 100), (month % 100) - 1, 10);
  const { row } = draftWith({ incoming: { timeMs } });
  for (let i = 0; i < count; i += 1) {
    writeRow(writer, { ...row, websiteId, date: timeMs / dayMs });
  }
  return { table: "events" as const, month, rowCount: count, rows: writer.take() };
}

/** Returns two events in each of the months, of a website that no other test has. */
function delivery(months: readonly number[] = [202_601, 202_602]) {
  websites += 1;
  const websiteId = websites;
  const parts = months.map((month) => rowsOfMonth(websiteId, month, 2));
  return {
    websiteId,
    key: "key",
    expiresAtMs: Date.now() + dayMs,
    outcome: { accepted: 2 * months.length, batches: batchKeys(parts) },
    parts,
  } satisfies Delivery<{ accepted: number; batches: readonly BatchKey[] }>;
}

function recordsOn(table: EventTable, now: () => number = Date.now): IdempotencyRecords {
  return new IdempotencyRecords(idempotencyTable(footfall.server.store.db, now), table, now);
}

async function countOf(websiteId: number): Promise<number> {
  const rows = await selectRows(footfall, `SELECT 1 FROM events WHERE website_id = ${websiteId}`);
  return rows.length;
}

/** Returns the table with a fault: its insert number `call` fails before or after its work. */
function failingAt(call: number, when: "before" | "after"): EventTable {
  let calls = 0;
  return {
    ...events,
    async insert(batch) {
      calls += 1;
      if (calls === call && when === "before") throw new Error("crash");
      await events.insert(batch);
      if (calls === call) throw new Error("crash");
    },
  };
}

test.each([
  ["between the record and the events", 1, "before"],
  ["when the first month has arrived", 1, "after"],
  ["between two months", 2, "before"],
  ["when everything has arrived", 2, "after"],
] as const)(
  "a crash %s leaves nothing that the next delivery does not mend",
  async (_what, call, when) => {
    const sent = delivery();
    await expect(recordsOn(failingAt(call, when)).once(sent)).rejects.toThrow("crash");

    // Another process, as after a restart.
    expect(await recordsOn(events).once(sent)).toEqual(sent.outcome);
    expect(await countOf(sent.websiteId)).toBe(4);
    expect(await recordsOn(events).once(sent)).toEqual(sent.outcome);
    expect(await countOf(sent.websiteId)).toBe(4);
  },
);

test("a crash does not keep the next delivery of the same process waiting", async () => {
  const sent = delivery();
  const records = recordsOn(failingAt(1, "before"));
  const results = await Promise.allSettled([records.once(sent), records.once(sent)]);

  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect(await countOf(sent.websiteId)).toBe(4);
});

test("several processes that deliver the same at once count it once, and none of them fails", async () => {
  const sent = delivery();
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => recordsOn(events).once(sent)));

  expect(outcomes).toEqual(Array(6).fill(sent.outcome));
  expect(await countOf(sent.websiteId)).toBe(4);
});

test("the outcome of the first delivery is the outcome of all, and its months are the only ones", async () => {
  const sent = delivery([202_601]);
  const records = recordsOn(events);
  await records.once(sent);
  const parts = [202_601, 202_603].map((month) => rowsOfMonth(sent.websiteId, month, 1));
  const other = { ...sent, outcome: { accepted: 9, batches: batchKeys(parts) }, parts };

  expect(await records.once(other)).toEqual(sent.outcome);
  expect(await countOf(sent.websiteId)).toBe(2);
});

test("of different deliveries that several processes have under one key, one is counted and the others are refused", async () => {
  const { websiteId, parts, ...sent } = delivery();
  const other = rowsOfMonth(websiteId, 202_603, 5);
  const deliveries = Array.from({ length: 6 }, (_, n) => {
    const own = n % 2 === 0 ? parts : [other];
    const outcome = { accepted: n % 2 === 0 ? 4 : 5, batches: batchKeys(own), digest: `${n % 2}` };
    return { ...sent, websiteId, outcome, parts: own };
  });
  const results = await Promise.allSettled(deliveries.map((one) => recordsOn(events).once(one)));

  const taken = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  const refused = results.flatMap((result) => (result.status === "rejected" ? result.reason : []));
  expect(taken).toEqual(Array(3).fill(taken[0]));
  expect(refused).toEqual(Array(3).fill(expect.any(KeyReused)));
  expect(await countOf(websiteId)).toBe(taken[0]?.accepted);
});

test("a delivery without events has a record too", async () => {
  const sent = delivery([]);
  const records = recordsOn(events);

  expect(await records.once(sent)).toEqual({ accepted: 0, batches: [] });
  expect(await records.find(sent.websiteId, sent.key)).toMatchObject({ key: "key" });
});

test("a record that has expired makes room for another one", async () => {
  const sent = delivery([202_601]);
  let nowMs = Date.now();
  const records = recordsOn(events, () => nowMs);
  const again = () => records.once({ ...sent, expiresAtMs: nowMs + dayMs });
  await again();
  nowMs = sent.expiresAtMs - 2_000;
  await again();
  expect(await countOf(sent.websiteId)).toBe(2);
  nowMs = sent.expiresAtMs + 2_000;
  await again();
  await again();
  expect(await countOf(sent.websiteId)).toBe(4);
});

test("a record that is gone before its day is over makes room for another one", async () => {
  const first = delivery();
  await recordsOn(events).once(first);
  await removeRecords(footfall.server.store.db, first.websiteId, [first.key]);
  const again = { ...first, outcome: { ...first.outcome, accepted: 7 } };
  const processes = Array.from({ length: 4 }, () => recordsOn(events));
  const outcomes = await Promise.all(processes.map((records) => records.once(again)));

  expect(outcomes.map(({ accepted }) => accepted)).toEqual([7, 7, 7, 7]);
  expect(await countOf(first.websiteId)).toBe(8);
});

test("records are found by the start of their key", async () => {
  const { websiteId, ...rest } = delivery([]);
  const records = recordsOn(events);
  for (const key of ["log:a", "log:b", "log%", "request:a"]) {
    await records.once({ ...rest, websiteId, key });
  }
  const keys = async (prefix: string) =>
    (await records.list(websiteId, prefix)).map(({ key }) => key);

  expect(await keys("log:")).toEqual(["log:a", "log:b"]);
  expect(await keys("log%")).toEqual(["log%"]);
  expect(await keys("none")).toEqual([]);
  expect(await records.find(websiteId, "log:")).toBeUndefined();
  expect(await records.find(websiteId + 1, "log:a")).toBeUndefined();
});
