import { translated } from "./language.ts";
import { plural } from "./plural.ts";
import { format } from "./reader.ts";

const visits = (count: number) =>
  plural(count, {
    one: `${format.count(count)} visit`,
    other: `${format.count(count)} visits`,
  });

/** The texts of the report on journeys. */
export const journeysWords = translated("journeys", {
  direction: "Direction",
  forward: "Forward",
  back: "Back",
  steps: "Steps of a journey",
  pages: "Pages",
  pagesAndEvents: "Pages and events",
  chooseNext: "Choose a page to see what came next.",
  chooseBefore: "Choose a page to see what came before.",
  beginAgain: "Begin again",

  start: "Start",
  visitStart: "Start of the visit",
  visitEnd: "End of the visit",
  aPage: "A page",
  anEvent: "An event",
  show: "Show",

  first: "First",
  last: "Last",
  step: (number: number) => `Step ${number}`,
  later: (count: number) =>
    plural(count, { one: `${count} step later`, other: `${count} steps later` }),
  earlier: (count: number) =>
    plural(count, { one: `${count} step earlier`, other: `${count} steps earlier` }),
  visits,
  wentOn: (count: number, total: number) => `${format.count(count)} of ${visits(total)} went on`,
  hadMore: (count: number, total: number) =>
    `${format.count(count)} of ${visits(total)} had more before`,
  noVisits: "No visits.",
  moreOf: (total: number) => `More of ${format.count(total)}`,
  event: "event",

  paths: "Most frequent paths",
  endings: "Most frequent endings",
  /** Visits that have no more steps, later or earlier. */
  ended: "(end)",
  began: "(start)",
  path: "Path",
  share: "Share",
  continued: "Went on",
  continuedHint: "Visits that went on after these steps",
  before: "Had more before",
  beforeHint: "Visits that had other steps before these",
  length: "Length",
  stepCount: (count: number) => plural(count, { one: `${count} step`, other: `${count} steps` }),
  none: "No visits in this period.",
});
