import type { Recorded } from "../access/recorded.ts";
import type { Webhook } from "../access/webhook.ts";
import { countWindow, type WebsiteGoal } from "../alerts/window-counts.ts";
import { dayMs, isoDay } from "../base/calendar.ts";
import type { Database } from "../clickhouse/database.ts";
import { type Attempt, type DeliveryKey, readAttempts } from "../deliveries/attempts.ts";
import { webhookSchedule } from "../deliveries/next-attempt.ts";
import { findDefinitions } from "../tables/definition-table.ts";

/** Events of a goal that a webhook is told of together. */
export interface GoalBatch {
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
/** Goals of one statement have one window, from a moment that is this long ago at the most. */
const windowMsMax = dayMs;

/**
 * Finds the events of goals that webhooks have not been told of. Each goal's are told at most once
 * a minute. What was told is known from the attempts: a delivery is named by its goal and its end,
 * and begins where the one before it ends. While one is tried again, the next ones wait.
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
    const goals = (await findDefinitions(this.#db, "goal"))
      .filter(({ websiteId }) => isThere(websiteId))
      .map(({ websiteId, id, content }) => ({ websiteId, goalId: id, goal: content }));
    const oldest = isoDay(Math.floor((nowMs - windowMsMax) / dayMs) - 1);
    const attempts = (await readAttempts(this.#db, oldest, "webhook")).filter(
      ({ period }) => period === "goal",
    );
    const told = groupByGoal(attempts);
    const wanted = webhooks.flatMap((webhook) =>
      goals.flatMap((goal): Omit<GoalBatch, "number">[] => {
        const name = nameOf(webhook.id, goal);
        const window = nextWindow(told.get(name) ?? [], webhook.content.enabledMs, endMs, nowMs);
        return window === undefined
          ? []
          : [{ ...window, webhook, goal, key: keyOf(webhook, goal, window) }];
      }),
    );
    return this.#count(wanted);
  }

  async #count(wanted: readonly Omit<GoalBatch, "number">[]): Promise<GoalBatch[]> {
    const windows = new Map<string, Omit<GoalBatch, "number">[]>();
    for (const batch of wanted) {
      const emptyMs = this.#emptyUntilMs.get(nameOf(batch.webhook.id, batch.goal)) ?? 0;
      const fromMs = emptyMs < batch.untilMs ? Math.max(batch.fromMs, emptyMs) : batch.fromMs;
      const name = `${fromMs} ${batch.untilMs}`;
      windows.set(name, [...(windows.get(name) ?? []), batch]);
    }
    const found: GoalBatch[] = [];
    for (const [name, batches] of windows) {
      const [fromMs = 0, untilMs = 0] = name.split(" ").map(Number);
      const goals = [...new Map(batches.map(({ goal }) => [nameOf(0, goal), goal])).values()];
      const ids = goals.map(({ websiteId }) => websiteId);
      const counts = await countWindow(this.#db, { fromMs, untilMs }, ids, goals);
      for (const batch of batches) {
        const { websiteId, goalId } = batch.goal;
        const number = counts(websiteId).goals.get(goalId) ?? 0;
        if (number > 0) found.push({ ...batch, number });
        else this.#emptyUntilMs.set(nameOf(batch.webhook.id, batch.goal), untilMs);
      }
    }
    return found;
  }
}

/** A delivery that was begun, with its end and its attempts. */
interface Told {
  readonly untilMs: number;
  readonly attempts: readonly Attempt[];
}

/**
 * Returns the window to tell next: the last one, while it is tried again, or what came after it.
 * Undefined if its end is not a minute later.
 */
function nextWindow(
  told: readonly Told[],
  enabledMs: number,
  endMs: number,
  nowMs: number,
): { fromMs: number; untilMs: number } | undefined {
  const last = told.at(-1);
  const isOpen = last !== undefined && !isOver(last, nowMs);
  const begin = (isOpen ? told.at(-2) : last)?.untilMs;
  const untilMs = isOpen ? last.untilMs : endMs;
  const fromMs = begin ?? Math.max(enabledMs, untilMs - windowMsMax);
  return untilMs - fromMs < (begin === undefined ? 1 : minuteMs) ? undefined : { fromMs, untilMs };
}

function isOver({ attempts }: Told, nowMs: number): boolean {
  const { attemptsMax, abandonedAfterMs } = webhookSchedule;
  if (attempts.some(({ state }) => state === "sent")) return true;
  const last = attempts.at(-1);
  if (last === undefined || last.attempt < attemptsMax) return false;
  // The last attempt may be under way.
  return last.state !== "begun" || nowMs > last.timeMs + abandonedAfterMs;
}

/** Returns the deliveries of each webhook and goal, in the order of their ends. */
function groupByGoal(attempts: readonly Attempt[]): ReadonlyMap<string, readonly Told[]> {
  const groups = new Map<string, Map<number, Attempt[]>>();
  for (const attempt of attempts) {
    const [goalId = "", end = ""] = attempt.about.split(" ");
    const webhookId = Number(attempt.recipient.slice("webhook ".length));
    const name = nameOf(webhookId, { websiteId: attempt.websiteId, goalId: Number(goalId) });
    const group = groups.get(name) ?? new Map<number, Attempt[]>();
    const untilMs = Number(end) * 1000;
    groups.set(name, group.set(untilMs, [...(group.get(untilMs) ?? []), attempt]));
  }
  return new Map(
    [...groups].map(([name, group]) => {
      const told = [...group].map(([untilMs, each]) => ({ untilMs, attempts: each }));
      return [name, told.sort((a, b) => a.untilMs - b.untilMs)];
    }),
  );
}

function keyOf(
  webhook: Recorded<Webhook>,
  { websiteId, goalId }: WebsiteGoal,
  { untilMs }: { readonly untilMs: number },
): DeliveryKey {
  return {
    ...{ websiteId, period: "goal", from: isoDay(Math.floor(untilMs / dayMs)) },
    about: `${goalId} ${untilMs / 1000}`,
    recipient: `webhook ${webhook.id}`,
  };
}

function nameOf(webhookId: number, goal: Pick<WebsiteGoal, "websiteId" | "goalId">): string {
  return `${webhookId} ${goal.websiteId} ${goal.goalId}`;
}
