/** From Monday on; the mean is 1. */
const weekdays = [1.1, 1.12, 1.12, 1.1, 1, 0.76, 0.8];
/** Sessions that begin in each hour of the day. */
const hours = [
  8, 5, 4, 3, 3, 4, 8, 15, 26, 36, 42, 44, 42, 44, 45, 44, 42, 40, 38, 38, 40, 36, 26, 15,
];
const steps = 48;

/** The activity of the busiest weekday; the mean is 1. */
export const busiest = Math.max(...weekdays);

/** Returns SQL for how busy a day is; 1 on average. */
export function weekdayOf(date: string): string {
  return `[${weekdays.join(", ")}][toDayOfWeek(${date})]`;
}

/** Returns how busy a day like "2026-11-21" is; 1 on average. */
export function weekdayShare(day: string): number {
  return weekdays[(new Date(day).getUTCDay() + 6) % 7] ?? 1;
}

/**
 * Returns SQL for the time of day by which the given share of its sessions has begun. Both are from
 * 0 to below 1.
 */
export function timeOfDay(share: string): string {
  const moments = `[${momentsOfSteps()
    .map((moment) => moment.toFixed(5))
    .join(", ")}]`;
  const step = `toUInt32(floor(${share} * ${steps}))`;
  const [low, high] = [`${moments}[1 + ${step}]`, `${moments}[2 + ${step}]`];
  return `(${low} + (${share} * ${steps} - ${step}) * (${high} - ${low}))`;
}

function momentsOfSteps(): number[] {
  const total = hours.reduce((sum, each) => sum + each, 0);
  let hour = 0;
  let before = 0;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const wanted = (step / steps) * total;
    while (hour < 23 && before + (hours[hour] ?? 0) < wanted) before += hours[hour++] ?? 0;
    return (hour + (wanted - before) / (hours[hour] ?? 1)) / 24;
  });
}
