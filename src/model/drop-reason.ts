/** Lists the reasons for dropping a valid event. */
export const dropReasons = ["bot", "ip", "hostname"] as const;
export type DropReason = (typeof dropReasons)[number];
