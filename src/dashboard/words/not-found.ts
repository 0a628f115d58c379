import { translated } from "./language.ts";

/** The texts of the card of pages that are not found. */
export const notFoundWords = translated("not-found", {
  title: "Pages not found",
  page: "Page",
  events: "Times",
  all: (count: string) => `All ${count}`,
  allNamed: (count: string) => `All ${count} pages not found`,
});
