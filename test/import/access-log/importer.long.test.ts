import { stat } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { combinedLines, createImportWorld, type ImportWorld } from "./import-world.ts";

let world: ImportWorld;
beforeEach(async () => {
  world = await createImportWorld();
});
afterEach(() => world.remove());

describe("progress and stopping", () => {
  test("the bytes read of each file are told after each piece, up to its size", async () => {
    const paths = [
      await world.file("access.log.1", combinedLines(60_000)),
      await world.file("access.log", combinedLines(2)),
    ];
    const told: [string, number][] = [];
    const importer = await world.open();
    await importer.importFiles([world.directory], {
      onProgress: (path, bytesRead) => told.push([path, bytesRead]),
    });

    expect(importer.counts.imported).toBe(60_002);
    expect([...new Set(told.map(([path]) => path))]).toEqual(paths);
    const first = told.filter(([path]) => path === paths[0]).map(([, bytes]) => bytes);
    expect(first).toHaveLength(3);
    expect(first).toEqual([...first].sort((a, b) => a - b));
    expect(first.at(-1)).toBe((await stat(paths[0] ?? "")).size);
  });

  test("a signal stops the import, which continues the next time", async () => {
    const path = await world.file("access.log", combinedLines(120_000));
    const controller = new AbortController();
    const importer = await world.open();
    const stopped = importer.importFiles([path], {
      onProgress: () => controller.abort(new Error("stop")),
      signal: controller.signal,
    });

    await expect(stopped).rejects.toThrow("stop");
    expect(importer.counts.imported).toBeLessThan(120_000);

    const { counts } = await world.importFiles([path]);
    expect(counts.alreadyImported).toBe(importer.counts.imported);
    expect(counts.alreadyImported + counts.imported).toBe(120_000);
  });
});
