import { clockAt } from "../../base/calendar.ts";
import type { Alert, AlertMessage, CountRule, WeekdayRule } from "../../definitions/alert.ts";
import { nameCharactersMax, readerCharactersMax } from "../../model/limits.ts";
import type { Website } from "../../websites/website.ts";
import { isAgainstWeekdays, isSilence } from "../alerts/rules.ts";
import type { MailTools } from "./mail-tools.ts";
import { printable, type Wording } from "./wording.ts";
import type { MailWords } from "./words/en.ts";

/** A message of an alert, with what its words are made of. */
export interface AlertNews {
  readonly website: Pick<Website, "id" | "domain" | "timezone" | "language">;
  readonly alertId: number;
  readonly alert: Pick<Alert, "name">;
  readonly message: AlertMessage;
  /** The name of the goal that the rule is about; undefined without one, or if it is gone. */
  readonly goalName?: string | undefined;
}

const minutesOfDay = 24 * 60;

/** Returns the message in one line, such as `example.com: Tag: nothing has come for 60 minutes`. */
export function titleOf({ words: { alert: words } }: Wording, news: AlertNews): string {
  const { website, alert, message } = news;
  const { when, state, number } = message;
  const newsOf = () => {
    if (isSilence(when)) return state === "firing" ? words.silentFor(number) : words.again;
    const seen = numberOf(words, when, news);
    const { window_minutes: minutes } = when;
    const days = minutes / minutesOfDay;
    if (days > 1 && Number.isInteger(days)) {
      return state === "firing" ? words.seenInDays(seen, days) : words.overInDays(seen, days);
    }
    return state === "firing" ? words.seen(seen, minutes) : words.over(seen, minutes);
  };
  return words.title(website.domain, printable(alert.name, nameCharactersMax), newsOf());
}

/** Returns whole sentences: the number, the window, the threshold. */
export function sentencesOf(
  { words: { alert: words, moment }, tools }: Wording,
  news: AlertNews,
): string[] {
  const { when, state, number, fromMs, untilMs } = news.message;
  const { timezone } = news.website;
  if (isSilence(when)) {
    return state === "firing"
      ? [words.nothing(number), words.fires.silent(when.silent_minutes), words.cause]
      : [words.eventsAgain];
  }
  const textOf = (timeMs: number) => {
    const { day, minute } = clockAt(timezone, timeMs);
    const pad = (part: number) => String(part).padStart(2, "0");
    return moment(day, `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`);
  };
  return [
    words.counted(numberOf(words, when, news), textOf(fromMs), textOf(untilMs), timezone),
    thresholdOf(words, when, news.message),
    ...medianOf(words, tools, news),
  ];
}

/** Returns a number with its noun, such as `120 visitors`. */
function numberOf(
  words: MailWords["alert"],
  when: CountRule | WeekdayRule,
  { message, goalName }: AlertNews,
): string {
  const { metric, goal_id: goalId } = when;
  const reader = "reader" in when ? when.reader : undefined;
  if (reader !== undefined) {
    return words.number.readsOf(message.number, printable(reader, readerCharactersMax));
  }
  const goal = goalName === undefined ? `#${goalId}` : printable(goalName, nameCharactersMax);
  return words.number[metric](message.number, goal);
}

function thresholdOf(
  { fires }: MailWords["alert"],
  when: CountRule | WeekdayRule,
  { median = 0 }: Pick<AlertMessage, "median">,
): string {
  if (isAgainstWeekdays(when)) {
    const { times_above: above, times_below: below } = when;
    if (below === undefined) return fires.timesAbove(above ?? 0, (above ?? 0) * median);
    if (above === undefined) return fires.timesBelow(below, below * median);
    return fires.timesOutside(above, above * median, below, below * median);
  }
  const { above, below } = when;
  if (below === undefined) return fires.above(above ?? 0);
  return above === undefined ? fires.below(below) : fires.outside(above, below);
}

function medianOf(
  words: MailWords["alert"],
  tools: MailTools,
  { website, message }: AlertNews,
): string[] {
  const { median, earlier = [], fromMs } = message;
  if (median === undefined) return [];
  const { day } = clockAt(website.timezone, fromMs);
  const numbers = earlier.map(tools.count).join(words.comma);
  return [words.median(day, median, earlier.length, numbers)];
}
