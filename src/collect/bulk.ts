import { createHash } from "node:crypto";
import { TimeSlices } from "../base/async/time-slices.ts";
import { dayMs } from "../base/calendar.ts";
import { type FieldErrors, invalid, Problem } from "../base/errors.ts";
import { canonicalIp } from "../base/net/ip-address.ts";
import { parseUrl } from "../base/net/url.ts";
import { compileCheck } from "../base/validation.ts";
import type { RecordPart } from "../log/record.ts";
import { BulkEvent, type BulkOutcome } from "../model/event.ts";
import { BulkRead, type BulkReadOutcome } from "../model/read.ts";
import type { Website } from "../websites/website.ts";
import type { Collector } from "./collector.ts";
import { isReadable } from "./document-types.ts";
import { readEvent } from "./event.ts";
import { hasTooManyValues, valuesMax } from "./event-texts.ts";
import { batchKeys, type IdempotencyRecords, KeyReused } from "./idempotency.ts";
import type { IncomingEvent } from "./incoming-event.ts";
import { type ReadOf, type ReadRequest, statusClass } from "./read.ts";
import { Tally } from "./tally.ts";
import { earliestMs, latestAheadMs, parseTimestamp } from "./timestamp.ts";

const checkEvent = compileCheck(BulkEvent);
const checkRead = compileCheck(BulkRead);
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
 * Takes many events, or many requests, of one website at once. One that is invalid makes it refuse
 * all of them.
 *
 * Without a key, the event log stores all of them or none. With a key, they go to the store: an
 * outage can cut the request off between the months of its events. The client repairs that by
 * sending the request again.
 */
export class BulkCollector {
  readonly #collector: Collector;
  readonly #readOf: ReadOf;
  readonly #idempotencyRecords: IdempotencyRecords;
  readonly #now: () => number;

  constructor(deps: {
    collector: Collector;
    readOf: ReadOf;
    idempotencyRecords: IdempotencyRecords;
    now?: () => number;
  }) {
    this.#collector = deps.collector;
    this.#readOf = deps.readOf;
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
    const { accepted, dropped } = await this.#store(website, "request", request, async (nowMs) => {
      const events = await readAll(texts, (body) => readOne(website, body, nowMs));
      const { parts, ...outcome } = await this.#collector.process(events);
      return { parts, outcome };
    });
    this.#collector.count({ accepted, dropped });
    return { accepted, dropped };
  }

  /** Takes requests, of which programs' are counted as reads, as `take` takes events. */
  async takeReads(
    website: Website,
    texts: readonly Buffer[],
    request: RequestKey | undefined,
  ): Promise<BulkReadOutcome> {
    const { reads, not_reads } = await this.#store(website, "reads", request, async (nowMs) => {
      const requests = await readAll(texts, (body) => readRequest(website, body, nowMs));
      const tally = new Tally();
      const slices = new TimeSlices();
      for (const each of requests) {
        await slices.pause();
        const read = each.isForDocument ? this.#readOf(each.request) : undefined;
        if (read !== undefined) tally.addRead(read);
      }
      const counted = tally.reads();
      const outcome = { reads: counted, not_reads: requests.length - counted };
      return { parts: tally.parts(), outcome };
    });
    return { reads, not_reads };
  }

  /**
   * Resolves with the outcome when the rows are durable. `process` makes them of a moment, which
   * stands for those without a time: with a key, it is that of the first request.
   */
  async #store<Outcome extends object>(
    website: Website,
    kind: "request" | "reads",
    request: RequestKey | undefined,
    process: (nowMs: number) => Promise<{ parts: readonly RecordPart[]; outcome: Outcome }>,
  ): Promise<Outcome> {
    if (request === undefined) {
      const { parts, outcome } = await process(this.#now());
      await this.#collector.append({ parts });
      return outcome;
    }
    const { key, digest } = request;
    const idempotencyKey = `${kind}:${createHash("sha256").update(key).digest("hex")}`;
    const earlier = await this.#idempotencyRecords.find(website.id, idempotencyKey);
    const expiresAtMs = earlier?.expiresAtMs ?? this.#now() + keyLifeMs;
    const { parts, outcome } = await process(expiresAtMs - keyLifeMs);
    return this.#idempotencyRecords
      .once({
        websiteId: website.id,
        key: idempotencyKey,
        expiresAtMs,
        outcome: { ...outcome, batches: batchKeys(parts), digest },
        parts,
      })
      .catch(refuseReusedKey);
  }
}

