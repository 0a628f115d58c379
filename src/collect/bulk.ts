import { createHash } from "node:crypto";
import { TimeSlices } from "../base/async/time-slices.ts";
import { dayMs } from "../base/calendar.ts";
import { type FieldErrors, invalid, Problem } from "../base/errors.ts";
import { canonicalIp } from "../base/net/ip-address.ts";
import { compileCheck } from "../base/validation.ts";
import { BulkEvent, type BulkOutcome } from "../model/event.ts";
import type { Website } from "../websites/website.ts";
import type { Collector } from "./collector.ts";
import { readEvent } from "./event.ts";
import type { ProcessedEvents } from "./event-batch.ts";
import { hasTooManyValues, valuesMax } from "./event-texts.ts";
import { batchKeys, type IdempotencyRecords, KeyReused } from "./idempotency.ts";
import type { IncomingEvent } from "./incoming-event.ts";
import { earliestMs, latestAheadMs, parseTimestamp } from "./timestamp.ts";

const check = compileCheck(BulkEvent);
const keyLifeMs = dayMs;
const reportedEventsMax = 20;
/** Stands for a field in an error about an event as a whole. */
const wholeEvent = "";

/** Identifies a request, so that the collector recognises it when the client sends it again. */
export interface RequestKey {
  readonly key: string;
  /** Digest of the body as sent. A request with the same key and another digest is refused. */
  readonly digest: string;
}

/**
 * Takes many events of one website at once. One invalid event makes it refuse all of them.
 *
 * Without a key, the event log stores all of them or none. With a key, they go to the store: an
 * outage can cut the request off between the months of its events. The client repairs that by
 * sending the request again.
 */
export class BulkCollector {
  readonly #collector: Collector;
  readonly #idempotencyRecords: IdempotencyRecords;
  readonly #now: () => number;

  constructor(deps: {
    collector: Collector;
    idempotencyRecords: IdempotencyRecords;
    now?: () => number;
  }) {
    this.#collector = deps.collector;
    this.#idempotencyRecords = deps.idempotencyRecords;
    this.#now = deps.now ?? Date.now;
  }

  /**
   * Takes the events of these JSON texts. Resolves when they are durable. With a key, a request of
   * the same key and website within 24 hours gets the answer of the first and is not counted again.
   *
   * Rejects with `Problem` VALIDATION naming the index of each invalid event. Rejects with it
   * naming the key if the first request had another body. In both cases nothing is counted.
   */
  async take(
    website: Website,
    texts: readonly Buffer[],
    request: RequestKey | undefined,
  ): Promise<BulkOutcome> {
    if (request === undefined) {
      const processed = await this.#process(website, texts, this.#now());
      await this.#collector.append(processed);
      this.#collector.count(processed);
      return { accepted: processed.accepted, dropped: processed.dropped };
    }
    const { key, digest } = request;
    const idempotencyKey = `request:${createHash("sha256").update(key).digest("hex")}`;
    const earlier = await this.#idempotencyRecords.find(website.id, idempotencyKey);
    const expiresAtMs = earlier?.expiresAtMs ?? this.#now() + keyLifeMs;
    // Events without a time stamp get the time of the first request.
    const processed = await this.#process(website, texts, expiresAtMs - keyLifeMs);
    const { accepted, dropped, parts } = processed;
    const delivered = await this.#idempotencyRecords
      .once({
        websiteId: website.id,
        key: idempotencyKey,
        expiresAtMs,
        outcome: { accepted, dropped, batches: batchKeys(parts), digest },
        parts,
      })
      .catch(refuseReusedKey);
    this.#collector.count(delivered);
    return { accepted: delivered.accepted, dropped: delivered.dropped };
  }

  async #process(
    website: Website,
    texts: readonly Buffer[],
    nowMs: number,
  ): Promise<ProcessedEvents> {
    return this.#collector.process(await readAll(website, texts, nowMs));
  }
}

function refuseReusedKey(error: unknown): never {
  if (!(error instanceof KeyReused)) throw error;
  throw invalid({ "idempotency-key": ["was sent with another body in the last 24 hours"] });
}

async function readAll(
  website: Website,
  texts: readonly Buffer[],
  nowMs: number,
): Promise<IncomingEvent[]> {
  const fields: Record<string, readonly string[]> = {};
  const events: IncomingEvent[] = [];
  const slices = new TimeSlices();
  let wrong = 0;
  for (const [index, text] of texts.entries()) {
    await slices.pause();
    const isTooMuch = hasTooManyValues(text);
    // One event may be the whole body, so its check may have taken long.
    await slices.pause();
    const read = isTooMuch ? tooManyValues : readText(website, text, nowMs);
    if ("incoming" in read) {
      events.push(read.incoming);
      continue;
    }
    for (const [field, errors] of Object.entries(read.fields)) {
      fields[field === wholeEvent ? index : `${index}.${field}`] = errors;
    }
    wrong += 1;
    if (wrong === reportedEventsMax) break;
  }
  if (wrong > 0) throw invalid(fields);
  return events;
}

type Read = { readonly incoming: IncomingEvent } | { readonly fields: FieldErrors };

const tooManyValues: Read = {
  fields: { [wholeEvent]: [`must have at most ${valuesMax} values`] },
};

function readText(website: Website, text: Buffer, nowMs: number): Read {
  let body: unknown;
  try {
    body = JSON.parse(text.toString());
  } catch {
    return { fields: { [wholeEvent]: ["is not valid JSON"] } };
  }
  return readOne(website, body, nowMs);
}

function readOne(website: Website, body: unknown, nowMs: number): Read {
  const checked = check(body);
  const fields: Record<string, readonly string[]> = checked.ok ? {} : { ...checked.fields };
  if (fields["body"] !== undefined) return { fields };
  // Refused events are read too, to find everything that is wrong with them.
  const bulkEvent = checked.ok ? checked.value : (body as BulkEvent);
  const { user_agent } = bulkEvent;
  const timeMs = readTime(bulkEvent.timestamp, nowMs, fields);
  const ip = readIp(bulkEvent.ip, fields);
  try {
    const event = readEvent(bulkEvent, fields);
    return { incoming: { website, event, timeMs, ip, userAgent: user_agent ?? undefined } };
  } catch (error) {
    if (error instanceof Problem && error.fields !== undefined) return { fields: error.fields };
    throw error;
  }
}

function readTime(
  timestamp: unknown,
  nowMs: number,
  fields: Record<string, readonly string[]>,
): number {
  if (timestamp === undefined || timestamp === null) return nowMs;
  const timeMs = typeof timestamp === "string" ? parseTimestamp(timestamp) : undefined;
  if (timeMs === undefined) {
    fields["timestamp"] = ["must be an ISO 8601 date and time"];
  } else if (timeMs < earliestMs || timeMs > nowMs + latestAheadMs) {
    fields["timestamp"] = ["must be from 2000-01-01 to a day ahead"];
  }
  return timeMs ?? nowMs;
}

function readIp(ip: unknown, fields: Record<string, readonly string[]>): string {
  if (ip === undefined || ip === null) return "";
  const canonical = typeof ip === "string" ? canonicalIp(ip) : undefined;
  if (canonical === undefined) fields["ip"] = ["must be an IP address"];
  return canonical ?? "";
}
