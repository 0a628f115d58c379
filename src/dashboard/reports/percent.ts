import { format } from "../words/reader.ts";

/** The API rounds shares to four digits, so that 0 may be the share of one in 52,000. */
const leastShare = 1e-9;

/** Returns a share of so many as text; a dash if it is unknown. */
export function percentOrNone(share: number | null, count: number): string {
  if (share === null) return "–";
  return format.percent(count > 0 ? Math.max(share, leastShare) : share);
}
