import type { Recorded } from "../../access/recorded.ts";
import { type Webhook, wantedSince } from "../../access/webhook.ts";
import { dayMs } from "../../base/calendar.ts";
import type { Database } from "../../clickhouse/database.ts";
import { findDefinitions } from "../../tables/definition-table.ts";
import { countWindow, type WebsiteGoal, type Window } from "../alerts/window-counts.ts";
import { type Attempt, readAttempts } from "../deliveries/attempts.ts";
import { type DeliveryKey, goalKey } from "../deliveries/delivery-key.ts";
import { webhookSchedule } from "../deliveries/next-attempt.ts";
import { byId } from "../deliveries/recipient.ts";

/** Events of a goal that a webhook is told of together. */
export interface GoalBatch {
  /** It is named by its beginning, which all processes know. */
  readonly key: DeliveryKey;
  readonly webhook: Recorded<Webhook>;
  readonly goal: WebsiteGoal;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly number: number;
}

const minuteMs = 60_000;
/** Time in which an event that was accepted elsewhere reaches the store. */
const arrivalMs = 5_000;

/**
 * Finds the events of goals that webhooks have not been told of. Each goal's are told at most once
 * a minute. What was told is known from the attempts: a delivery is named by its goal and its
 * beginning, which is where the one before it ends, so of several processes one tells it. Its end
 * is stored with it.
 *
 * ## States of a webhook's goal
 *
 * - **nothing to tell**: no event came after the last delivery. The next look begins there.
 * - **new**: events came. A delivery is named by its beginning, and ends with the last whole
 *   minute.
 * - **open**: the last delivery was begun and is not over. It is tried again, and the next events
 *   wait for it.
 * - **over**: the last delivery was sent, or tried as often as it may be.
 *
 * `nextWindow` says which state follows.
 */