function refuseReusedKey(error: unknown): never {
  if (!(error instanceof KeyReused)) throw error;
  throw invalid({ "idempotency-key": ["was sent with another body in the last 24 hours"] });
}

/** Returns what `readBody` reads of each text. Throws with all that is wrong, up to a limit. */
async function readAll<Item>(
  texts: readonly Buffer[],
  readBody: (body: unknown) => Read<Item>,
): Promise<Item[]> {
  const fields: Record<string, readonly string[]> = {};
  const items: Item[] = [];
  const slices = new TimeSlices();
  let wrong = 0;
  for (const [index, text] of texts.entries()) {
    await slices.pause();
    const isTooMuch = hasTooManyValues(text);
    // One event may be the whole body, so its check may have taken long.
    await slices.pause();
    const read = isTooMuch ? tooManyValues : readText(text, readBody);
    if ("item" in read) {
      items.push(read.item);
      continue;
    }
    for (const [field, errors] of Object.entries(read.fields)) {
      fields[field === wholeEvent ? index : `${index}.${field}`] = errors;
    }
    wrong += 1;
    if (wrong === reportedEventsMax) break;
  }
  if (wrong > 0) throw invalid(fields);
  return items;
}

type Read<Item> = { readonly item: Item } | { readonly fields: FieldErrors };

const tooManyValues: Read<never> = {
  fields: { [wholeEvent]: [`must have at most ${valuesMax} values`] },
};

function readText<Item>(text: Buffer, readBody: (body: unknown) => Read<Item>): Read<Item> {
  let body: unknown;
  try {
    body = JSON.parse(text.toString());
  } catch {
    return { fields: { [wholeEvent]: ["is not valid JSON"] } };
  }
  return readBody(body);
}

function readOne(website: Website, body: unknown, nowMs: number): Read<IncomingEvent> {
  const checked = checkEvent(body);
  const fields: Record<string, readonly string[]> = checked.ok ? {} : { ...checked.fields };
  if (fields["body"] !== undefined) return { fields };
  // Refused events are read too, to find everything that is wrong with them.
  const bulkEvent = checked.ok ? checked.value : (body as BulkEvent);
  const { user_agent } = bulkEvent;
  const timeMs = readTime(bulkEvent.timestamp, nowMs, fields);
  const ip = readIp(bulkEvent.ip, fields);
  try {
    const event = readEvent(bulkEvent, fields);
    return { item: { website, event, timeMs, ip, userAgent: user_agent ?? undefined } };
  } catch (error) {
    if (error instanceof Problem && error.fields !== undefined) return { fields: error.fields };
    throw error;
  }
}

interface BulkRequest {
  readonly request: ReadRequest;
  /** Whether it asks for a document by a method that reads. */
  readonly isForDocument: boolean;
}

function readRequest(website: Website, body: unknown, nowMs: number): Read<BulkRequest> {
  const checked = checkRead(body);
  const fields: Record<string, readonly string[]> = checked.ok ? {} : { ...checked.fields };
  if (fields["body"] !== undefined) return { fields };
  const given = checked.ok ? checked.value : (body as BulkRead);
  const timeMs = readTime(given.timestamp, nowMs, fields);
  const ip = readIp(given.ip, fields);
  const url = typeof given.url === "string" ? parseUrl(given.url) : undefined;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (!isWeb && fields["url"] === undefined) fields["url"] = ["must be an http or https URL"];
  if (url === undefined || Object.keys(fields).length > 0) return { fields };
  const { user_agent: userAgent, status, method, door = "api" } = given;
  return {
    item: {
      request: {
        website,
        timeMs,
        url,
        ip,
        userAgent,
        door,
        status: statusClass(status ?? 0),
        importId: 0,
      },
      isForDocument: /^(?:GET|HEAD)$/i.test(method ?? "GET") && isReadable({ target: url.href }),
    },
  };
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
