/** Returns by what part a number changed: 0.5 is half as much again, null is unknown. */
export function changeOf(is: number | null, was: number | null): number | null {
  return is === null || was === null || was === 0 ? null : (is - was) / was;
}
