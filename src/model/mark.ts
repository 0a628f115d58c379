/** The marks of events, which say what is odd about a client, in the order of their column. */
export const markNames = ["automated", "hosting", "spam"] as const;
export type Mark = (typeof markNames)[number];
