import { localDay } from "../calendar.ts";
import { blankRow, type EventRow } from "../events/row.ts";
import type { DropReason } from "../model/drop-reason.ts";
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
  readonly acceptLanguage?: string | undefined;
}

/** Carries an event through the steps, together with the row that it becomes. */
export interface EventDraft extends IncomingEvent {
  readonly row: EventRow;
  isBot: boolean;
}

/** Fills in its part of the draft's row. Returns a reason if the event must be dropped. */
export type PipelineStep = (draft: EventDraft) => DropReason | undefined;

/** Returns the event's day in the website's time zone, in days since 1970-01-01. */
export function dayOf({ website, timeMs }: IncomingEvent): number {
  return localDay(website.timezone, timeMs);
}

/**
 * Returns a draft whose row has every column that needs no step. `day` is the result of `dayOf`.
 */
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