export class GoalBatches {
  readonly #db: Database;
  readonly #now: () => number;
  /** Webhook, website and goal → the moment up to which nothing was to tell. */
  readonly #emptyUntilMs = new Map<string, number>();

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** `webhooks` are those that want goals; `isThere` tells which websites count. */
  async find(
    webhooks: readonly Recorded<Webhook>[],
    isThere: (websiteId: number) => boolean,
  ): Promise<GoalBatch[]> {
    if (webhooks.length === 0) return [];
    const nowMs = this.#now();
    const endMs = Math.floor((nowMs - arrivalMs) / minuteMs) * minuteMs;
    const goals = (await findDefinitions(this.#db, "goal")).filter(({ websiteId }) =>
      isThere(websiteId),
    );
    // A window begins on the day before its end, at the earliest.
    const oldestMs = (Math.floor(nowMs / dayMs) - 2) * dayMs;
    const attempts = (await readAttempts(this.#db, oldestMs, "webhook")).filter(
      ({ kind, type }) => kind === "goal" && type === "goal",
    );
    const told = groupByGoal(attempts);
    const wanted = webhooks.flatMap((webhook) =>
      goals.flatMap(({ websiteId, id, content, createdMs }): Omit<GoalBatch, "number">[] => {
        const goal = { websiteId, goalId: id, goal: content };
        const name = nameOf(webhook.id, goal);
        const sinceMs = Math.max(wantedSince(webhook.content, "goal"), createdMs);
        const emptyMs = this.#emptyUntilMs.get(name) ?? 0;
        const next = nextWindow(told.get(name) ?? [], { sinceMs, emptyMs, endMs, nowMs });
        return next === undefined
          ? []
          : [{ ...next.window, webhook, goal, key: keyOf(webhook, goal, next) }];
      }),
    );
    return this.#count(wanted);
  }

  async #count(wanted: readonly Omit<GoalBatch, "number">[]): Promise<GoalBatch[]> {
    const windows = new Map<string, { window: Window; batches: Omit<GoalBatch, "number">[] }>();
    for (const batch of wanted) {
      const emptyMs = this.#emptyUntilMs.get(nameOf(batch.webhook.id, batch.goal)) ?? 0;
      const fromMs = emptyMs < batch.untilMs ? Math.max(batch.fromMs, emptyMs) : batch.fromMs;
      const window = { fromMs, untilMs: batch.untilMs };
      const name = JSON.stringify(window);
      const { batches = [] } = windows.get(name) ?? {};
      windows.set(name, { window, batches: [...batches, batch] });
    }
    const found: GoalBatch[] = [];
    for (const { window, batches } of windows.values()) {
      const goals = [...new Map(batches.map(({ goal }) => [nameOf(0, goal), goal])).values()];
      const ids = goals.map(({ websiteId }) => websiteId);
      const counts = await countWindow(this.#db, window, ids, goals);
      for (const batch of batches) {
        const { websiteId, goalId } = batch.goal;
        const number = counts(websiteId).goals.get(goalId) ?? 0;
        if (number > 0) found.push({ ...batch, number });
        else this.#emptyUntilMs.set(nameOf(batch.webhook.id, batch.goal), window.untilMs);
      }
    }
    return found;
  }
}

/** A delivery that was begun. */
export interface Told {
  readonly eventId: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly attempts: readonly Attempt[];
}

interface Next {
  readonly window: Window;
  /** The delivery that is tried again; undefined for a new one. */
  readonly open: Told | undefined;
}

/**
 * Returns the window to tell next: the last one, while it is tried again, or what came after it, up
 * to `endMs`. Undefined if nothing can have come. What was told before `sinceMs` does not count,
 * and a window that ends by `emptyMs` has nothing to tell any more.
 */
export function nextWindow(
  all: readonly Told[],
  times: Readonly<Record<"sinceMs" | "emptyMs" | "endMs" | "nowMs", number>>,
): Next | undefined {
  const { sinceMs, emptyMs, endMs, nowMs } = times;
  const told = all.filter((each) => each.untilMs > sinceMs);
  const last = told.at(-1);
  const isOpen = last !== undefined && !isOver(last, nowMs) && last.untilMs > emptyMs;
  const untilMs = isOpen ? last.untilMs : endMs;
  const dayBeforeMs = (Math.floor(untilMs / dayMs) - 1) * dayMs;
  const before = isOpen ? told.at(-2) : last;
  const fromMs = Math.max(sinceMs, dayBeforeMs, before?.untilMs ?? 0);
  if (untilMs <= fromMs) return undefined;
  return { window: { fromMs, untilMs }, open: isOpen ? last : undefined };
}

function isOver({ attempts }: Told, nowMs: number): boolean {
  const { attemptsMax, abandonedAfterMs } = webhookSchedule;
  if (attempts.some(({ status }) => status === "sent")) return true;
  const last = attempts.at(-1);
  if (last === undefined || last.attempt < attemptsMax) return false;
  // The last attempt may be under way.
  return last.status !== "begun" || nowMs > last.timeMs + abandonedAfterMs;
}

/** Returns the deliveries of each webhook and goal, in the order of their ends. */
function groupByGoal(attempts: readonly Attempt[]): ReadonlyMap<string, readonly Told[]> {
  const groups = new Map<string, Map<string, Attempt[]>>();
  for (const attempt of attempts) {
    const { eventId, websiteId, subjectId, recipient } = attempt;
    const name = nameOf(Number(recipient.id), { websiteId, goalId: subjectId });
    const group = groups.get(name) ?? new Map<string, Attempt[]>();
    groups.set(name, group.set(eventId, [...(group.get(eventId) ?? []), attempt]));
  }
  return new Map(
    [...groups].map(([name, group]) => {
      const told = [...group.values()].map(toldOf);
      return [name, told.sort((a, b) => a.untilMs - b.untilMs)];
    }),
  );
}

function toldOf(attempts: readonly Attempt[]): Told {
  const first = attempts[0] as Attempt;
  const { eventId, fromMs } = first;
  // Another process may have begun it with another end, but one alone has told it.
  const { untilMs } = attempts.find(({ status }) => status === "sent") ?? first;
  return { eventId, fromMs, untilMs, attempts };
}

function keyOf(webhook: Recorded<Webhook>, goal: WebsiteGoal, { window, open }: Next): DeliveryKey {
  const key = goalKey(goal, window, byId("webhook", webhook.id));
  // Events may be left out of a delivery that is tried again, as the webhook was off meanwhile.
  return open === undefined ? key : { ...key, eventId: open.eventId, fromMs: open.fromMs };
}

function nameOf(webhookId: number, goal: Pick<WebsiteGoal, "websiteId" | "goalId">): string {
  return `${webhookId} ${goal.websiteId} ${goal.goalId}`;
}
