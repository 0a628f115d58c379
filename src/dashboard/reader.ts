import { createFormat } from "./format.ts";

/** Numbers and days as whoever sits before this browser writes them. */
export const format = createFormat(navigator.language);

/** The time zone of this browser. */
export const ownTimezone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
