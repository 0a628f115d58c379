/** An acknowledged event is in every answer that is asked for so much later. */
export const promisedMs = 2_000;
/**
 * The store has an acknowledged event so much later, if it is asked to catch up before a query is
 * counted.
 */
export const caughtUpLagMs = 500;
/** An answer is given for at most so long after its count began, by any worker and Footfall. */
export const answerAgeMsMax = promisedMs - caughtUpLagMs;
