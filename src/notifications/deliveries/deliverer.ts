import type { FastifyBaseLogger as Logger } from "fastify";
import { untilAborted } from "../../base/async/abort-signal.ts";
import { SingleFlight } from "../../base/async/single-flight.ts";
import { isoSeconds } from "../../base/calendar.ts";
import type { Database } from "../../clickhouse/database.ts";
import { deliveryProblem } from "../../model/delivery-problems.ts";
import {
  type Attempt,
  beginAttempt,
  type ChannelName,
  loggedProblemOf,
  type Outcome,
  problemOf,
  readAttempts,
  saveOutcome,
} from "./attempts.ts";
import { DeliveryFailed } from "./delivery-failed.ts";
import { type DeliveryKey, idForEverybody } from "./delivery-key.ts";
import { decide, type Schedule } from "./next-attempt.ts";
import { nameOfRecipient } from "./recipient.ts";

/** A message for one recipient whose time has come, whether or not it was delivered. */
export interface Delivery<Content> extends DeliveryKey {
  readonly schedule: Schedule;
  readonly isTooLate: boolean;
  /** Resolves with what is sent; undefined if there is nothing to send. */
  readonly write: (signal: AbortSignal) => Promise<Content | undefined>;
  /** Returns whether the message is still wanted, just before it is sent. */
  readonly isWanted: () => boolean;
}

/** Sends one message. */
export interface Sender<Content> {
  /** Sends it and returns the outcome. Never throws. */
  send(content: Content): Promise<Outcome>;
  /** Is called when the message was sent, or will not be. */
  end(): void;
  /** Cuts the message off. */
  close(): void;
}

export interface DelivererOptions<Content> {
  readonly db: Database;
  readonly channel: ChannelName;
  /** Resolves when the store has all attempts of earlier releases; without it, it has them. */
  readonly prepare?: () => Promise<void>;
  /** Resolves with the deliveries that are due now, in the order in which they are sent. */
  readonly find: (signal: AbortSignal) => Promise<readonly Delivery<Content>[]>;
  /** Returns whether the channel waits before it opens a sender again. */
  readonly isPausing?: () => boolean;
  /** Resolves with a sender; undefined if nothing can be sent now, which it logs. */
  readonly open: (signal: AbortSignal) => Promise<Sender<Content> | undefined>;
  /** Deliveries at the same time, each to another recipient. */
  readonly togetherMax: number;
  /**
   * Limits the time in which a message is sent. It exceeds the sender's own limits, and is less
   * than the time after which an attempt is abandoned.
   */
  readonly sendMsMax: number;
  /** Returns a signal that is aborted after this time; for tests. */
  readonly limit?: (ms: number) => AbortSignal;
  readonly logger: Logger;
  readonly now: () => number;
}

/** The counters since the start. */
export interface DeliveryCounts {
  sent: number;
  /** Failed attempts. */
  failed: number;
}

const unreadablePauseMs = 10 * 60_000;
/** Limits the time of an unfinished message at a stop. */
const lastMessageMs = 1_000;

/**
 * Delivers what is due over one channel. docs/email-reports.md has the rules.
 *
 * ## States of a delivery
 *
 * - **due**: no attempt is in the store. The deliverer begins the first one.
 * - **begun**: an attempt is in the store without an outcome. Its sender sends the message, or has
 *   died: after some minutes the attempt is abandoned.
 * - **refused**: nobody has got the message. The next attempt begins after a pause, until there
 *   were too many.
 * - **unknown**: somebody may have got it. A webhook is called again, as for a refusal; a mail is
 *   not sent again. An abandoned attempt is the same.
 * - **settled**: `sent`, `unknown` for a mail, refused too often, or too late. The deliverer reads
 *   no more of it.
 *
 * `decide` says which state follows.
 *
 * ## How
 *
 * - It writes the message and opens a sender. Then it begins an attempt in the store, sends the
 *   message and stores the outcome.
 * - Of several processes on one store, only one can begin an attempt.
 * - The schedule says whether an attempt without an outcome is repeated.
 * - Nothing waits for the deliverer. What cannot be delivered is late and finally skipped.
 */
