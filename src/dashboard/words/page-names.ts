import { translated } from "./language.ts";
import { format } from "./reader.ts";

/** The texts of the settings that give pages other names. */
export const pageNamesWords = translated("page-names", {
  title: "Page names",
  hint: "Rules give pages that differ by an id one name before they are stored. The first rule that matches a page holds, from the next visit on.",
  none: "No rules yet",
  add: "Add rule",
  addAction: "Add",
  becomes: (page: string) => `becomes ${page}`,
  becomesBare: (page: string) => `becomes ${page}, without the query`,
  up: "Up",
  upNamed: (match: string) => `Up: ${match}`,
  down: "Down",
  downNamed: (match: string) => `Down: ${match}`,
  notSaved: "The rules have changed. They apply once you save.",

  match: "Paths",
  matchHint:
    "Such as /users/*/orders. * is one part of the path, and /** at the end is all that follows.",
  page: "Name",
  pageHint: "Such as /users/:id/orders. It is written as it stands here.",
  keepQuery: "Keep the query behind the name",
  apply: "Apply",

  preview: "Preview",
  previewHint: "Nothing changes. It shows what the rule would have done in the last 30 days.",
  previewNone: "No page of the last 30 days gets another name.",
  previewSum: (before: number, after: number, views: number) =>
    `Pages before: ${format.count(before)}, after: ${format.count(after)}. Page views: ${format.count(views)}.`,
  before: "Before",
  after: "After",
  pageViews: "Page views",
  more: (count: number) => `and ${format.count(count)} more`,

  suggestions: "Suggestions",
  suggested: (pages: number, views: number, example: string) =>
    `Pages in the last 30 days: ${format.count(pages)}. Page views: ${format.count(views)}. One is ${example}.`,
  use: "Add",
  useNamed: (match: string) => `Add ${match}`,
});
