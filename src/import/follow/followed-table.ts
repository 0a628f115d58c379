import { randomUUID } from "node:crypto";

import type { Database } from "../../clickhouse/database.ts";
import { insertRow } from "../../clickhouse/insert-row.ts";
import { bind, sql } from "../../clickhouse/sql.ts";
import type { IdempotencyRecord, IdempotencyTable } from "../../collect/idempotency.ts";
import { keyPrefix, neverMs, type PieceOutcome } from "../access-log/known-pieces.ts";
import type { FollowedPart, FollowedPiece, FollowedTable } from "./followed-piece.ts";

const noBatch = "00000000-0000-0000-0000-000000000000";

interface Row {
  website_id: number;
  before: string;
  slot: number;
  version: number;
  holder: string;
  lines: number;
  bytes: number;
  end: string;
  part: FollowedPart["state"] | "none";
  part_bytes: number;
  part_end: string;
  batch: string;
  outcome: string;
}

/** Returns the access to `followed_logs`. */
export function followedTable(db: Database): FollowedTable {
  return {
    async list(websiteId, before) {
      const ofLog = before === undefined ? sql`` : sql`AND before = ${bind("String", before)}`;
      const rows = await db.rows<Row & { age_ms: number }>(sql`
        SELECT
          * EXCEPT (writer, written_at),
          toUnixTimestamp64Milli(now64(3)) - toUnixTimestamp64Milli(written_at) AS age_ms
        FROM followed_logs FINAL
        WHERE website_id = ${bind("UInt32", websiteId)} ${ofLog}
        ORDER BY before, slot`);
      return rows.map(({ age_ms: ageMs, ...row }) => ({ ...toPiece(row), ageMs }));
    },

    async write(piece) {
      const next = { ...piece, version: piece.version + 1 };
      const { websiteId, before, slot, version } = next;
      const writer = randomUUID();
      const row = { ...toRow(next), writer };
      const token = `followed:${websiteId}:${before}:${slot}:${version}`;
      await insertRow(db, sql`followed_logs`, row, token);
      const [newest] = await db.rows<{ writer: string }>(sql`
        SELECT writer
        FROM followed_logs FINAL
        WHERE website_id = ${bind("UInt32", websiteId)}
          AND before = ${bind("String", before)}
          AND slot = ${bind("UInt32", slot)}`);
      return newest?.writer === writer ? next : undefined;
    },
  };
}

/** Returns the idempotency records, with those that the pieces of followed logs stand for. */
export function withFollowed(records: IdempotencyTable, followed: FollowedTable): IdempotencyTable {
  const isOfLogs = (text: string) => text.startsWith(keyPrefix);
  return {
    ...records,
    async find(websiteId, key) {
      const found = await records.find(websiteId, key);
      if (found !== undefined || !isOfLogs(key)) return found;
      const pieces = await followed.list(websiteId, key.split(":")[1]);
      return pieces.flatMap(toRecord).find((record) => record.key === key);
    },
    async list(websiteId, prefix) {
      const found = await records.list(websiteId, prefix);
      if (!isOfLogs(prefix)) return found;
      const pieces = await followed.list(websiteId, prefix.split(":")[1] || undefined);
      return [...found, ...pieces.flatMap(toRecord)];
    },
  };
}

/** Returns the record of a piece, or of its part if that is all there is; none if it is empty. */
function toRecord({ websiteId, before, lines, end, part }: FollowedPiece): IdempotencyRecord[] {
  const record = (outcome: PieceOutcome, batch: string): IdempotencyRecord => ({
    websiteId,
    key: `${keyPrefix}${before}:${outcome.end}`,
    batch,
    outcome: JSON.stringify(outcome),
    expiresAtMs: neverMs,
  });
  if (lines > 0) {
    const counts = { imported: 0, unreadable: 0, dropped: {} };
    return [record({ ...counts, lines, end, batches: [] }, noBatch)];
  }
  return part?.state === "certain" ? [record(part.outcome, part.batch)] : [];
}

function toPiece(row: Row): FollowedPiece {
  const { website_id: websiteId, before, slot, version, holder, lines, bytes, end, part } = row;
  return {
    websiteId,
    before,
    slot,
    version,
    holder,
    lines,
    bytes,
    end,
    part:
      part === "none"
        ? undefined
        : {
            state: part,
            bytes: row.part_bytes,
            end: row.part_end,
            batch: row.batch,
            outcome: JSON.parse(row.outcome) as PieceOutcome,
          },
  };
}

function toRow({ websiteId, part, ...piece }: FollowedPiece): Row {
  return {
    ...piece,
    website_id: websiteId,
    part: part?.state ?? "none",
    part_bytes: part?.bytes ?? 0,
    part_end: part?.end ?? "",
    batch: part?.batch ?? noBatch,
    outcome: part === undefined ? "" : JSON.stringify(part.outcome),
  };
}
