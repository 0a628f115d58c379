import type { EventRow } from "../events/row.ts";
import type { DropReason } from "../model/drop-reason.ts";
import type { Agent, ClientHints } from "./agent/agent.ts";
import { type PipelineStep, startDraft } from "./draft.ts";
import type { IncomingEvent } from "./incoming-event.ts";
import type { IsHosting } from "./marks/networks.ts";
import type { PlaceFinder } from "./places.ts";
import type { Read, ReadOf, ReadRequest } from "./read.ts";
import { agent, screen } from "./steps/device.ts";
import { excludeBot, excludeIp, hostname } from "./steps/exclude.ts";
import { language } from "./steps/language.ts";
import { links } from "./steps/links.ts";
import { marks } from "./steps/marks.ts";
import { page } from "./steps/page.ts";
import { place } from "./steps/place.ts";
import { referrer } from "./steps/referrer.ts";
import { visitor } from "./steps/visitor.ts";

export interface PipelineDeps {
  readonly recogniseAgent: (userAgent: string, hints?: ClientHints) => Agent;
  readonly readOf: ReadOf;
  readonly findPlace: PlaceFinder;
  readonly isHosting: IsHosting;
  /** The salt of a day, which must be in memory. */
  readonly saltOf: (day: number) => string;
}

/** The row of an event, or the reason why the event is dropped; and the read of a bot. */
export type PipelineResult = { readonly read: Read | undefined } & (
  | { readonly row: EventRow; readonly dropReason: undefined }
  | { readonly row: undefined; readonly dropReason: DropReason }
);

/** Processes an event. `day` is the result of `dayOf` for it. Throws the error of a step. */
export type ProcessEvent = (incoming: IncomingEvent, day: number) => PipelineResult;

/** Returns the function that takes an event through all steps. */
export function createPipeline(deps: PipelineDeps): ProcessEvent {
  const { recogniseAgent, readOf, findPlace, isHosting, saltOf } = deps;
  // Steps that may drop the event come first, the most expensive ones last.
  const steps: readonly PipelineStep[] = [
    excludeIp,
    agent(recogniseAgent),
    excludeBot,
    hostname,
    page,
    links,
    referrer,
    place(findPlace),
    language,
    screen,
    marks(isHosting),
    visitor(saltOf),
  ];
  return function processEvent(incoming, day) {
    const draft = startDraft(incoming, day);
    let dropReason: DropReason | undefined;
    for (const step of steps) {
      dropReason = step(draft);
      if (dropReason !== undefined) break;
    }
    const isRead = draft.isBot && incoming.isOfLog !== true;
    const read = isRead ? readOf(requestOf(incoming)) : undefined;
    return dropReason === undefined
      ? { row: draft.row, dropReason, read }
      : { row: undefined, dropReason, read };
  };
}

function requestOf({ event, userAgent = "", ...more }: IncomingEvent): ReadRequest {
  const { website, timeMs, ip, clientHints } = more;
  const came = { door: "tracker", status: "unknown", importId: 0 } as const;
  return { website, timeMs, ip, clientHints, url: event.url, userAgent, ...came };
}
