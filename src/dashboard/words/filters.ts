import { translated } from "./language.ts";

/** The texts of filters and their chips. */
export const filtersWords = translated("filters", {
  title: "Filters",
  filter: "Filter",
  segments: "Segments",
  views: "Saved views",
  goal: "Goal",
  funnel: "Funnel",
  property: (key: string) => `Property ${key}`,
  step: (step: number, funnel: string) => `step ${step} of ${funnel}`,
  /** The relations to a value, each with its opposite, as one chooses them from a list. */
  relations: {
    is: ["is", "is not"],
    begins: ["begins with", "does not begin with"],
    contains: ["contains", "does not contain"],
    reached: ["reached", "not reached"],
    any: ["is known", "is not known"],
  },
  /** The wish of a filter: "begins with /blog or /docs". "any" has no value. */
  conditions: {
    is: [(value: string) => `is ${value}`, (value: string) => `is not ${value}`],
    begins: [
      (value: string) => `begins with ${value}`,
      (value: string) => `does not begin with ${value}`,
    ],
    contains: [
      (value: string) => `contains ${value}`,
      (value: string) => `does not contain ${value}`,
    ],
    reached: [(value: string) => `reached ${value}`, (value: string) => `not reached ${value}`],
    any: [() => "is known", () => "is not known"],
  },
  /** A filter: "Browser is Chrome or Firefox". The condition has markup on the page. */
  condition: (name: string, condition: string) => `${name} ${condition}`,
  all: "All visitors",
  clear: "Clear all",
  edit: (filter: string) => `Edit filter: ${filter}`,
  remove: (filter: string) => `Remove filter: ${filter}`,
  segmentNamed: (name: string) => `Segment ${name}`,
  segmentNumber: (id: number) => `number ${id}`,
  removeSegment: (name: string) => `Remove segment: ${name}`,
  editSegment: (name: string) => `Edit segment: ${name}`,
  /** Says which visitors count, after a change. */
  counted: (filters: string) => `Visitors: ${filters}`,
});
