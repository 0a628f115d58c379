/** The texts of the card of pages that are not found. */
export const notFoundWords = {
  title: "Pages not found",
  page: "Page",
  events: "Times",
  all: (count: string) => `All ${count}`,
  allHidden: " pages not found",
} as const;
