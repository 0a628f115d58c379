import { translated } from "./language.ts";

/** The texts of the report on goals. */
export const goalsWords = translated("goals", {
  goal: "Goal",
  conversions: "Conversions",
  reached: "Reached it",
  rate: "Conversion rate",
  actions: "Actions",
  search: "Search goals",
  noneNamed: "No goal has this name.",
  showVisitors: "Show visitors",
  showVisitorsOf: (goal: string) => `Show visitors who reached ${goal}`,
  edit: "Edit",
  editNamed: (goal: string) => `Edit ${goal}`,
  none: "No goals yet",
  about:
    "A goal is a page you want visitors to see, or an event you want them to trigger. Past visitors count as well.",
  all: "All goals",
  isGone: "This goal no longer exists.",
  overTime: "Visitors who reached the goal",
  deleted: (goal: string) => `The goal ${goal} was deleted.`,
  undo: "Undo",
  restored: (goal: string) => `The goal ${goal} is there again.`,
  notFound: "Use: pages not found (404)",
  notFoundName: "Pages not found",

  form: {
    add: "Add a goal",
    edit: "Edit goal",
    addAction: "Add goal",
    eventsStay: "Events stay. The same goal can be added again.",
  },
});
