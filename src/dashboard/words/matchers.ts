import { translated } from "./language.ts";
import { format } from "./reader.ts";

/** Sentences on the events that a goal or a step stands for. */
interface ConditionWords {
  readonly is: (value: string) => string;
  readonly begins: (value: string) => string;
  readonly contains: (value: string) => string;
  readonly any: () => string;
}

const conditions: Record<"page" | "event", ConditionWords> = {
  page: {
    is: (value) => `Page ${value}`,
    begins: (value) => `Page begins with ${value}`,
    contains: (value) => `Page contains ${value}`,
    any: () => "Any page",
  },
  event: {
    is: (value) => `Event ${value}`,
    begins: (value) => `Event begins with ${value}`,
    contains: (value) => `Event contains ${value}`,
    any: () => "Any custom event",
  },
};

/** The texts of the fields that say which events count as a goal or a step. */
export const matchersWords = translated("matchers", {
  conditions,
  property: (key: string, value: string) => `${key} is ${value}`,
  withProperties: (condition: string, properties: readonly string[]) =>
    properties.length === 0 ? condition : `${condition}, if ${format.list(properties, "and")}`,

  kind: "Kind of event",
  visitPage: "Visit a page",
  triggerEvent: "Do something else (custom event)",
  condition: "Condition",
  value: { page: "Page", event: "Event" },

  propertyNumbered: (number: number) => `Property ${number}`,
  valueNumbered: (number: number) => `Value of property ${number}`,
  removeNumbered: (number: number) => `Remove property ${number}`,
  propertyExample: "for example plan",
  valueExample: "for example pro",
  is: "is",
  addProperty: "Add a property",
  addAnother: "Add another property",

  missing: {
    page: (days: number) => `No page like this in the last ${format.count(days)} days.`,
    event: (days: number) => `No such event in the last ${format.count(days)} days.`,
  },
  meant: (value: string) => `Did you mean ${value}?`,
});
