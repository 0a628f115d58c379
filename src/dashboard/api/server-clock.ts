/** Below this, the difference is the time that an answer takes. */
const noticedMs = 60_000;
/** Above this, days are likely to be others. */
const differsMs = 60 * 60_000;

/** How far the clock of the server is ahead of the browser's, as of the last answer. */
let aheadMs = 0;

/** Takes the time of the server from an answer. */
export function noteServerTime({ headers }: Response): void {
  const ms = Date.parse(headers.get("date") ?? "") - Date.now();
  if (!Number.isNaN(ms)) aheadMs = Math.abs(ms) < noticedMs ? 0 : ms;
}

/** Returns the current time by the clock of the server, which decides what today is. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}

/** Returns whether the browser's clock is so wrong that people should know. */
export function hasWrongClock(): boolean {
  return Math.abs(aheadMs) > differsMs;
}
