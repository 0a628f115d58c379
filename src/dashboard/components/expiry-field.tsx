import { dayIn } from "../address/calendar-day.ts";
import { commonWords as words } from "../words/common.ts";
import { ownTimezone } from "../words/reader.ts";
import { Field } from "./field.tsx";

interface ExpiryFieldProps {
  readonly expires: string | null;
  readonly errors: readonly string[] | undefined;
}

/** Asks for the last day of a key or a link, as the field `expires` of the form. */
export function ExpiryField({ expires, errors }: ExpiryFieldProps) {
  return (
    <Field label={words.lastDay} hint={words.lastDayHint} errors={errors}>
      {(control) => (
        <input
          {...control}
          class="input"
          type="date"
          name="expires"
          defaultValue={lastDayOf(expires)}
        />
      )}
    </Field>
  );
}

/** Returns the day of a moment in the browser's time zone, "" without one. */
export function lastDayOf(expires: string | null): string {
  return expires === null ? "" : dayIn(ownTimezone, Date.parse(expires));
}

/** Returns the last second of a day in the browser's time zone; null for "". */
export function endOfDay(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59`).toISOString();
}
