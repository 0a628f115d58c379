import { open, readFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";

import { writeRow } from "../../src/events/row.ts";
import { RowBinaryWriter } from "../../src/events/row-binary.ts";
import { EventLog } from "../../src/log/event-log.ts";
import { makeLog, newLogId, type ShippingOptions } from "../../src/log/log-directory.ts";
import { OrphanedLogs } from "../../src/log/orphaned-logs.ts";
import { logFileName } from "../../src/log/position.ts";
import { disk } from "../../src/log/synced-disk.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { draftWith } from "../helpers/draft.ts";
import { append, entries, pagePrefix, pageRows, plainMonth, silent } from "../helpers/shipping.ts";
import { TestStore } from "../helpers/test-store.ts";
import { version1Record, writeVersion1Log } from "./version-1-log.ts";

let store: TestStore;
beforeAll(async () => {
  store = await TestStore.start();
});
afterAll(() => store.stop());

const isAscii = (bytes: Buffer) => bytes.every((byte) => byte < 0x80);
/** A time whose bytes are ASCII, as those of the other columns are: 2022-02-17. */
const timeMs = 0x017f_0747_1020;
const forgedPage = "/forged-history";

/**
 * Returns a whole record of version 1, of one row, that a prop can hold. A visitor exists for whom
 * the CRC is ASCII too.
 */
function forgedRecord(): string {
  for (let visitor = 1n; visitor < 0x80n; visitor += 1n) {
    const writer = new RowBinaryWriter();
    const event = { ...draftWith().row, page: forgedPage, hostname: "victim.example" };
    writeRow(writer, { ...event, websiteId: 1, date: 0x5067, visitor, timeMs });
    const part = { table: "events" as const, month: 202_605, rowCount: 1, rows: writer.take() };
    const record = version1Record([part], timeMs);
    if (isAscii(record)) return record.toString("latin1");
  }
  throw new Error("no visitor has a CRC of ASCII");
}

/** Appends an event whose prop holds the bytes; any client can send it. */
async function appendForged(eventLog: EventLog): Promise<string> {
  const page = `${pagePrefix()}sender`;
  const row = { ...draftWith().row, websiteId: 7, date: 20_000, page };
  const props = [["note", `${forgedRecord()}, and more`]] as const;
  await eventLog.append(plainMonth, (writer) => writeRow(writer, { ...row, props }));
  return page;
}

/** Makes a `DATA_DIR` with a log whose writer is gone, and the next start's shipping of it. */
async function logOfADeadWriter() {
  const directory = await temporaryDirectory();
  const logId = newLogId();
  const options: ShippingOptions = { fs: disk, directory, store: store.table, logger: silent };
  const own = await makeLog(options, logId);
  const lines: { level: string; msg: string }[] = [];
  const logger = pino(
    { formatters: { level: (level) => ({ level }) } },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  const ship = async () => {
    await (await OrphanedLogs.open({ ...options, logger })).shipped();
    const levels = lines.filter(({ msg }) => msg.includes("a log ")).map(({ level }) => level);
    const rejected = await entries(directory, "quarantine");
    return { levels, rejected, isForged: (await store.counted()).has(forgedPage) };
  };
  return { own, logFile: join(own, logFileName(1)), ship };
}

test("a record that an event holds is a torn tail with the event that a crash cut off", async () => {
  const { own, logFile, ship } = await logOfADeadWriter();
  const eventLog = new EventLog({ fs: disk, directory: own, bytesMax: 1e9 });
  const before = await append(eventLog, `${pagePrefix()}before`);
  const sender = await appendForged(eventLog);
  await eventLog.close();
  await truncate(logFile, eventLog.end.offset - 3);

  expect(await ship()).toEqual({ levels: ["info"], rejected: [], isForged: false });
  await store.expectOnce([before]);
  expect((await store.counted()).has(sender)).toBe(false);
});

test("a record that an event holds is none where the event's own record is damaged", async () => {
  const { own, logFile, ship } = await logOfADeadWriter();
  const eventLog = new EventLog({ fs: disk, directory: own, bytesMax: 1e9 });
  const pages = [await append(eventLog, `${pagePrefix()}before`)];
  const { offset } = eventLog.end;
  await appendForged(eventLog);
  pages.push(await append(eventLog, `${pagePrefix()}behind`));
  await eventLog.close();
  const file = await open(logFile, "r+");
  await file.write(Buffer.alloc(16, 0xff), 0, 16, offset);
  await file.close();

  expect(await ship()).toMatchObject({ levels: ["error"], isForged: false });
  await store.expectOnce(pages);
});

test("a log of version 1 is shipped whole, beside one of version 2", async () => {
  const directory = await temporaryDirectory();
  const options: ShippingOptions = { fs: disk, directory, store: store.table, logger: silent };
  const prefix = pagePrefix();
  const pages = ["1", "2", "3", "4", "5"].map((name) => `${prefix}${name}`);
  const part = (names: readonly string[]) => ({
    table: "events" as const,
    month: plainMonth,
    rowCount: names.length,
    rows: pageRows(names),
  });
  const earlier = [[part(pages.slice(0, 2)), part(pages.slice(2, 3))], [part(pages.slice(3))]];
  await writeVersion1Log(await makeLog(options, newLogId()), earlier);
  const own = await makeLog(options, newLogId());
  const eventLog = new EventLog({ fs: disk, directory: own, bytesMax: 1e9 });
  pages.push(await append(eventLog, `${prefix}new`));
  await eventLog.close();
  expect((await readFile(join(own, logFileName(1)))).toString("latin1", 0, 6)).toBe("FFLOG3");

  await (await OrphanedLogs.open(options)).shipped();

  await store.expectOnce(pages);
  expect(await entries(directory, "log")).toEqual([]);
  expect(await entries(directory, "quarantine")).toEqual([]);
});

test("a record that an event holds is part of the torn tail of version 1, too", async () => {
  const { own, logFile, ship } = await logOfADeadWriter();
  const page = `${pagePrefix()}before`;
  const writer = new RowBinaryWriter();
  const props = [["note", `${forgedRecord()}, and more`]] as const;
  writeRow(writer, { ...draftWith().row, websiteId: 7, date: 20_000, props });
  const part = { table: "events" as const, month: plainMonth, rowCount: 1 };
  await writeVersion1Log(own, [
    [
      { ...part, rows: pageRows([page]) },
      { ...part, rows: writer.take() },
    ],
  ]);
  await truncate(logFile, (await readFile(logFile)).length - 3);

  expect(await ship()).toEqual({ levels: ["info"], rejected: [], isForged: false });
  await store.expectOnce([page]);
});
