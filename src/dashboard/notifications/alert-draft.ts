import type { AlertRecord } from "../../model/alert.ts";
import { type AlertMetric, alertMetrics } from "../../model/choices.ts";
import type { Metric } from "../address/website-query.ts";
import { type Recipients, recipientsIn, toRecipients } from "./recipients.ts";

export type AlertRule = AlertRecord["when"];

/** The kinds of rules that the form asks for, in the order of its list. */
export const ruleKinds = ["silence", "usualAbove", "usualBelow", "above", "below", "goal"] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** The numbers that need no goal. */
export type OwnMetric = Exclude<AlertMetric, "goal">;
export const ownMetrics = alertMetrics.filter((metric): metric is OwnMetric => metric !== "goal");

/** A number that an alert looks at: an own metric, `goal:` with an id, or `reads:` with a name. */
export type Measure = string;

const readerPrefix = "reads:";

/** Returns whether the number is that of reads. */
export function isOfReads(measure: Measure): boolean {
  return measure === "reads" || measure.startsWith(readerPrefix);
}

/** Returns the name of the reader whose reads are counted; "" for all. */
export function readerOf(measure: Measure): string {
  return measure.startsWith(readerPrefix) ? measure.slice(readerPrefix.length) : "";
}

/** Returns the number of the reads of one reader, or of all. */
export function measureOfReader(reader: string): Measure {
  return reader === "" ? "reads" : `${readerPrefix}${reader}`;
}

/** An alert as the form has it. */
export interface AlertDraft {
  /** Undefined while the name follows from the rule. */
  readonly name: string | undefined;
  /** `other` for a rule that the form cannot show. It stays as it is. */
  readonly kind: RuleKind | "other";
  readonly measure: Measure;
  readonly windowMinutes: number;
  /** The threshold as it was typed. */
  readonly number: string;
  readonly timesAbove: number;
  readonly timesBelow: number;
  readonly hours: readonly [number, number] | null;
  readonly pauseMinutes: number;
  readonly enabled: boolean;
  readonly recipients: Recipients;
}

const usualDraft = {
  measure: "visitors",
  windowMinutes: 60,
  timesAbove: 2,
  timesBelow: 0.5,
  name: undefined,
  hours: null,
  pauseMinutes: 720,
  enabled: true,
};

/** The threshold that a form begins with. */
const usualNumbers: Readonly<Record<RuleKind, string>> = {
  silence: "",
  usualAbove: "",
  usualBelow: "",
  above: "100",
  below: "5",
  goal: "1",
};

/** Returns the draft of a new alert. The person who makes it is told. */
export function newDraft(
  kind: RuleKind,
  measure: Measure,
  personId: number | undefined,
): AlertDraft {
  const people = personId === undefined ? [] : [personId];
  const recipients = { people, webhooks: [], addresses: "" };
  return { ...usualDraft, kind, measure, number: usualNumbers[kind], recipients };
}

/** Returns the number of an alert that is nearest to the one of the chart. */
export function measureOf(metric: Metric): Measure {
  return metric === "pageviews" ? "pageviews" : "visitors";
}

/** Returns the draft of an alert that is there. */
export function draftOf(alert: AlertRecord): AlertDraft {
  const { name, when, hours, pause_minutes: pauseMinutes, enabled, to } = alert;
  const { times_above: timesAbove, times_below: timesBelow } = when;
  const kind = kindOf(when);
  return {
    ...usualDraft,
    name,
    kind,
    pauseMinutes,
    enabled,
    recipients: recipientsIn(to),
    hours: hours === null ? null : [hours[0] ?? 0, hours[1] ?? 24],
    measure: measureIn(when),
    windowMinutes: when.silent_minutes ?? when.window_minutes ?? usualDraft.windowMinutes,
    number: numberOf(when, kind),
    ...(timesAbove !== undefined && { timesAbove }),
    ...(timesBelow !== undefined && { timesBelow }),
  };
}

