import { comparableEmail } from "../../base/email-address.ts";
import type { FieldErrors } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";

/** Returns the error of a password that is the person's e-mail address. */
export function passwordErrors(password: string, email: string): FieldErrors {
  const isEmail = comparableEmail(password) === comparableEmail(email);
  return isEmail ? { password: [fieldError("no_email")] } : {};
}
