import type { FastifyBaseLogger as Logger } from "fastify";
import { untilAborted } from "../../base/async/abort-signal.ts";
import { SingleFlight } from "../../base/async/single-flight.ts";
import { dayMs } from "../../base/calendar.ts";
import { Problem } from "../../base/errors.ts";
import type { Database } from "../../clickhouse/database.ts";
import { type AlertReading, type AlertRule, afterReading } from "../../definitions/alert.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import { readsWindowMinutes } from "../../model/alert.ts";
import { type CollectingMinutes, readCollectingMinutes } from "../../tables/collecting-table.ts";
import { type FoundDefinition, findDefinitions } from "../../tables/definition-table.ts";
import type { Website } from "../../websites/website.ts";
import { isWithinHours, minutesWithin } from "./hours.ts";
import {
  fires,
  firesOnFew,
  isAgainstWeekdays,
  isOfReads,
  isSilence,
  outageMinutesMaxOf,
  windowMsOf,
} from "./rules.ts";
import { earlierWindows, medianOf, weeksMin } from "./weekdays.ts";
import {
  countReads,
  countWindow,
  firstDays,
  lastEvents,
  type WebsiteGoal,
  type Window,
  type WindowCounts,
} from "./window-counts.ts";

export interface AlertWatchOptions {
  readonly db: Database;
  /** That of the first store. */
  readonly firstDb: Database;
  readonly definitions: Pick<Definitions, "update">;
  readonly websites: { find(id: number): Website | undefined };
  /** Resolves when all events accepted so far are in the store. */
  readonly shipped: () => Promise<void>;
  /** Is called when there is something to tell. */
  readonly onMessage: () => void;
  readonly logger: Logger;
  readonly now: () => number;
}

/** An alert whose rule is looked at now. */
interface Watched extends FoundDefinition<"alert"> {
  readonly website: Website;
}

/** A silence is at most a day long, and an outage may be in it. */
const silenceMsMax = 3 * dayMs;
/** The longest window in which an outage is looked for: that of reads. */
const windowMsMax = readsWindowMinutes.max * 60_000;
const minuteMs = 60_000;

/**
 * Looks at the rules of all alerts in a store, and stores which of them fire. docs/alerts.md has
 * the rules. Of several processes one stores a change of state, as only one can change a
 * definition.
 *
 * ## States of an alert
 *
 * - **quiet**: its rule does not hold. It begins so, and a change of the rule makes it so.
 * - **firing**: its rule holds. That is told, unless it was told of a firing within the pause.
 * - **quiet again**: the rule no longer holds. That is told if the firing was.
 *
 * A look leaves the state as it is outside of the alert's hours, without a reading, and where a
 * process was off for so long that few events say nothing. `afterReading` makes the change.
 */
export class AlertWatch {
  readonly #options: AlertWatchOptions;
  readonly #runs = new SingleFlight(() => this.#run());

  constructor(options: AlertWatchOptions) {
    this.#options = options;
  }

  /** Resolves when every alert was looked at. */
  run(): Promise<void> {
    return this.#runs.run();
  }

  async stop(): Promise<void> {
    await this.#runs.stop();
  }

  async #run(): Promise<void> {
    const { db, firstDb, shipped, now } = this.#options;
    const enabled = (await findDefinitions(db, "alert")).filter(({ content }) => content.enabled);
    if (enabled.length === 0) return;
    await untilAborted(shipped(), this.#runs.signal);
    const nowMs = now();
    const watched = enabled.flatMap((alert): Watched[] => {
      const website = this.#options.websites.find(alert.websiteId);
      if (website === undefined) return [];
      return isWithinHours(alert.content.hours, website.timezone, nowMs)
        ? [{ ...alert, website }]
        : [];
    });
    const needsMinutes = watched.some(({ content }) => firesOnFew(content.when));
    const minutes = needsMinutes
      ? await readCollectingMinutes(firstDb, nowMs - windowMsMax)
      : undefined;
    const ofReads = watched.filter(({ content }) => isOfReads(content.when));
    const ofEvents = watched.filter((alert) => !ofReads.includes(alert));
    const readings = await this.#read(ofEvents, nowMs, minutes);
    for (const alert of ofReads) {
      const reading = await this.#countReads(alert, nowMs);
      if (reading !== undefined) readings.set(alert, reading);
    }
    for (const alert of watched) {
      const reading = readings.get(alert);
      if (reading !== undefined) await this.#conclude(alert, reading, nowMs, minutes);
    }
  }

