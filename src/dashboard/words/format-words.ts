import { translated } from "./language.ts";

/** The texts around numbers. */
export const formatWords = translated("format-words", {
  /** Durations. */
  hours: (hours: number, minutes: number) => `${hours}h ${minutes}m`,
  minutes: (minutes: number, seconds: number) => `${minutes}m ${seconds}s`,
  seconds: (seconds: number) => `${seconds}s`,
  points: (points: string) => `${points} points`,
  was: (before: string) => `was ${before}`,
});
