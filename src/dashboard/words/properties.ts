import { translated } from "./language.ts";

/** The texts of the report on properties. */
export const propertiesWords = translated("properties", {
  properties: "Properties",
  property: "Property",
  values: "Values",
  value: "Value",
  search: "Search properties",
  searchValues: "Search values",
  none: "No event of this period has properties.",
  noneHasIt: "No event of this period has this property.",
  all: "All properties",
  empty: "(empty)",
  /** Events without the property. */
  noValue: "(none)",

  numeric: "Numeric values",
  count: "Number",
  sum: "Sum",
  average: "Average",
  smallest: "Smallest",
  largest: "Largest",

  from: "From",
  allEvents: "all events",
  pageViews: "page views",
});
