/** Any answer to a query that comes this long after an event was acknowledged includes it. */
export const promisedMs = 2_000;
/**
 * After a call of `catchUp`, the store has all events that were acknowledged this long before the
 * call.
 */
export const caughtUpLagMs = 500;
/** Any process gives an answer for at most this long after its count began. */
export const answerAgeMsMax = promisedMs - caughtUpLagMs;