export class Deliverer<Content> {
  readonly counts: DeliveryCounts = { sent: 0, failed: 0 };
  readonly #options: DelivererOptions<Content>;
  readonly #runs = new SingleFlight(() => this.#runAsAsked());
  #isAskedAgain = false;
  /** The ids of the due deliveries that need no more work. */
  readonly #settled = new Set<string>();
  /** Outcomes that are not in the store yet. */
  readonly #unsaved: Attempt[] = [];
  readonly #unreadableUntilMs = new Map<string, number>();
  readonly #senders = new Set<Sender<Content>>();

  constructor(options: DelivererOptions<Content>) {
    this.#options = options;
  }

  /** Resolves when everything that is due at this moment, and can be delivered, was delivered. */
  run(): Promise<void> {
    this.#isAskedAgain = true;
    return this.#runs.run();
  }

  /** Starts no other delivery. An unfinished message has one second left. */
  async stop(): Promise<void> {
    const ended = this.#runs.stop();
    const cutOff = setTimeout(() => {
      for (const sender of this.#senders) sender.close();
    }, lastMessageMs);
    await ended;
    clearTimeout(cutOff);
  }

  get signal(): AbortSignal {
    return this.#runs.signal;
  }

  /** Delivers what became due during a run, too. */
  async #runAsAsked(): Promise<void> {
    while (this.#isAskedAgain && !this.signal.aborted) {
      this.#isAskedAgain = false;
      await this.#run();
    }
  }

