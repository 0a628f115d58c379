import { translated } from "./language.ts";

/** The texts of saved views. */
export const savedViewsWords = translated("saved-views", {
  title: "Saved views",
  none: "There are no saved views yet. A view keeps the range, the comparison, the filters and the tab.",
  shared: "For everybody",
  own: "Only for you",
  save: "Save the current view as",
  saveView: "Save view",
  share: "Everybody who sees this website has it",
  saved: (name: string) => `The view ${name} is saved.`,
  replace: "Replace",
  replaceNamed: (name: string) => `Replace ${name} with the current view`,
  deleted: (name: string) => `The view ${name} is deleted.`,
});
