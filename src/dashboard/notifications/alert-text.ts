import type { GoalRecord } from "../../model/goal.ts";
import { notificationsWords } from "../words/notifications.ts";
import { format } from "../words/reader.ts";
import type { AlertDraft, Measure } from "./alert-draft.ts";

const words = notificationsWords.alerts;

export type Goals = readonly Pick<GoalRecord, "id" | "name">[];

/** Returns the name that an alert gets as long as nobody writes one. */
export function usualName({ kind, measure, number }: AlertDraft, goals: Goals): string {
  if (kind === "silence" || kind === "other") return words.kinds[kind].name;
  if (kind === "goal") return words.names.goal(goalName(measure, goals));
  return words.names[kind](nounOf(measure, goals, number), numberText(number));
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
    words.over(pauseMinutes),
  ];
}

function ruleSentence(draft: AlertDraft, goals: Goals): string {
  const { kind, measure, windowMinutes, number, timesAbove, timesBelow } = draft;
  const isOfNumber = kind === "above" || kind === "below";
  const noun = nounOf(measure, goals, isOfNumber ? number : "");
  switch (kind) {
    case "silence":
      return words.does.silence(windowMinutes);
    case "usualAbove":
      return words.does.usualAbove(noun, timesAbove, windowMinutes);
    case "usualBelow":
      return words.does.usualBelow(noun, timesBelow, windowMinutes);
    case "goal":
      return words.does.goal(goalName(measure, goals), Number(number), windowMinutes);
    case "other":
      return words.does.other;
    default:
      return words.does[kind](noun, numberText(number), windowMinutes);
  }
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
  return words.nouns[measure as keyof typeof words.nouns](Number(number));
}

function numberText(typed: string): string {
  return typed === "" ? "…" : format.count(Number(typed));
}
