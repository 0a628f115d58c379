import { type EventDraft, startDraft } from "../../src/collect/draft.ts";
import type { Event } from "../../src/collect/event.ts";
import { dayOf, type IncomingEvent } from "../../src/collect/incoming-event.ts";
import {
  defaultSettings,
  firstShard,
  noEmailReports,
  type Website,
} from "../../src/websites/website.ts";

/** The e-mail reports of a website whose `email` is 1. */
export const weeksAndMonths = { ...noEmailReports, week: true, month: true };

export function websiteWith(settings: Partial<Website> = {}): Website {
  const createdAt = new Date(0);
  return {
    ...defaultSettings,
    id: 7,
    domain: "example.com",
    createdAt,
    updatedAt: createdAt,
    placement: firstShard,
    ...settings,
  };
}

/** Returns the input of a step: a page view of example.com, with the test's own values. */
export function draftWith(
  parts: {
    readonly website?: Partial<Website>;
    readonly event?: Partial<Event>;
    readonly url?: string;
    readonly incoming?: Partial<IncomingEvent>;
  } = {},
): EventDraft {
  const incoming: IncomingEvent = {
    website: websiteWith(parts.website),
    event: {
      name: "pageview",
      url: new URL(parts.url ?? "https://example.com/"),
      referrer: "",
      screen: "",
      language: "",
      props: [],
      revenue: undefined,
      engagementTimeMs: 0,
      scrollDepth: 0,
      ...parts.event,
    },
    timeMs: Date.UTC(2026, 10, 20, 9, 30),
    ip: "",
    userAgent: undefined,
    ...parts.incoming,
  };
  return startDraft(incoming, dayOf(incoming));
}
