import { RecentCache } from "./recent-cache.ts";

/**
 * Names are resolved once, as that takes a third of a millisecond. Only real names are kept, which
 * are short, and this many of their spellings.
 */
const resolved = new RecentCache<string>(1_000);

/**
 * Returns the IANA name of a time zone in its one spelling, or undefined if there is no such zone.
 * Names of the same zone, such as `Asia/Kolkata` and `Asia/Calcutta`, become one name.
 */
export function resolveTimezone(name: string): string | undefined {
  const known = resolved.get(name);
  if (known !== undefined) return known;
  const timezone = timezoneOf(name);
  if (timezone !== undefined) resolved.set(name, timezone);
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
