import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import { channelOf, sourceOf } from "./acquisition.ts";
import { continentNames, countryNames, languageNames, type Names } from "./code-names.ts";
import {
  type Dimension,
  dayDimension,
  eventDimension,
  pageDimension,
  visitDimension,
  visitorDimension,
} from "./dimension-kinds.ts";

/** Stands for visitors whose events carry no value. */
export const unknown = "(unknown)";

/**
 * Returns a dimension that is stored as a code and shown by its name. A code without a name is no
 * value.
 */
function named(name: string, code: Sql, names: () => Names): Dimension {
  const nameOf = (each: Sql) => {
    const { codes, names: shown } = names();
    return sql`transform(${each}, ${bind("Array(String)", codes)}, ${bind("Array(String)", shown)}, '')`;
  };
  const shown = (values: Sql) => sql`arrayDistinct(arrayMap(x -> ${nameOf(sql`x`)}, ${values}))`;
  return {
    ...visitorDimension(name, () => code, unknown, shown),
    eventValue: () => nameOf(sql`toString(${code})`),
    codeOf: (value) => names().codeByName.get(value),
    code: () => {
      const { codeByName } = names();
      return sql`transform(
        value,
        ${bind("Array(String)", [...codeByName.keys()])},
        ${bind("Array(String)", [...codeByName.values()])},
        NULL)`;
    },
  };
}

/** Returns a dimension of places, each with what it lies in: `Berlin, State of Berlin, DE`. */
function place(name: string, parts: Sql): Dimension {
  return {
    ...visitorDimension(name, () => parts, unknown),
    codeOf: (value) => /, ([A-Z]{2})$/.exec(value)?.[1],
    code: () => sql`nullIf(extract(value, ', ([A-Z]{2})$'), '')`,
  };
}

/** Returns the dimension of the marks of events, which may have several of them. */
function markDimension(): Dimension {
  const { eventValue: _, ...dimension } = visitorDimension(
    "mark",
    () => sql`marks`,
    noMark,
    (values) => sql`arrayDistinct(arrayFlatten(arrayMap(x -> ${marksOf(sql`x`)}, ${values})))`,
  );
  const none = bind("String", noMark);
  return {
    ...dimension,
    eventValues: () => sql`arrayMap(x -> if(x = '', ${none}, x), ${marksOf(sql`marks`)})`,
  };
}

const noMark = "(none)";
const marksOf = (marks: Sql) => sql`splitByChar(',', toString(${marks}))`;

const inRegion = sql`if(region = '', '', concat(', ', region))`;
const inCountry = sql`if(country = '', '', concat(', ', country))`;
const versionOf = (product: Sql, version: Sql) => () =>
  sql`if(${version} = '', '', concat(${product}, ' ', ${version}))`;

/**
 * All dimensions, one line each. The API, its checks, the roll-ups and the docs follow from this
 * list.
 */
export const dimensions = {
  browser: visitorDimension("browser", () => sql`browser`, unknown),
  browser_version: visitorDimension(
    "browser_version",
    versionOf(sql`browser`, sql`browser_version`),
    unknown,
  ),
  campaign: visitorDimension("campaign", () => sql`utm_campaign`),
  channel: visitorDimension("channel", channelOf, "Direct"),
  city: place("city", sql`if(city = '', '', concat(city, ${inRegion}, ${inCountry}))`),
  continent: named("continent", sql`continent`, continentNames),
  country: named("country", sql`country`, countryNames),
  device: visitorDimension("device", () => sql`device`, unknown),
  entry_page: visitDimension("entry_page"),
  event: eventDimension,
  exit_page: visitDimension("exit_page"),
  hostname: visitorDimension("hostname", () => sql`hostname`, unknown),
  language: named("language", sql`language`, languageNames),
  mark: markDimension(),
  operating_system: visitorDimension("operating_system", () => sql`operating_system`, unknown),
  operating_system_version: visitorDimension(
    "operating_system_version",
    versionOf(sql`operating_system`, sql`operating_system_version`),
    unknown,
  ),
  page: pageDimension,
  pageview: dayDimension("pageviews"),
  referrer: visitorDimension("referrer", () => sql`referrer`, "(direct)"),
  region: place("region", sql`if(region = '', '', concat(region, ${inCountry}))`),
  screen_resolution: visitorDimension("screen_resolution", () => sql`screen_resolution`, unknown),
  source: visitorDimension("source", sourceOf, "(direct)"),
  utm_content: visitorDimension("utm_content", () => sql`utm_content`),
  utm_medium: visitorDimension("utm_medium", () => sql`utm_medium`),
  utm_source: visitorDimension("utm_source", () => sql`utm_source`),
  utm_term: visitorDimension("utm_term", () => sql`utm_term`),
  visit: dayDimension("occurrences"),
  visitor: dayDimension("visitors"),
} as const satisfies Record<string, Dimension>;

export type DimensionName = keyof typeof dimensions;
export const dimensionNames = Object.keys(dimensions) as DimensionName[];
