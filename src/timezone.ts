/**
 * The IANA name of a time zone in its one spelling; undefined where there is no such zone. Names of the same
 * zone, such as `Asia/Kolkata` and `Asia/Calcutta`, are one name here.
 */
export function resolveTimezone(name: string): string | undefined {
  // Newer runtimes take offsets such as +01:00 too; those are no IANA names.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
