import { translated } from "./language.ts";

/** The texts of the dialog that adds and changes filters. */
export const filterDialogWords = translated("filter-dialog", {
  add: "Filter",
  edit: "Edit filter",
  by: "Filter by",
  condition: "Condition",
  value: "Value",
  another: "Another value",
  addAnother: "Add another value",
  chosen: "Values",
  remove: (value: string) => `Remove ${value}`,
  key: "Key",
  goal: "Goal",
  step: "Funnel step",
  property: "Event property",
  events: "Events",
  choose: "Choose or type.",
  submit: "Add filter",
  save: "Save filter",
  tooMany: (max: number) => `${max} filters is the limit.`,
});