  async #run(): Promise<void> {
    const { db, channel, togetherMax, now, isPausing = () => false } = this.#options;
    await this.#saveOutcomes();
    if (isPausing()) return;
    await this.#options.prepare?.();
    const due = this.#unsettled(await this.#options.find(this.signal));
    if (due.length === 0) return;
    const oldestMs = due.reduce((least, { fromMs }) => Math.min(least, fromMs), now());
    const attempts = new Map<string, Attempt[]>();
    for (const attempt of await readAttempts(db, oldestMs, channel)) {
      const { eventId } = attempt;
      attempts.set(eventId, [...(attempts.get(eventId) ?? []), attempt]);
    }
    const queue = due.flatMap((delivery) => {
      const ids = [idForEverybody(delivery), delivery.eventId];
      const number = this.#nextAttempt(
        delivery,
        ids.flatMap((id) => attempts.get(id) ?? []),
      );
      return number === undefined ? [] : [{ delivery, number }];
    });
    const busy = new Set<string>();
    const takeTurns = async () => {
      // Each recipient has one turn, so that one that hangs holds up no other.
      const take = () => {
        const at = queue.findIndex(
          ({ delivery }) => !busy.has(nameOfRecipient(delivery.recipient)),
        );
        return at < 0 ? undefined : queue.splice(at, 1)[0];
      };
      for (let next = take(); next !== undefined && !this.signal.aborted; next = take()) {
        const recipient = nameOfRecipient(next.delivery.recipient);
        busy.add(recipient);
        const goesOn = await this.#deliver(next.delivery, next.number);
        busy.delete(recipient);
        // What became due meanwhile may come before the rest.
        if (!goesOn || this.#isAskedAgain) queue.length = 0;
      }
    };
    const turns = await Promise.allSettled(Array.from({ length: togetherMax }, takeTurns));
    const failed = turns.find((turn) => turn.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  #unsettled(due: readonly Delivery<Content>[]): Delivery<Content>[] {
    const ids = new Set(due.map(({ eventId }) => eventId));
    for (const id of this.#settled) if (!ids.has(id)) this.#settled.delete(id);
    for (const id of this.#unreadableUntilMs.keys()) {
      if (!ids.has(id)) this.#unreadableUntilMs.delete(id);
    }
    return due.filter(({ eventId }) => !this.#settled.has(eventId));
  }

  /** Returns the number of the attempt to begin now, or undefined if none is due. */
  #nextAttempt(delivery: Delivery<Content>, past: readonly Attempt[]): number | undefined {
    const { now, logger } = this.#options;
    const decision = decide(delivery, past, now());
    if (decision.kind === "settled") {
      this.#settled.add(delivery.eventId);
      if (decision.reason !== undefined) logger.warn(fieldsOf(delivery), decision.reason);
    }
    const isUnreadable = now() < (this.#unreadableUntilMs.get(delivery.eventId) ?? 0);
    return decision.kind === "begin" && !isUnreadable ? decision.attempt : undefined;
  }

  /** Delivers a message. Returns whether to continue with the next one. */
  async #deliver(delivery: Delivery<Content>, number: number): Promise<boolean> {
    const { db, open, now } = this.#options;
    const content = await this.#write(delivery);
    if (content === undefined) return !this.signal.aborted;
    const sender = await open(this.signal);
    if (sender === undefined) {
      if (!this.signal.aborted) this.counts.failed += 1;
      return false;
    }
    this.#senders.add(sender);
    try {
      // Somebody may have stopped it in the meantime.
      if (!delivery.isWanted()) return true;
      const begun = await beginAttempt(db, delivery, number, now());
      if (begun === undefined) return true;
      const outcome = await this.#send(sender, content);
      this.#logOutcome(delivery, outcome);
      const answer = outcome.status === "sent" ? "" : problemOf(outcome.error);
      this.#unsaved.push({ ...begun, status: outcome.status, answer, timeMs: now() });
      await this.#saveOutcomes();
      return true;
    } finally {
      sender.end();
      this.#senders.delete(sender);
    }
  }

  /**
   * Sends a message. A sender that has no outcome in time must not hold up the others: it is cut
   * off, and the outcome is unknown.
   */
  async #send(sender: Sender<Content>, content: Content): Promise<Outcome> {
    const { sendMsMax, limit = (ms: number) => AbortSignal.timeout(ms) } = this.#options;
    const late = limit(sendMsMax);
    try {
      return await untilAborted(sender.send(content), late);
    } catch (error) {
      sender.close();
      const problem = deliveryProblem("no_answer", { seconds: sendMsMax / 1000 });
      return { status: "unknown", error: late.aborted ? new DeliveryFailed(problem) : error };
    }
  }

  /** Stores the outcomes. If the store fails, the next run continues. */
  async #saveOutcomes(): Promise<void> {
    for (const ended of [...this.#unsaved]) {
      await saveOutcome(this.#options.db, ended);
      const index = this.#unsaved.indexOf(ended);
      if (index >= 0) this.#unsaved.splice(index, 1);
    }
  }

  async #write(delivery: Delivery<Content>): Promise<Content | undefined> {
    const { now, logger } = this.#options;
    try {
      return await delivery.write(this.signal);
    } catch (error) {
      if (this.signal.aborted) return undefined;
      this.counts.failed += 1;
      this.#unreadableUntilMs.set(delivery.eventId, now() + unreadablePauseMs);
      logger.warn({ ...fieldsOf(delivery), err: error }, "a message cannot be written now");
      return undefined;
    }
  }

  #logOutcome(delivery: Delivery<Content>, outcome: Outcome): void {
    const { logger, channel } = this.#options;
    const where = fieldsOf(delivery);
    if (outcome.status === "sent") {
      this.counts.sent += 1;
      logger.info(where, "a message was sent");
      return;
    }
    this.counts.failed += 1;
    const receiver = channel === "mail" ? "the mail server" : "the receiver of a webhook";
    const unknown = delivery.schedule.repeatsUnknown
      ? "a message may have been sent, and is sent again"
      : "a message may have been sent, so it is not sent again";
    const text = outcome.status === "refused" ? `${receiver} refused a message` : unknown;
    logger.warn({ ...where, problem: loggedProblemOf(outcome.error) }, text);
  }
}

/** Returns the fields of a log line. An address would be personal data, so it is left out. */
function fieldsOf({ websiteId, kind, subjectId, fromMs, recipient }: DeliveryKey): object {
  return {
    website: websiteId,
    kind,
    ...(subjectId !== 0 && { subject: subjectId }),
    from: isoSeconds(fromMs),
    to: recipient.kind === "mail" ? "mail" : nameOfRecipient(recipient),
  };
}
