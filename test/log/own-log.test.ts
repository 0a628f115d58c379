import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";

import type { BatchStore } from "../../src/log/batch.ts";
import { newLogId } from "../../src/log/log-directory.ts";
import { OwnLog } from "../../src/log/own-log.ts";
import { disk } from "../../src/log/synced-disk.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { append, silent } from "../helpers/shipping.ts";

const mebibyte = 1024 ** 2;
const measuredMs = 10_000;
const never = () => new Promise<never>(() => {});

/** Opens a log on a disk whose free bytes the test sets; nothing is shipped. */
async function open(freeBytes: number) {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const directory = await temporaryDirectory();
  await mkdir(join(directory, "log"));
  const free = { bytes: freeBytes, asked: 0 };
  const fs = {
    ...disk,
    freeBytes: async () => {
      free.asked += 1;
      return free.bytes;
    },
  };
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const logger = Object.assign(Object.create(silent), { warn: say, info: say }) as typeof silent;
  const store: BatchStore = { insert: never, insertAgain: never };
  const own = await OwnLog.open({
    fs,
    directory,
    logId: newLogId(),
    store,
    logger,
    bytesMax: 1024 * mebibyte,
  });
  onTestFinished(() => own.stop(0));
  const setFree = async (bytes: number) => {
    free.bytes = bytes;
    await vi.advanceTimersByTimeAsync(measuredMs);
  };
  return { own, lines, free, setFree };
}

test("a log that began on a full disk takes events once there is room, and says both", async () => {
  const { own, lines, free, setFree } = await open(100 * mebibyte);
  expect(own.eventLog.accepts).toBe(false);
  await expect(append(own.eventLog, "/")).rejects.toMatchObject({
    code: "LOG_FULL",
    message: "The server's disk is almost full, so events cannot be accepted now",
    cause: { message: "the disk of DATA_DIR has 105 MB free, of which 268 are kept" },
  });
  const low = "no events are accepted: the disk of DATA_DIR has 105 MB free, of which 268 are kept";
  expect(lines).toEqual([low]);

  await setFree(100 * mebibyte);
  expect(lines).toEqual([low]);
  await setFree(1_500 * mebibyte);
  expect(free.asked).toBe(3);
  expect(lines.at(-1)).toMatch(/^events are accepted again: .* has 1573 MB free/);
  await append(own.eventLog, "/");

  await setFree(256 * mebibyte);
  expect(own.eventLog.accepts).toBe(false);
  await expect(append(own.eventLog, "/")).rejects.toMatchObject({ code: "LOG_FULL" });
});

test("what is in the log does not count twice, and a new share of the log keeps to the disk", async () => {
  const { own, setFree } = await open(1_500 * mebibyte);
  await append(own.eventLog, "/");
  const bytes = own.eventLog.unshippedBytes;
  // So much is left as one more event takes.
  await setFree(256 * mebibyte + bytes);
  await append(own.eventLog, "/");
  await expect(append(own.eventLog, "/")).rejects.toMatchObject({ code: "LOG_FULL" });
  own.limit(2_048 * mebibyte);
  await expect(append(own.eventLog, "/")).rejects.toMatchObject({ code: "LOG_FULL" });
});
