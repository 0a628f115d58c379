/** The texts around numbers. */
export const formatWords = {
  under: (percent: string) => `under ${percent}`,
  points: (points: string) => `${points} points`,
  was: (before: string) => `was ${before}`,
  wasUntil: (before: string, time: string) => `was ${before} by ${time}`,
} as const;
