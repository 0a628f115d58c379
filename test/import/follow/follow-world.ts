import { randomUUID } from "node:crypto";
import {
  appendFileSync,
  copyFileSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { IdempotencyRecords } from "../../../src/collect/idempotency.ts";
import { Importer } from "../../../src/import/access-log/importer.ts";
import { FollowedLog, type FollowTimes } from "../../../src/import/follow/followed-log.ts";
import type { FollowedPiece, FollowedTable } from "../../../src/import/follow/followed-piece.ts";
import { withFollowed } from "../../../src/import/follow/followed-table.ts";
import type { LogPlaces } from "../../../src/import/follow/log-places.ts";
import { settleFollowed } from "../../../src/import/follow/settle-followed.ts";
import { StoredPlaces } from "../../../src/import/follow/stored-places.ts";
import type { Batch } from "../../../src/log/batch.ts";
import type { Website } from "../../../src/websites/website.ts";
import { websiteWith } from "../../helpers/draft.ts";
import { processEvent, recordsInMemory, saltsInMemory } from "../access-log/import-world.ts";
import { combinedLine, timeMs } from "../access-log/samples.ts";

const times: FollowTimes = {
  lookEveryMs: 1,
  sendEveryMs: 2,
  renewEveryMs: 20,
  heldMs: 3,
  rotatedMs: 25,
  steadyMs: 0,
};

/** Thrown where a follower is killed. */
export class Killed extends Error {}

export type FollowWorld = Awaited<ReturnType<typeof createFollowWorld>>;

/** Returns a directory for a log, and a store in memory that followers and imports share. */
export async function createFollowWorld(settings: Partial<Website> = {}) {
  const directory = await mkdtemp(join(tmpdir(), "footfall-follow-"));
  const path = join(directory, "access.log");
  const batches = new Map<string, Buffer>();
  const alive = new Set<string>();
  const state = { imports: 0, isImporting: false, mayKill: () => false };
  const kill = () => {
    if (state.mayKill()) throw new Killed();
  };
  const insert = async ({ id, rows }: Batch) => {
    kill();
    batches.set(id, Buffer.from(rows));
    kill();
  };
  const followed = followedInMemory(alive, kill);
  const records = new IdempotencyRecords(withFollowed(recordsInMemory(), followed), {
    insert,
    insertAgain: async (batch) => void (batches.has(batch.id) || (await insert(batch))),
    has: async ({ id }) => batches.has(id),
  });
  const deps = {
    website: websiteWith(settings),
    processEvent,
    readOf: () => undefined,
    salts: saltsInMemory(),
    idempotencyRecords: records,
    now: () => timeMs + 3_600_000,
  };
  const stored = new StoredPlaces({
    ...deps,
    followed,
    readImports: async () => ({
      imports: String(state.imports),
      isImporting: state.isImporting,
    }),
  });
  let lines = 0;
  return {
    directory,
    path,
    state,
    followed,
    stored,
    remove: () => rm(directory, { recursive: true }),
    /** The number of lines that were written. */
    get lines() {
      return lines;
    },
    write(count: number, tail = "\n"): void {
      const texts = Array.from({ length: count }, (_, i) => lineOf(lines + i));
      lines += count;
      appendFileSync(path, texts.join("\n") + tail);
    },
    /** Renames the earlier files as logrotate does, and packs the older ones. */
    rotate(how: "rename" | "copytruncate" = "rename"): void {
      for (let nth = 60; nth >= 1; nth -= 1) move(`${path}.${nth}.gz`, `${path}.${nth + 1}.gz`);
      const before = read(`${path}.1`);
      if (before !== undefined) {
        writeFileSync(`${path}.2.gz`, gzipSync(before));
        rmSync(`${path}.1`);
      }
      if (how === "rename") move(path, `${path}.1`);
      else {
        copyFileSync(path, `${path}.1`);
        truncateSync(path);
      }
    },
    /** Follows the log. `places` stand in for those of the store. */
    follow(places: LogPlaces = stored, path_ = path) {
      const follower = randomUUID();
      alive.add(follower);
      const stop = new AbortController();
      const messages: string[] = [];
      const log = new FollowedLog({
        path: path_,
        places,
        follower,
        format: undefined,
        times,
        say: (message) => messages.push(message),
        onStored: () => {},
        signal: stop.signal,
      });
      const ended = log.run().finally(() => alive.delete(follower));
      ended.catch(() => {});
      return {
        messages,
        ended,
        stop: () => {
          stop.abort();
          return ended;
        },
      };
    },
    /** Imports files as the command does. Resolves with the lines that it counted. */
    async import(...paths: string[]): Promise<number> {
      state.imports += 1;
      state.isImporting = true;
      try {
        await settleFollowed(followed, deps.website.id, 20);
        const importer = await Importer.open(deps);
        await importer.importFiles(paths);
        return importer.runCounts.imported;
      } finally {
        state.imports += 1;
        state.isImporting = false;
      }
    },
    /** Returns the numbers of the lines that are stored, each as often as it is. */
    counted(): number[] {
      const text = Buffer.concat([...batches.values()]).toString("latin1");
      const numbers = [...text.matchAll(/\/line-(\d+)-/g)].map(([, number]) => Number(number));
      return numbers.sort((a, b) => a - b);
    },
  };
}

function lineOf(nth: number): string {
  return combinedLine.replace("/a", `/line-${nth}-`);
}

function move(from: string, to: string): void {
  if (read(from) !== undefined) renameSync(from, to);
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function followedInMemory(alive: ReadonlySet<string>, kill: () => void): FollowedTable {
  const pieces = new Map<string, FollowedPiece>();
  return {
    list: async (_, before) =>
      [...pieces.values()]
        .filter((piece) => before === undefined || piece.before === before)
        .map((piece) => ({ ...piece, ageMs: alive.has(piece.holder) ? 0 : 60_000 })),
    async write(piece) {
      kill();
      const key = `${piece.before} ${piece.slot}`;
      if ((pieces.get(key)?.version ?? 0) !== piece.version) return undefined;
      const next = { ...piece, version: piece.version + 1 };
      pieces.set(key, next);
      kill();
      return next;
    },
  };
}
