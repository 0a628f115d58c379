import { translated } from "./language.ts";

/** The texts of the cards and of the lists of values. */
export const cardsWords = translated("cards", {
  /** Says that a value had no visitors in the earlier period. */
  fresh: "new",
  all: (total: string) => `All ${total}`,
  allNamed: (total: string, list: string) => `All ${total} ${list}`,
  empty: "No data for this period.",
  noMatch: (search: string) => `Nothing contains "${search}".`,
  skips: "Skip to a card",
  skip: (card: string) => `Skip to ${card}`,
  day: "Day",
  share: "Share",
  open: (page: string) => `Open ${page} in a new tab`,
});