function measureIn({ metric, goal_id: goalId, reader = "" }: AlertRule): Measure {
  if (metric === "reads") return measureOfReader(reader);
  return metric === "goal" ? `goal:${goalId}` : (metric ?? "visitors");
}

function numberOf({ above, below }: AlertRule, kind: AlertDraft["kind"]): string {
  const number = kind === "goal" ? (above ?? 0) + 1 : (above ?? below);
  return number === undefined ? "" : String(number);
}

function kindOf(when: AlertRule): AlertDraft["kind"] {
  const { metric, against, above, below, times_above, times_below } = when;
  if (when.silent_minutes !== undefined) return "silence";
  const [most, least] = against ? [times_above, times_below] : [above, below];
  if (most !== undefined && least !== undefined) return "other";
  if (against) return most === undefined ? "usualBelow" : "usualAbove";
  if (most === undefined) return "below";
  return metric === "goal" ? "goal" : "above";
}

/** Returns the draft with another kind of rule, whose fields have values that make sense. */
export function withKind(draft: AlertDraft, kind: RuleKind, goalIds: readonly number[]) {
  const isOfGoal = draft.measure.startsWith("goal:");
  const isGone = kind.startsWith("usual") && isOfReads(draft.measure);
  const own = isGone ? usualDraft.measure : draft.measure;
  const measure =
    kind === "goal" && !isOfGoal && goalIds[0] !== undefined ? `goal:${goalIds[0]}` : own;
  const times = windowsOf(kind, measure);
  const windowMinutes = times.includes(draft.windowMinutes) ? draft.windowMinutes : 60;
  return { ...draft, kind, measure, windowMinutes, number: usualNumbers[kind] };
}

/** Returns the draft about another number. */
export function withMeasure(draft: AlertDraft, measure: Measure): AlertDraft {
  const times = windowsOf(draft.kind, measure);
  const [first = 60] = times;
  const windowMinutes = times.includes(draft.windowMinutes) ? draft.windowMinutes : first;
  return { ...draft, measure, windowMinutes };
}

/** Returns the minutes that the form offers for a rule. The server has the limits. */
export function windowsOf(kind: AlertDraft["kind"], measure: Measure): readonly number[] {
  if (isOfReads(measure)) return [60, 180, 720, 1440, 4320, 10_080, 20_160, 43_200];
  const all = [5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];
  if (kind === "silence") return all.filter((minutes) => minutes >= 15);
  return kind.startsWith("usual") ? all.filter((minutes) => minutes >= 60) : all;
}

/** Returns the rule of a draft as the API takes it; undefined if the rule stays as it is. */
export function ruleOf(draft: AlertDraft): AlertRule | undefined {
  const { kind, measure, windowMinutes, timesAbove, timesBelow } = draft;
  const number = Number(draft.number);
  const counted = {
    ...(measure.startsWith("goal:")
      ? { metric: "goal" as const, goal_id: Number(measure.slice(5)) }
      : { metric: measure.split(":")[0] as OwnMetric }),
    ...(readerOf(measure) !== "" && { reader: readerOf(measure).trim() }),
    window_minutes: windowMinutes,
  };
  switch (kind) {
    case "silence":
      return { silent_minutes: windowMinutes };
    case "usualAbove":
      return { ...counted, against: "weekday", times_above: timesAbove };
    case "usualBelow":
      return { ...counted, against: "weekday", times_below: timesBelow };
    case "above":
      return { ...counted, above: number };
    case "below":
      return { ...counted, below: number };
    case "goal":
      return { ...counted, above: number - 1 };
    case "other":
      return undefined;
  }
}

/** Returns the draft as the API takes it. */
export function bodyOf(draft: AlertDraft, name: string): object {
  const { hours, pauseMinutes, enabled, recipients } = draft;
  const when = ruleOf(draft);
  return {
    name: name.trim(),
    ...(when && { when }),
    hours,
    pause_minutes: pauseMinutes,
    enabled,
    to: toRecipients(recipients),
  };
}

/** Returns the name, with a number behind it if another alert has it. */
export function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  let number = 2;
  while (taken.includes(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}
