import { dayIn } from "../address/calendar-day.ts";
import { format, ownTimezone } from "./reader.ts";

/** Returns a moment as a day and a time in the browser's time zone. */
export function timeText(time: string): string {
  const day = dayIn(ownTimezone, Date.parse(time));
  return `${format.day(day)}, ${format.minute(time, ownTimezone)}`;
}
