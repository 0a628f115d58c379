import { blankRow, type EventRow } from "../events/row.ts";
import type { DropReason } from "../model/drop-reason.ts";
import type { Website } from "../websites/website.ts";
import type { ClientHints } from "./agent/agent.ts";
import type { Event } from "./event.ts";

/** An event, whose it is, and where it came from. */
export interface Incoming {
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

/** What the steps work on: what came in, and the row that it becomes. */
export interface Draft extends Incoming {
  readonly row: EventRow;
  isBot: boolean;
}

/** One step of the walk from event to row. It fills in its part, or ends the walk with a reason. */
export type Step = (draft: Draft) => DropReason | undefined;

export function startDraft(incoming: Incoming): Draft {
  const { website, event, timeMs } = incoming;
  const row: EventRow = {
    ...blankRow,
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
