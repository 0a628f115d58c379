import { localDay } from "../base/calendar.ts";
import type { Website } from "../websites/website.ts";
import type { ClientHints } from "./agent/agent.ts";
import type { Event } from "./event.ts";

/** An event, its website and its origin. */
export interface IncomingEvent {
  readonly website: Website;
  readonly event: Event;
  readonly timeMs: number;
  /** Canonical form, or "" if it is unknown. */
  readonly ip: string;
  /** Undefined if it is unknown; "" if the client sent an empty one. */
  readonly userAgent: string | undefined;
  readonly clientHints?: ClientHints | undefined;
  /** Undefined if it is unknown; "" if the client sent none. */
  readonly acceptLanguage?: string | undefined;
  /** Whether it is a line of an access log, whose reads are found without the event. */
  readonly isOfLog?: boolean;
}

/** Returns the event's day in the website's time zone, in days since 1970-01-01. */
export function dayOf({ website, timeMs }: IncomingEvent): number {
  return localDay(website.timezone, timeMs);
}
