import { format, ownTimezone } from "./reader.ts";

/** Returns a moment as a day and a time in the browser's time zone. */
export function timeText(time: string): string {
  return format.moment(time, ownTimezone);
}
