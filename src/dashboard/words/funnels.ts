import { translated } from "./language.ts";
import { plural } from "./plural.ts";
import { format } from "./reader.ts";

/** The texts of the report on funnels. */
export const funnelsWords = translated("funnels", {
  funnel: "Funnel",
  within: { day: "Time limit: one day", visit: "Time limit: one visit" },
  entered: "Entered",
  completed: "Completed",
  rate: "Completion rate",
  step: (number: number) => `Step ${number}`,
  noneEntered: "Nobody entered the funnel.",
  overTime: "Visitors who completed the funnel",
  edit: "Edit",
  none: "No funnels yet",
  about:
    "A funnel is two to eight pages and custom events, one after the other, such as prices, cart and purchase. It says how many visitors reach each step. Past visitors count as well.",

  stepsOf: (funnel: string) => `Steps of ${funnel}`,
  /** The text of the number has markup on the page. */
  visitors: (count: number, text: string) =>
    plural(count, { one: `${text} visitor`, other: `${text} visitors` }),
  ofStart: (share: string) => `${share} of the start`,
  ofStartAndBefore: (start: string, before: string) =>
    `${start} of the start, ${before} of the step before`,
  reachedHint: "Statistics of those who reached this step",
  leftHint: "Statistics of those who left here",
  allWentOn: "Everybody went on",
  left: (count: number, share: string) => `${format.count(count)} dropped out (${share})`,
  leftAfter: (count: number, share: string, step: number) =>
    `${format.count(count)} dropped out (${share}) after step ${step}`,

  timeLimit: "Time limit",
  limits: { day: "One day", visit: "One visit" },
  limitHints: {
    day: "All steps must happen on one day.",
    visit: "All steps must happen in one visit, with no pause of 30 minutes.",
  },
  stepName: "Name of the step (optional)",
  stepNameExample: "Same as its page or event",
  addStep: "Add a step",
  up: "Up",
  moveUp: (step: number) => `Move step ${step} up`,
  down: "Down",
  moveDown: (step: number) => `Move step ${step} down`,
  remove: "Remove",
  removeStep: (step: number) => `Remove step ${step}`,

  form: {
    add: "Add a funnel",
    edit: "Edit funnel",
    addAction: "Add funnel",
    eventsStay: "Events stay. The same funnel can be added again.",
  },
});
