/**
 * An event arrives within this time, as a rule. A closed day is rolled up so long after its end,
 * and an open day up to a moment so long ago.
 */
export const arrivesWithinMs = 2 * 60_000;
