import { setTimeout as delay } from "node:timers/promises";

import type { FollowedPiece, FollowedTable } from "./followed-piece.ts";

/** A follower settles a part within a second or two, unless it is gone. */
const waitMsMax = 6_000;
const lookEveryMs = 200;

/**
 * Resolves when no follower will change what is known of the website's logs before the import
 * ends, whose record is stored. Parts that are only intended are taken back. Where the follower is
 * gone, a part that is certain becomes the beginning of a piece of its own, which the import
 * completes if it comes to its lines.
 */
export async function settleFollowed(
  followed: FollowedTable,
  websiteId: number,
  waitMs = waitMsMax,
): Promise<void> {
  const startMs = performance.now();
  for (;;) {
    const pieces = (await followed.list(websiteId)).filter(isUnsettled);
    if (pieces.length === 0) return;
    const isOver = performance.now() - startMs >= waitMs;
    for (const piece of pieces) {
      if (piece.part?.state === "intended") await followed.write({ ...piece, part: undefined });
      else if (isOver) await split(followed, piece);
    }
    await delay(lookEveryMs);
  }
}

function isUnsettled({ lines, part }: FollowedPiece): boolean {
  return part !== undefined && (part.state === "intended" || lines > 0);
}

/** Makes the part the beginning of a piece. If that breaks off, both have the same batches. */
async function split(followed: FollowedTable, piece: FollowedPiece): Promise<void> {
  const { websiteId, part } = piece;
  if (part === undefined) return;
  const { end } = part.outcome;
  const before = piece.end;
  const others = await followed.list(websiteId, before);
  const isThere = others.some((each) => each.part?.batch === part.batch);
  const slot = Math.max(-1, ...others.map((each) => each.slot)) + 1;
  const own = { ...part, end };
  const empty = {
    websiteId,
    before,
    slot,
    version: 0,
    holder: "",
    lines: 0,
    bytes: 0,
    end: before,
  };
  if (!isThere && (await followed.write({ ...empty, part: own })) === undefined) return;
  await followed.write({ ...piece, holder: "", part: undefined });
}
