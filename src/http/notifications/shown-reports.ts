import { noPersonReports, type PersonReports } from "../../access/person.ts";
import type { EmailReports } from "../../websites/website.ts";

/** Returns the e-mail reports of a website as the API shows them. */
export function shownReports({ day, week, month, to, sendAt }: EmailReports) {
  return { day, week, month, to: [...to], send_at: timeOf(sendAt) };
}

/** Returns the e-mail reports of a person as the API shows them. */
export function shownPersonReports(reports: PersonReports = noPersonReports) {
  const { day, week, month, sendAt, timezone } = reports;
  return { day, week, month, send_at: timeOf(sendAt), timezone };
}

/** Returns a minute of the day as `HH:MM`. */
function timeOf(minute: number): string {
  const pad = (number: number) => String(number).padStart(2, "0");
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}

/** Returns the minute of the day of a text `HH:MM`. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return 60 * hours + minutes;
}
