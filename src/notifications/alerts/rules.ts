import type {
  AlertReading,
  AlertRule,
  CountRule,
  SilenceRule,
  WeekdayRule,
} from "../../definitions/alert.ts";

export function isSilence(when: AlertRule): when is SilenceRule {
  return "silent_minutes" in when;
}

export function isAgainstWeekdays(when: AlertRule): when is WeekdayRule {
  return "against" in when;
}

/** Returns whether a rule is about what programs read, which is known by the hour. */
export function isOfReads(when: AlertRule): when is CountRule & { readonly metric: "reads" } {
  return !isSilence(when) && when.metric === "reads";
}

/**
 * Returns the minutes of a window in which a process may have been off. More of them say too little
 * where few events make a rule fire. Reads may have days, and logs come later.
 */
export function outageMinutesMaxOf(when: AlertRule): number {
  return isOfReads(when) ? when.window_minutes / 10 : 1;
}

/** Returns the length of the window that a rule looks at. */
export function windowMsOf(when: AlertRule): number {
  return (isSilence(when) ? when.silent_minutes : when.window_minutes) * 60_000;
}

/** Returns whether few events make the rule fire, so that an outage would. */
export function firesOnFew(when: AlertRule): boolean {
  if (isSilence(when)) return true;
  return isAgainstWeekdays(when) ? when.times_below !== undefined : when.below !== undefined;
}

/** Returns the numbers between which a rule is quiet, both inclusive. */
export function quietRange(
  when: AlertRule,
  { median = 0 }: Pick<AlertReading, "median">,
): { readonly least: number; readonly most: number } {
  const [none, all] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  // A silence is as long as the rule says, or longer.
  if (isSilence(when)) return { least: none, most: when.silent_minutes - 1 };
  if (!isAgainstWeekdays(when)) return { least: when.below ?? none, most: when.above ?? all };
  const { times_below: below, times_above: above } = when;
  return {
    least: below === undefined ? none : below * median,
    most: above === undefined ? all : above * median,
  };
}

/** Returns whether a rule fires with what was read. */
export function fires(when: AlertRule, reading: AlertReading): boolean {
  const { least, most } = quietRange(when, reading);
  return reading.number < least || reading.number > most;
}
