import type { ImportRecord } from "../../model/import.ts";
import { toFailure } from "../api/failure.ts";

export const pollMs = 1_000;
/** Other processes of the server may know of a new import so many polls later. */
const unknownMax = 3;

interface FollowOptions {
  readonly fetchRecord: () => Promise<ImportRecord>;
  readonly onRecord: (record: ImportRecord) => void;
  readonly wait: () => Promise<void>;
}

/**
 * Fetches an import again and again until it has ended. Resolves with it as it is then. Rejects
 * with the `Failure` of a fetch, but tries again after those that pass.
 */
export async function followImport(options: FollowOptions): Promise<ImportRecord> {
  const { fetchRecord, onRecord, wait } = options;
  for (let unknown = 0; ; ) {
    await wait();
    try {
      const record = await fetchRecord();
      if (record.status !== "running") return record;
      onRecord(record);
    } catch (cause) {
      const failure = toFailure(cause);
      if (failure.code === "NOT_FOUND") unknown += 1;
      else if (!passing.has(failure.code)) throw failure;
      if (unknown > unknownMax) throw failure;
    }
  }
}

/** Codes of failures that pass without anybody doing something. */
const passing = new Set(["OFFLINE", "UNAVAILABLE", "OVERLOADED", "STORE_UNAVAILABLE"]);
