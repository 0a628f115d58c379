import { dayMs } from "../base/calendar.ts";
import type { Person } from "./person.ts";
import type { Recorded } from "./recorded.ts";

/** The sign-in of a person in one browser. */
export interface Session {
  /** The SHA-256 of the token in the cookie, see `hashOf`. */
  readonly hash: string;
  readonly personId: number;
  readonly createdMs: number;
  /** The last day of its use, `YYYY-MM-DD`. */
  readonly lastSeenOn: string;
  /** The browser, such as `Firefox on Linux`. */
  readonly label: string;
  /** The name that a proxy sent when the session was opened; it must send it with each request. */
  readonly proxyName?: string;
}

/** Stands before the token of a session where a program has it, and no cookie. */
export const sessionMark = "session.";
const sessionToken = /^session\.[\w-]{43}$/;

/** Returns whether a text has the form of a session's token with its mark. */
export function isSessionToken(text: string): boolean {
  return sessionToken.test(text);
}

/** A session ends when it was not used for 30 days, and after 90 days in any case. */
export const unusedDaysMax = 30;
export const sessionDaysMax = 90;

/** Returns whether a session holds for a person. */
export function sessionHolds(
  { id, content }: Recorded<Session>,
  { content: person }: Recorded<Person>,
  nowMs: number,
): boolean {
  if (person.state !== "active") return false;
  if (id <= person.sessionsAfter && id !== person.keptSession) return false;
  const unusedMs = nowMs - Date.parse(content.lastSeenOn);
  // The day of its last use is over up to a day later.
  if (unusedMs >= (unusedDaysMax + 1) * dayMs) return false;
  return nowMs < content.createdMs + sessionDaysMax * dayMs;
}
