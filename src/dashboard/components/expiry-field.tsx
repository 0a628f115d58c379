import { commonWords as words } from "../words/common.ts";
import { lastDayOf } from "./expiry-day.ts";
import { TextField } from "./text-field.tsx";

interface ExpiryFieldProps {
  readonly expires: string | null;
  readonly errors: readonly string[] | undefined;
}

/** Asks for the last day of a key or a link, as the field `expires` of the form. */
export function ExpiryField({ expires, errors }: ExpiryFieldProps) {
  return (
    <TextField
      label={words.lastDay}
      hint={words.lastDayHint}
      errors={errors}
      type="date"
      name="expires"
      defaultValue={lastDayOf(expires)}
    />
  );
}
