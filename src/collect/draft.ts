import { localDay } from "../calendar.ts";
import { blankRow, type EventRow } from "../events/row.ts";
import type { DropReason } from "../model/drop-reason.ts";
import type { Website } from "../websites/website.ts";
import type { ClientHints } from "./agent/agent.ts";
import type { Event } from "./event.ts";

/** An event, whose it is, and where it came from. */
export interface IncomingEvent {
  readonly website: Website;
  readonly event: Event;
  readonly timeMs: number;
  /** Canonical form, or "" when it is not known. */
  readonly ip: string;
  /** `undefined` when nothing is known of it; "" when it was sent empty. */
  readonly userAgent: string | undefined;
  readonly clientHints?: ClientHints | undefined;
  readonly acceptLanguage?: string | undefined;
}

/** Carries an event through the steps, together with the row that it becomes. */
export interface EventDraft extends IncomingEvent {
  readonly row: EventRow;
  isBot: boolean;
}

/** Fills in its part of the draft's row. Returns a reason where the event is to be dropped. */
export type PipelineStep = (draft: EventDraft) => DropReason | undefined;

/** Returns the event's day in the website's time zone, in days since 1970-01-01. */
export function dayOf({ website, timeMs }: IncomingEvent): number {
  return localDay(website.timezone, timeMs);
}

/** Returns a draft whose row has all that needs no step. `day` is what `dayOf` returns. */
export function startDraft(incoming: IncomingEvent, day: number): EventDraft {
  const { website, event, timeMs } = incoming;
  const row: EventRow = {
    ...blankRow,
    websiteId: website.id,
    date: day,
    timeMs,
    name: event.name,
    props: event.props,
    revenueMilliAmount: event.revenue?.milliAmount ?? 0n,
    revenueCurrency: event.revenue?.currency ?? "",
    engagementTimeMs: event.engagementTimeMs,
    scrollDepth: event.scrollDepth,
  };
  return {
    website,
    event,
    timeMs,
    ip: incoming.ip,
    userAgent: incoming.userAgent,
    clientHints: incoming.clientHints,
    acceptLanguage: incoming.acceptLanguage,
    row,
    isBot: false,
  };
}
