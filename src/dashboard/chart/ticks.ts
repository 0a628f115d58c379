/** The digits at which steps begin, none of them twice the one before: an axis has three steps. */
const digits = [1, 2, 3, 5];
/** The most steps of an axis. */
const stepsMax = 4;

/** Returns the round steps that an axis may have, from the smallest on. */
export function decimalSteps(smallest: number): readonly number[] {
  return [...Array(15).keys()].flatMap((zeros) =>
    digits.map((digit) => digit * smallest * 10 ** zeros),
  );
}

/** Round steps of seconds: also of a quarter and half of a minute, and of whole hours. */
export const durationSteps: readonly number[] = [
  1, 2, 3, 5, 10, 15, 30, 60, 120, 180, 300, 600, 900, 1800,
].concat(decimalSteps(3600));

/**
 * Returns the numbers of an axis that begins at 0 and reaches `max`: four or five, at equal
 * distances. An axis of small numbers has the smallest steps, so that they look small.
 */
export function ticksOf(max: number, steps: readonly number[]): readonly number[] {
  const step = steps.find((each) => max <= each * stepsMax) ?? max / stepsMax;
  const count = step === steps[0] ? stepsMax : Math.ceil(max / step);
  return [...Array(count + 1).keys()].map((i) => i * step);
}

/**
 * Returns which of some points have a label, at most so many: the first, the last, and others
 * between them at equal distances, none close to the last.
 */
export function placesOf(count: number, most: number): readonly number[] {
  const last = count - 1;
  const step = Math.max(Math.ceil(last / Math.max(most - 1, 1)), 1);
  const regular = Array.from({ length: Math.floor(last / step) }, (_, i) => i * step);
  return count === 0 ? [] : [...regular, last];
}
