import { translated } from "./language.ts";

/** The texts around numbers. */
export const formatWords = translated("format-words", {
  /** Durations. */
  hours: (hours: number, minutes: number) => `${hours}h ${minutes}m`,
  minutes: (minutes: number, seconds: number) => `${minutes}m ${seconds}s`,
  seconds: (seconds: number) => `${seconds}s`,
  under: (percent: string) => `under ${percent}`,
  points: (points: string) => `${points} points`,
  was: (before: string) => `was ${before}`,
  wasUntil: (before: string, time: string) => `was ${before} by ${time}`,
});
