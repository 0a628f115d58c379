import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import {
  type IdempotencyRecord,
  IdempotencyRecords,
  type IdempotencyTable,
} from "../../../src/collect/idempotency.ts";
import { createPipeline } from "../../../src/collect/pipeline.ts";
import { Salts } from "../../../src/collect/salts.ts";
import { Importer, type ImporterDeps } from "../../../src/import/access-log/importer.ts";
import type { Batch } from "../../../src/log/batch.ts";
import { unnamedReader } from "../../../src/reads/reader.ts";
import { websiteWith } from "../../helpers/draft.ts";
import { combinedLine, timeMs } from "./samples.ts";

export type ImportWorld = Awaited<ReturnType<typeof createImportWorld>>;

/** Processes events without looking up agents and places. Nobody without an agent is human. */
export const processEvent = createPipeline({
  readOf: () => undefined,
  recogniseAgent: (userAgent) => ({
    bot: userAgent === "",
    isHeadless: false,
    reader: userAgent === "" ? unnamedReader : undefined,
    browser: "",
    browserVersion: "",
    operatingSystem: "",
    operatingSystemVersion: "",
    device: "",
  }),
  findPlace: () => ({ continent: "", country: "", region: "", city: "" }),
  isHosting: () => false,
  saltOf: () => "salt",
});

/** Returns a directory for logs, and imports into a store in memory that remembers its batches. */
export async function createImportWorld() {
  const directory = await mkdtemp(join(tmpdir(), "footfall-import-"));
  const batches = new Map<string, Omit<Batch, "rows">>();
  const insert = async ({ id, table, month }: Batch) => void batches.set(id, { id, table, month });
  const records = new IdempotencyRecords(recordsInMemory(), {
    insert,
    insertAgain: insert,
    has: async ({ id }) => batches.has(id),
  });

  async function open(deps: Partial<ImporterDeps> = {}): Promise<Importer> {
    return Importer.open({
      website: websiteWith(),
      processEvent,
      readOf: () => undefined,
      salts: saltsInMemory(),
      idempotencyRecords: records,
      now: () => timeMs + 3_600_000,
      ...deps,
    });
  }
  return {
    directory,
    batches,
    records,
    open,
    remove: () => rm(directory, { recursive: true }),
    async file(name: string, lines: readonly string[]): Promise<string> {
      const path = join(directory, name);
      const text = `${lines.join("\n")}\n`;
      await writeFile(path, name.endsWith(".gz") ? gzipSync(text) : text);
      return path;
    },
    async importFiles(paths: readonly string[], deps: Partial<ImporterDeps> = {}) {
      const importer = await open(deps);
      await importer.importFiles(paths);
      return importer;
    },
  };
}

export function recordsInMemory(): IdempotencyTable {
  const stored = new Map<string, IdempotencyRecord>();
  return {
    find: async (_websiteId, key) => stored.get(key),
    add: async (record) => void (stored.has(record.key) || stored.set(record.key, record)),
    list: async (_websiteId, prefix) =>
      [...stored.values()].filter(({ key }) => key.startsWith(prefix)),
  };
}

export function saltsInMemory(): Salts {
  const table = {
    find: async () => undefined,
    add: async () => {},
    destroyExpired: async () => {},
  };
  const salt = (day: number) => ({ day, salt: "salt", expiresAtMs: Number.POSITIVE_INFINITY });
  return new Salts(table, () => timeMs, [20_590, 20_591].map(salt));
}

/** Returns lines of the combined format, each of another page. */
export function combinedLines(count: number): string[] {
  return Array.from({ length: count }, (_, i) => combinedLine.replace("/a", `/page-${i}`));
}
