import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const cleanUps: (() => Promise<void>)[] = [];

/** Runs the task when the test ends or, outside a test, in `stopAll`. */
export function cleanUp(task: () => Promise<void>): void {
  try {
    onTestFinished(task);
  } catch {
    // `onTestFinished` throws outside a test: there, `beforeAll` hands `stopAll` to `afterAll`.
    cleanUps.push(task);
  }
}

/** Stops everything, in the `afterAll` of files that start Footfall in `beforeAll`. */
export async function stopAll(): Promise<void> {
  for (const task of cleanUps.splice(0).reverse()) await task();
}

/** Makes a directory that is removed when the test ends. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "footfall-test-"));
  // A process that was killed may still be writing its last file.
  cleanUp(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}
