/**
 * Nearly all events arrive within this time. Footfall rolls up a closed day this long after its
 * end, and an open day up to this long ago.
 */
export const arrivesWithinMs = 2 * 60_000;
