import { blankRow, type EventRow } from "../events/row.ts";
import type { DropReason } from "../model/drop-reason.ts";
import type { IncomingEvent } from "./incoming-event.ts";

/** Carries an event through the steps, together with the row that it becomes. */
export interface EventDraft extends IncomingEvent {
  readonly row: EventRow;
  isBot: boolean;
  /** Whether a client hint says that the browser runs without a window. */
  isHeadless: boolean;
}

/** Fills in its part of the draft's row. Returns a reason if the event must be dropped. */
export type PipelineStep = (draft: EventDraft) => DropReason | undefined;

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
    isHeadless: false,
  };
}
