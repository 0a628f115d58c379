import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import { channelOf, sourceOf } from "./acquisition.ts";
import { continentNames, countryNames, languageNames, type Names } from "./code-names.ts";
import {
  type Dimension,
  dayDimension,
  eventDimension,
  pageviewDimension,
  visitDimension,
  visitorDimension,
  visitorValuesDimension,
} from "./dimension-kinds.ts";

/** Stands for visitors whose events carry no value. */
export const unknown = "(unknown)";

/**
 * Returns a dimension that is stored as a code and shown by its name. A code without a name is no
 * value.
 */
function named(code: Sql, names: () => Names): Dimension {
  const nameOf = (each: Sql) => {
    const { codes, names: shown } = names();
    return sql`transform(${each}, ${bind("Array(String)", codes)}, ${bind("Array(String)", shown)}, '')`;
  };
  const values = () => sql`arrayDistinct(arrayFilter(
        x -> x != '',
        arrayMap(
          x -> ${nameOf(sql`x`)},
          groupUniqArrayIf(${code}, name != 'engagement'))))`;
  return {
    ...visitorValuesDimension(values, unknown),
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
function place(parts: Sql): Dimension {
  return {
    ...visitorDimension(() => parts, unknown),
    codeOf: (value) => /, ([A-Z]{2})$/.exec(value)?.[1],
    code: () => sql`nullIf(extract(value, ', ([A-Z]{2})$'), '')`,
  };
}

const inRegion = sql`if(region = '', '', concat(', ', region))`;
const inCountry = sql`if(country = '', '', concat(', ', country))`;
const versionOf = (product: Sql, version: Sql) => () =>
  sql`if(${version} = '', '', concat(${product}, ' ', ${version}))`;

/**
 * All dimensions, one line each. The API, its checks, the roll-ups and the docs follow from this
 * list.
 */
export const dimensions = {
  browser: visitorDimension(() => sql`browser`, unknown),
  browser_version: visitorDimension(versionOf(sql`browser`, sql`browser_version`), unknown),
  campaign: visitorDimension(() => sql`utm_campaign`),
  channel: visitorDimension(channelOf, "Direct"),
  city: place(sql`if(city = '', '', concat(city, ${inRegion}, ${inCountry}))`),
  continent: named(sql`continent`, continentNames),
  country: named(sql`country`, countryNames),
  device: visitorDimension(() => sql`device`, unknown),
  entry_page: visitDimension(sql`arrayFirst`),
  event: eventDimension(sql`name`),
  exit_page: visitDimension(sql`arrayLast`),
  hostname: visitorDimension(() => sql`hostname`, unknown),
  language: named(sql`language`, languageNames),
  operating_system: visitorDimension(() => sql`operating_system`, unknown),
  operating_system_version: visitorDimension(
    versionOf(sql`operating_system`, sql`operating_system_version`),
    unknown,
  ),
  page: pageviewDimension(sql`page`),
  pageview: dayDimension("pageviews"),
  referrer: visitorDimension(() => sql`referrer`, "(direct)"),
  region: place(sql`if(region = '', '', concat(region, ${inCountry}))`),
  screen_resolution: visitorDimension(() => sql`screen_resolution`, unknown),
  source: visitorDimension(sourceOf, "(direct)"),
  utm_content: visitorDimension(() => sql`utm_content`),
  utm_medium: visitorDimension(() => sql`utm_medium`),
  utm_source: visitorDimension(() => sql`utm_source`),
  utm_term: visitorDimension(() => sql`utm_term`),
  visit: dayDimension("occurrences"),
  visitor: dayDimension("visitors"),
} as const satisfies Record<string, Dimension>;

export type DimensionName = keyof typeof dimensions;
export const dimensionNames = Object.keys(dimensions) as DimensionName[];
