import { clockAt } from "../base/calendar.ts";
import type { Alert, AlertMessage, AlertRule } from "../definitions/alert.ts";
import type { Website } from "../websites/website.ts";
import { isAgainstWeekdays, isSilence } from "./rules.ts";

const count = new Intl.NumberFormat("en");
const decimal = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });
const weekday = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" });

/** A message of an alert, with what its words are made of. */
export interface AlertNews {
  readonly website: Pick<Website, "id" | "domain" | "timezone">;
  readonly alertId: number;
  readonly alert: Pick<Alert, "name">;
  readonly message: AlertMessage;
  /** The name of the goal that the rule is about; undefined without one, or if it is gone. */
  readonly goalName?: string | undefined;
}

/** Returns the message in one line, such as `example.com: Tag: nothing has come for 60 minutes`. */
export function titleOf({ website, alert, message, goalName }: AlertNews): string {
  return `${website.domain}: ${alert.name}: ${stateOf(message, goalName)}`;
}

/** Returns whole sentences: the number, the window, the threshold. */
export function sentencesOf({ website, message, goalName }: AlertNews): string[] {
  const { when } = message;
  const window = windowOf(message, website.timezone);
  if (isSilence(when)) {
    return message.state === "firing"
      ? [
          `Nothing of any kind has come for ${minutes(message.number)}.`,
          `The alert fires after ${minutes(when.silent_minutes)}.`,
          "The tracker may be missing, or something may keep its events away.",
        ]
      : ["Events come in again."];
  }
  return [
    `${capital(numberOf(message, goalName))} ${window}.`,
    `The alert fires while there are ${thresholdOf(when, message)}.`,
    ...medianOf(message, website.timezone),
  ];
}

/** Returns the rule in words, such as `more than 100`. */
export function thresholdOf(when: AlertRule, { median }: Pick<AlertMessage, "median">): string {
  if (isSilence(when)) return `no events for ${minutes(when.silent_minutes)}`;
  const times = (factor: number) =>
    `${decimal.format(factor)} times the median, which are ${decimal.format(factor * (median ?? 0))}`;
  const parts = isAgainstWeekdays(when)
    ? [
        when.times_above === undefined ? [] : `more than ${times(when.times_above)}`,
        when.times_below === undefined ? [] : `less than ${times(when.times_below)}`,
      ]
    : [
        when.above === undefined ? [] : `more than ${count.format(when.above)}`,
        when.below === undefined ? [] : `less than ${count.format(when.below)}`,
      ];
  return parts.flat().join(" or ");
}

function stateOf(message: AlertMessage, goalName: string | undefined): string {
  const { when, state, number } = message;
  if (isSilence(when)) {
    return state === "firing" ? `nothing has come for ${minutes(number)}` : "events come in again";
  }
  const seen = `${numberOf(message, goalName)} in ${minutes(when.window_minutes)}`;
  return state === "firing" ? seen : `over, ${seen}`;
}

/** Returns a number with its noun, such as `120 visitors`. */
function numberOf({ when, number }: AlertMessage, goalName: string | undefined): string {
  if (isSilence(when)) return minutes(number);
  const isOne = number === 1;
  const nouns = {
    visitors: isOne ? "visitor" : "visitors",
    pageviews: isOne ? "page view" : "page views",
    events: isOne ? "custom event" : "custom events",
    goal: `${isOne ? "event" : "events"} of the goal ${goalName ?? `with the id ${when.goal_id}`}`,
  };
  return `${count.format(number)} ${nouns[when.metric]}`;
}

function medianOf({ median, earlier = [], fromMs }: AlertMessage, timezone: string): string[] {
  if (median === undefined) return [];
  const day = weekday.format(Date.parse(clockAt(timezone, fromMs).day));
  const numbers = earlier.map((number) => count.format(number)).join(", ");
  return [
    `The median of the same hours of the last ${earlier.length} ${day}s is ${decimal.format(median)}: they had ${numbers}, the last one first.`,
  ];
}

function windowOf({ fromMs, untilMs }: AlertMessage, timezone: string): string {
  return `from ${clockOf(fromMs, timezone)} to ${clockOf(untilMs, timezone)} (${timezone})`;
}

/** Formats a moment, as in `2026-11-26 09:05`. */
function clockOf(timeMs: number, timezone: string): string {
  const { day, minute } = clockAt(timezone, timeMs);
  const pad = (number: number) => String(number).padStart(2, "0");
  return `${day} ${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}

function minutes(number: number): string {
  return number === 1 ? "1 minute" : `${count.format(number)} minutes`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
