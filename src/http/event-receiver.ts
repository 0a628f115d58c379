import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";

import type { Collector } from "../collect/collector.ts";
import type { Event } from "../collect/event.ts";
import { Problem } from "../errors.ts";
import type { DropReason } from "../model/drop-reason.ts";
import type { Website } from "../websites/website.ts";
import { clientHints } from "./client.ts";

/**
 * Events that wait for the disk or a salt. The number of connections alone does not limit them: a client
 * may send many over one without waiting for answers.
 */
const waitingMax = 10_000;

/** Resolves when the event that a page sent is durable, or with the reason why it is not counted. */
export type ReceiveEvent = (
  request: FastifyRequest,
  website: Website,
  event: Event,
) => Promise<DropReason | undefined>;

/** Single events, in whatever form they are sent. Together they have one limit, past which they are refused. */
export function createEventReceiver({
  collector,
  addressOf,
  now,
}: {
  collector: Collector;
  addressOf: (request: IncomingMessage) => string;
  now: () => number;
}): ReceiveEvent {
  let waiting = 0;
  return async ({ headers, raw }, website, event) => {
    if (waiting >= waitingMax) throw new Problem("OVERLOADED");
    waiting += 1;
    try {
      return await collector.collect({
        website,
        event,
        timeMs: now(),
        ip: addressOf(raw),
        userAgent: headers["user-agent"] ?? "",
        clientHints: clientHints(raw),
        acceptLanguage: headers["accept-language"],
      });
    } finally {
      waiting -= 1;
    }
  };
}
