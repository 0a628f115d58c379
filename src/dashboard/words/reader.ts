import { createFormat } from "./format.ts";

/** Formats for the locale of this browser. Node, in which tests read the tables, may have none. */
export const format = createFormat(globalThis.navigator?.language);

/** Has the time zone of this browser. */
export const ownTimezone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
