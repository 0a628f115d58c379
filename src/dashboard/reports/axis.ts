const digits = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/**
 * Returns the two or three whole numbers of an axis that begins at 0 and reaches `max`. They are
 * multiples of `unit`, such as 60 for minutes, unless `max` is less.
 */
export function ticksOf(max: number, unit = 1): readonly number[] {
  const base = unit <= max ? unit : 1;
  const half = Math.max(max / base / 2, 1);
  const power = 10 ** Math.floor(Math.log10(half));
  const steps = digits.map((digit) => digit * power).filter(Number.isInteger);
  const tick = (steps.find((step) => step >= half) ?? half) * base;
  return max <= tick ? [0, tick] : [0, tick, 2 * tick];
}
