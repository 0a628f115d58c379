import { bind, type Sql, sql } from "../store/sql.ts";
import { channelOf, sourceOf } from "./acquisition.ts";
import { continentNames, countryNames, languageNames, type Names } from "./names.ts";

/**
 * What a value is a property of:
 *
 * - `day`: the day itself is the value.
 * - `visitor`: a visitor has every value that one of the day's events carries.
 * - `pageview`, `event`: each page view, each custom event has one.
 */
type Carrier = "day" | "visitor" | "pageview" | "event";

export interface Dimension {
  readonly carrier: Carrier;
  /** The value in a row of `events`; '' when the row carries none. */
  readonly value: () => Sql;
  /** The code behind a value, for dimensions that have codes. */
  readonly codeOf?: (value: string) => string | undefined;
  /** Stands for the visitors none of whose events carry a value; without it they are not listed. */
  readonly none?: string;
  /** What `count` is. */
  readonly count: Sql;
}

const visitors = sql`visitors`;
const pageviews = sql`pageviews`;
const occurrences = sql`occurrences`;

const day = () => sql`toString(date)`;

function ofVisitor(value: Sql, none = "(unknown)"): Dimension {
  return { carrier: "visitor", value: () => value, none, count: visitors };
}

/** Stored as a code, shown by its name; a code without a name is no value. */
function named(code: Sql, listed: () => Names): Dimension {
  return {
    ...ofVisitor(code),
    value: () => {
      const { codes, names } = listed();
      return sql`transform(${code}, ${bind("Array(String)", codes)}, ${bind("Array(String)", names)}, '')`;
    },
    codeOf: (value) => {
      const { codes, names } = listed();
      return codes[names.indexOf(value)];
    },
  };
}

const city: Dimension = {
  ...ofVisitor(sql`if(
    city = '',
    '',
    concat(city, if(region = '', '', concat(', ', region)), if(country = '', '', concat(', ', country))))`),
  codeOf: (value) => /, ([A-Z]{2})$/.exec(value)?.[1],
};

/** What statistics can be asked by: one line each. The API, its checks and its docs follow. */
export const dimensions = {
  browser: ofVisitor(sql`browser`),
  campaign: { carrier: "visitor", value: () => sql`utm_campaign`, count: visitors },
  channel: { carrier: "visitor", value: channelOf, none: "Direct", count: visitors },
  city,
  continent: named(sql`continent`, continentNames),
  country: named(sql`country`, countryNames),
  device: ofVisitor(sql`device`),
  event: { carrier: "event", value: () => sql`name`, count: occurrences },
  language: named(sql`language`, languageNames),
  operating_system: ofVisitor(sql`operating_system`),
  page: { carrier: "pageview", value: () => sql`page`, count: pageviews },
  pageview: { carrier: "day", value: day, count: pageviews },
  referrer: ofVisitor(sql`referrer`, "(direct)"),
  screen_resolution: ofVisitor(sql`screen_resolution`),
  source: { carrier: "visitor", value: sourceOf, none: "(direct)", count: visitors },
  visitor: { carrier: "day", value: day, count: visitors },
} as const satisfies Record<string, Dimension>;

export type DimensionName = keyof typeof dimensions;
export const dimensionNames = Object.keys(dimensions) as DimensionName[];
