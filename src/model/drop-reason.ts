/** Why an event was understood and, on purpose, not counted. */
export const dropReasons = ["bot", "ip", "hostname"] as const;
export type DropReason = (typeof dropReasons)[number];
