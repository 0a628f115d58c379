import { createFormat } from "./format.ts";

/** Formats for the locale of this browser. */
export const format = createFormat(navigator.language);

/** Has the time zone of this browser. */
export const ownTimezone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