  /** Counts the reads of an alert's window. Few say nothing of a website that is younger. */
  async #countReads(
    { website, content: { when } }: Watched,
    nowMs: number,
  ): Promise<AlertReading | undefined> {
    if (!isOfReads(when)) return undefined;
    const window = { fromMs: nowMs - windowMsOf(when), untilMs: nowMs };
    if (firesOnFew(when) && website.createdAt.getTime() > window.fromMs) return undefined;
    const number = await countReads(this.#options.db, window, website, when.reader);
    return { ...window, number };
  }

  /** Reads the numbers of the alerts, with one statement for each window. */
  async #read(
    watched: readonly Watched[],
    nowMs: number,
    minutes: CollectingMinutes | undefined,
  ): Promise<Map<Watched, AlertReading>> {
    const goals = await this.#findGoals(watched);
    const windows = new Map<string, { window: Window; alerts: Set<Watched> }>();
    const add = (window: Window, alert: Watched) => {
      const name = `${window.fromMs} ${window.untilMs}`;
      const known = windows.get(name) ?? { window, alerts: new Set() };
      windows.set(name, { ...known, alerts: known.alerts.add(alert) });
      return name;
    };
    const named = watched.map((alert) => {
      const { when } = alert.content;
      const window = { fromMs: nowMs - windowMsOf(when), untilMs: nowMs };
      const earlier = isAgainstWeekdays(when) ? earlierWindows(window, alert.website.timezone) : [];
      return {
        alert,
        window,
        own: add(window, alert),
        earlier: earlier.map((each) => ({ day: each.day, name: add(each, alert) })),
      };
    });
    const counts = new Map<string, (websiteId: number) => WindowCounts>();
    for (const [name, { window, alerts }] of windows) {
      const ids = [...alerts].map(({ websiteId }) => websiteId);
      const wanted = goalNames(alerts);
      const own = goals.filter((goal) => wanted.has(nameOf(goal)));
      counts.set(name, await countWindow(this.#options.db, window, ids, own));
    }
    const numberOf = (name: string, { websiteId, content: { when } }: Watched) =>
      numberIn(counts.get(name)?.(websiteId), when);
    const first = await this.#firstDays(watched);
    const readings = new Map<Watched, AlertReading>();
    const silent: Watched[] = [];
    for (const { alert, window, own, earlier } of named) {
      const number = numberOf(own, alert);
      if (number === undefined) continue;
      if (isSilence(alert.content.when)) {
        if (number === 0) silent.push(alert);
        else readings.set(alert, { ...window, number: 0 });
      } else if (isAgainstWeekdays(alert.content.when)) {
        const begin = first.get(alert.websiteId) ?? "9999-12-31";
        const known = earlier.filter(({ day }) => day >= begin);
        if (known.length < weeksMin) continue;
        const numbers = known.map(({ name }) => numberOf(name, alert) ?? 0);
        const median = medianOf(numbers);
        readings.set(alert, { ...window, number, earlier: numbers, median });
      } else readings.set(alert, { ...window, number });
    }
    await this.#readSilences(silent, nowMs, minutes, readings);
    return readings;
  }

  /** Finds how long those have been silent of which nothing came in the window. */
  async #readSilences(
    silent: readonly Watched[],
    nowMs: number,
    minutes: CollectingMinutes | undefined,
    readings: Map<Watched, AlertReading>,
  ): Promise<void> {
    if (silent.length === 0) return;
    const window = { fromMs: nowMs - silenceMsMax, untilMs: nowMs };
    const ids = silent.map(({ websiteId }) => websiteId);
    const last = await lastEvents(this.#options.db, window, ids);
    for (const alert of silent) {
      const { content, website, websiteId } = alert;
      const sinceMs = Math.max(
        window.fromMs,
        website.createdAt.getTime(),
        last.get(websiteId) ?? 0,
      );
      const within =
        content.hours === null && minutes?.outageMinutes(sinceMs, nowMs) === 0
          ? Math.floor((nowMs - sinceMs) / minuteMs)
          : minutesWithin(content.hours, website.timezone, sinceMs, nowMs).filter(
              (ms) => minutes?.isOpen(ms) ?? true,
            ).length;
      readings.set(alert, { fromMs: sinceMs, untilMs: nowMs, number: within });
    }
  }

  async #firstDays(watched: readonly Watched[]): Promise<ReadonlyMap<number, string>> {
    const ids = watched
      .filter(({ content: { when } }) => isAgainstWeekdays(when))
      .map(({ websiteId }) => websiteId);
    return ids.length === 0 ? new Map() : firstDays(this.#options.db, ids);
  }

  async #findGoals(watched: readonly Watched[]): Promise<readonly WebsiteGoal[]> {
    const wanted = goalNames(watched);
    if (wanted.size === 0) return [];
    const goals = await findDefinitions(this.#options.db, "goal");
    return goals
      .map(({ websiteId, id, content }) => ({ websiteId, goalId: id, goal: content }))
      .filter((goal) => wanted.has(nameOf(goal)));
  }

  /** Stores the state of an alert, if it has changed. */
  async #conclude(
    { websiteId, id, content }: Watched,
    reading: AlertReading,
    nowMs: number,
    minutes: CollectingMinutes | undefined,
  ): Promise<void> {
    const { definitions, websites, onMessage, logger } = this.#options;
    const { when } = content;
    const isFiring = fires(when, reading);
    if (isFiring === (content.state === "firing")) return;
    // Few events of a window in which few could come say nothing.
    const outage = minutes?.outageMinutes(reading.fromMs, reading.untilMs) ?? 0;
    const isUnsure = firesOnFew(when) && outage > outageMinutesMaxOf(when);
    if (isFiring && !isSilence(when) && isUnsure) return;
    if (websites.find(websiteId) === undefined) return;
    try {
      await definitions.update(
        { routine: "alert state" },
        websiteId,
        "alert",
        id,
        (before) => {
          const isSame = before.enabled && JSON.stringify(before.when) === JSON.stringify(when);
          return isSame ? afterReading(before, isFiring, reading, nowMs) : undefined;
        },
        { isAsked: false },
      );
    } catch (error) {
      // It was deleted meanwhile.
      if (error instanceof Problem && error.code === "NOT_FOUND") return;
      throw error;
    }
    logger.info({ website: websiteId, alert: id, isFiring }, "the state of an alert has changed");
    onMessage();
  }
}

/** Returns the names of the goals that the rules of alerts are about. */
function goalNames(alerts: Iterable<Watched>): ReadonlySet<string> {
  const names = [...alerts].flatMap(({ websiteId, content: { when } }) =>
    isSilence(when) || when.goal_id === undefined
      ? []
      : [nameOf({ websiteId, goalId: when.goal_id })],
  );
  return new Set(names);
}

function nameOf({ websiteId, goalId }: Pick<WebsiteGoal, "websiteId" | "goalId">): string {
  return `${websiteId} ${goalId}`;
}

/** Returns the number that a rule is about; undefined if its goal is gone. */
function numberIn(counts: WindowCounts | undefined, when: AlertRule): number | undefined {
  if (counts === undefined) return undefined;
  if (isSilence(when)) return counts.anything;
  if (when.metric === "reads") return undefined;
  return when.metric === "goal" ? counts.goals.get(when.goal_id ?? 0) : counts[when.metric];
}
