import { RecentCache } from "./recent-cache.ts";

/** Names are resolved once, as that takes a third of a millisecond; these many are kept. */
const resolved = new RecentCache<{ readonly timezone: string | undefined }>(1_000);

/**
 * Returns the IANA name of a time zone in its one spelling, or undefined if there is no such zone.
 * Names of the same zone, such as `Asia/Kolkata` and `Asia/Calcutta`, become one name.
 */
export function resolveTimezone(name: string): string | undefined {
  const known = resolved.get(name);
  if (known !== undefined) return known.timezone;
  const timezone = timezoneOf(name);
  resolved.set(name, { timezone });
  return timezone;
}

function timezoneOf(name: string): string | undefined {
  // Newer runtimes also accept offsets such as +01:00, which are no IANA names.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
