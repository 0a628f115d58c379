import type { GoalRecord } from "../../model/goal.ts";
import { notificationsWords } from "../words/notifications.ts";
import { format } from "../words/reader.ts";
import { type AlertDraft, type Measure, readerOf } from "./alert-draft.ts";

const words = notificationsWords.alerts;

export type Goals = readonly Pick<GoalRecord, "id" | "name">[];

/** Returns the name that an alert gets as long as nobody writes one. */
export function usualName({ kind, measure, number }: AlertDraft, goals: Goals): string {
  if (kind === "silence" || kind === "other") return words.kinds[kind].name;
  if (kind === "goal") return words.names.goal(goalName(measure, goals));
  const noun = nounOf(measure, goals, number);
  if (kind === "above" || kind === "below") return words.names[kind](noun, numberText(number));
  return words.names[kind](noun, keyOf(measure));
}

/** Returns what an alert does in whole sentences. */
export function sentencesOf(
  draft: AlertDraft,
  goals: Goals,
  { zone, to }: { readonly zone: string; readonly to: readonly string[] },
): string[] {
  const { hours, pauseMinutes } = draft;
  return [
    ruleSentence(draft, goals),
    ...(hours ? [words.hours(hourText(hours[0]), hourText(hours[1]), zone)] : []),
    ...(to.length > 0 ? [words.goesTo(to)] : []),
    words.over(durationText(pauseMinutes)),
  ];
}

function ruleSentence(draft: AlertDraft, goals: Goals): string {
  const { kind, measure, windowMinutes, number, timesAbove, timesBelow } = draft;
  const isOfNumber = kind === "above" || kind === "below";
  const noun = nounOf(measure, goals, isOfNumber ? number : "");
  const time = durationText(windowMinutes);
  switch (kind) {
    case "silence":
      return words.does.silence(time);
    case "usualAbove":
      return words.does.usualAbove(noun, timesAbove, time, keyOf(measure));
    case "usualBelow":
      return words.does.usualBelow(noun, timesBelow, time, percentOf(timesBelow), keyOf(measure));
    case "goal":
      return words.does.goal(goalName(measure, goals), Number(number), time);
    case "other":
      return words.does.other;
    default:
      return words.does[kind](noun, numberText(number), time);
  }
}

/** Returns a number of minutes in words, such as `60 minutes` or `3 hours`. */
export function durationText(minutes: number): string {
  const { durations } = words;
  if (minutes > 1440 && minutes % 1440 === 0) return durations.days(minutes / 1440);
  if (minutes > 60 && minutes % 60 === 0) return durations.hours(minutes / 60);
  return durations.minutes(minutes);
}

/** Returns a share of the usual number, such as `half of the usual`. */
export function shareText(share: number): string {
  return words.share(share, percentOf(share));
}

/** Returns a share in percent. Words that belong to whole numbers find them. */
function percentOf(share: number): number {
  return Math.round(share * 10_000) / 100;
}

function keyOf(measure: Measure): string {
  return measure.split(":")[0] ?? measure;
}

/** Returns an hour of the day as a clock shows it. The day ends at 24. */
export function hourText(hour: number): string {
  return format.hour(hour % 24);
}

function goalName(measure: Measure, goals: Goals): string {
  const id = Number(measure.slice("goal:".length));
  return goals.find((goal) => goal.id === id)?.name ?? words.unknownGoal(id);
}

/** Returns what is counted, in the form that follows a number; without one, of many. */
function nounOf(measure: Measure, goals: Goals, number = ""): string {
  if (measure.startsWith("goal:")) {
    const goal = goalName(measure, goals);
    return words.nounOfGoal(goal, Number(number));
  }
  const reader = readerOf(measure);
  if (reader !== "") return words.nounOfReader(reader, Number(number));
  return words.nouns[measure as keyof typeof words.nouns](Number(number));
}

function numberText(typed: string): string {
  return typed === "" ? "…" : format.count(Number(typed));
}
