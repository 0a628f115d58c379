import { createFormat } from "./format.ts";
import { locale } from "./language.ts";

/** Formats in the language of the page. */
export const format = createFormat(locale);

/** Has the time zone of this browser. */
export const ownTimezone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns a moment as a day and a time in the browser's time zone. */
export function timeText(time: string): string {
  return format.moment(time, ownTimezone);
}
