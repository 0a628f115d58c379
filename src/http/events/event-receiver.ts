import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { Problem } from "../../base/errors.ts";
import type { Collector } from "../../collect/collector.ts";
import type { Event } from "../../collect/event.ts";
import type { IncomingEvent } from "../../collect/incoming-event.ts";
import type { DropReason } from "../../model/drop-reason.ts";
import type { Website } from "../../websites/website.ts";
import { clientHints } from "../shell/client.ts";

/** The limit of a body with one event. */
export const eventBodyBytesMax = 16 * 1024;

/**
 * Single events that wait for the disk or a salt. The number of connections hardly limits them: a
 * client may send 64 events over one connection without waiting for answers.
 */
const waitingMax = 10_000;

/**
 * Resolves when the event of a request is durable, or with the reason why it was dropped. Throws
 * `Problem` OVERLOADED if too many events wait.
 */
export type ReceiveEvent = (
  request: FastifyRequest,
  website: Website,
  event: Event,
) => Promise<DropReason | undefined>;

/** Returns the parts of an event that its sender does not write: the time, and the client's. */
export type OriginOf = (request: FastifyRequest) => Omit<IncomingEvent, "website" | "event">;

/** Returns the function that reads these parts. */
export function originReader({
  ipOf,
  now,
}: {
  ipOf: (request: IncomingMessage) => string;
  now: () => number;
}): OriginOf {
  return ({ headers, raw }) => ({
    timeMs: now(),
    ip: ipOf(raw),
    userAgent: headers["user-agent"] ?? "",
    clientHints: clientHints(raw),
    acceptLanguage: headers["accept-language"] ?? "",
  });
}

/** Returns the receiver of single events. All routes that share it share its limit. */
export function createEventReceiver({
  collector,
  originOf,
}: {
  collector: Pick<Collector, "collect">;
  originOf: OriginOf;
}): ReceiveEvent {
  let waiting = 0;
  return async (request, website, event) => {
    if (waiting >= waitingMax) throw new Problem("OVERLOADED");
    waiting += 1;
    try {
      return await collector.collect({ website, event, ...originOf(request) });
    } finally {
      waiting -= 1;
    }
  };
}
