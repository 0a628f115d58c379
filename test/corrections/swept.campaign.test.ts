import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";

import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { serveTest } from "../helpers/footfall.ts";
import { recordServerLog } from "../helpers/server-logs.ts";
import { correct } from "./correcting.ts";

afterEach(stopAll);

const hidden = "quite-a-secret-path";

/** Resolves with the files that have the text, which no column of a test compresses away. */
async function filesWith(directory: string, text: string): Promise<string[]> {
  // The engine removes directories meanwhile.
  const names = await eventually(() =>
    readdir(directory, { recursive: true, withFileTypes: true }),
  );
  const found: string[] = [];
  for (const entry of names) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path, "latin1").catch(() => "");
    if (bytes.includes(text)) found.push(path);
  }
  return found;
}

test("a minute after a deletion is done, no file of the server has what was deleted", async () => {
  const directory = await temporaryDirectory();
  const footfall = await serveTest({ DATA_DIR: directory }, recordServerLog("swept"));
  try {
    const { id, domain } = await footfall.store("example.com");
    // Texts of an event alone are stored as they are.
    await footfall.send({ id, domain }, [{ at: "10:00:00", page: `/${hidden}` }]);
    await footfall.server.rollUp();
    expect((await filesWith(directory, hidden)).length).toBeGreaterThan(0);
    await correct(footfall, id, {
      kind: "delete",
      filters: { page: [`/${hidden}`] },
      from: "2025-06-01",
      to: "2025-06-30",
    });
    const doneMs = performance.now();
    let left = await filesWith(directory, hidden);
    while (left.length > 0 && performance.now() - doneMs < 70_000) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      left = await filesWith(directory, hidden);
    }
    expect(left).toEqual([]);
    process.stdout.write(`swept after ${Math.round((performance.now() - doneMs) / 1000)} s\n`);
  } finally {
    await footfall.server.stop();
  }
}, 120_000);
