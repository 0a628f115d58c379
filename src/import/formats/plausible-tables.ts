import { findChannel, findSource } from "../../counting/acquisition.ts";
import type { DimensionName } from "../../counting/dimensions.ts";
import type { ReadContext } from "../format.ts";
import { browserColumns, systemColumns } from "./names/agents.ts";
import {
  detectorBrowsers,
  detectorDevices,
  detectorSystems,
  systemVersion,
} from "./names/device-detector.ts";
import { findName } from "./names/names.ts";
import type { DayRow } from "./plausible-row.ts";
import { readPage, readPlace, readReferrer, readSource } from "./plausible-values.ts";
import { isLongName } from "./source-values.ts";
import { listValue, type Numbers, totalOf, type Value } from "./totals.ts";

type Context = Pick<ReadContext, "counter" | "website">;

/** A table of Plausible's export. */
export interface Table {
  /** Columns without which it cannot be read. */
  readonly required: readonly string[];
  /** The names of statistics that it fills, each with the column that has them. */
  readonly fills: Readonly<Record<string, string>>;
  /** Returns what a row adds up to, `broken`, or `kind` for a row about no event of ours. */
  values(row: DayRow, context: Context): readonly Value[] | "broken" | "kind";
}

/** Names of statistics in whose tables a visitor may stand in several rows. */
export const summedNames = [
  "source",
  "referrer",
  "utm_source",
  "utm_medium",
  "utm_content",
  "utm_term",
  "campaign",
  "channel",
  "page",
  "hostname",
  "event",
  "props",
];

/** Names of statistics that no table can fill: Plausible's cities are numbers without names. */
export const unfilledNames = ["city", "language", "screen_resolution"];

/** Names of events that are none of the custom ones. */
const otherEvents = new Set(["pageview", "engagement"]);

/** All tables, with the one that tells the days first. */
export const tables = {
  visitors: {
    required: ["date", "visitors", "pageviews", "bounces", "visits", "visit_duration"],
    fills: { pageview: "pageviews", visit: "visits", visitor: "visitors" },
    values: visitorsOf,
  },
  sources: {
    required: ["date", "source", "visitors"],
    fills: {
      source: "source",
      referrer: "referrer",
      utm_source: "utm_source",
      utm_medium: "utm_medium",
      utm_content: "utm_content",
      utm_term: "utm_term",
      campaign: "utm_campaign",
      channel: "source",
    },
    values: sourcesOf,
  },
  pages: {
    required: ["date", "page", "visitors", "pageviews"],
    fills: { page: "page", hostname: "hostname", engagement: "total_scroll_depth" },
    values: pagesOf,
  },
  entry_pages: {
    required: ["date", "entry_page", "visitors", "entrances"],
    fills: { entry_page: "entry_page" },
    values: (row) => visitPagesOf(row, "entry_page", "entrances"),
  },
  exit_pages: {
    required: ["date", "exit_page", "visitors", "exits"],
    fills: { exit_page: "exit_page" },
    values: (row) => visitPagesOf(row, "exit_page", "exits"),
  },
  custom_events: {
    required: ["date", "name", "visitors", "events"],
    fills: { event: "name" },
    values: customEventsOf,
  },
  custom_props: {
    required: ["date", "property", "value", "visitors", "events"],
    fills: { props: "property" },
    values: customPropsOf,
  },
  locations: {
    required: ["date", "country", "visitors"],
    fills: { continent: "country", country: "country", region: "region" },
    values: locationsOf,
  },
  devices: {
    required: ["date", "device", "visitors"],
    fills: { device: "device" },
    values: devicesOf,
  },
  browsers: {
    required: ["date", "browser", "visitors"],
    fills: { browser: "browser", browser_version: "browser_version" },
    values: browsersOf,
  },
  operating_systems: {
    required: ["date", "operating_system", "visitors"],
    fills: {
      operating_system: "operating_system",
      operating_system_version: "operating_system_version",
    },
    values: systemsOf,
  },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;

function visitorsOf(row: DayRow): Value[] {
  const { date } = row;
  const numbers = numbersOf(row);
  return [
    totalOf("visit", date, { ...numbers, occurrences: row.number("visits") }),
    totalOf("visitor", date, numbers),
    totalOf("pageview", date, numbers),
    totalOf("bounce", "", { occurrences: row.number("bounces") }),
    totalOf("visit_ms", "", { occurrences: row.number("visit_duration") * 1000 }),
    totalOf("event_total", "", {}),
  ];
}

/** Reads a row as if its source and its medium were the only signs of where visitors came from. */
function sourcesOf(row: DayRow, { website }: Context): Value[] {
  const source = readSource(row.text("source") ?? "");
  const medium = row.text("utm_medium") ?? "";
  const referrer = row.text("referrer");
  const numbers = { ...numbersOf(row), ...visitsOf(row) };
  return [
    ...listValue("source", findSource(source), numbers),
    ...listValue("channel", findChannel(source, medium), numbers),
    ...listed("referrer", referrer && readReferrer(referrer, website.domain), numbers),
    ...listed("utm_source", row.text("utm_source"), numbers),
    ...listed("utm_medium", row.text("utm_medium"), numbers),
    ...listed("utm_content", row.text("utm_content"), numbers),
    ...listed("utm_term", row.text("utm_term"), numbers),
    ...listed("campaign", row.text("utm_campaign"), numbers),
  ];
}

function pagesOf(row: DayRow): Value[] | "broken" {
  const page = readPage(row.text("page") ?? "");
  if (page === undefined) return "broken";
  const numbers = numbersOf(row);
  const engagement = engagementOf(row);
  return [
    ...listValue("page", page, numbers),
    ...listed("hostname", row.text("hostname")?.toLowerCase(), numbers),
    ...(engagement === undefined ? [] : [totalOf("engaged_page", page, engagement)]),
  ];
}

/**
 * Returns the engagement with a page. Plausible counts the visits with a time and those with a
 * scroll depth by themselves, Footfall all in one. So the smaller sum grows to what it would be if
 * all those visits were like the counted ones. Both averages stay as they are.
 */
function engagementOf(row: DayRow): Numbers | undefined {
  const timed = row.number("total_time_on_page_visits");
  const scrolled = row.number("total_scroll_depth_visits");
  const visitors = Math.max(timed, scrolled);
  if (visitors === 0 || row.text("page") === "") return undefined;
  const scale = (sum: number, visits: number) =>
    visits === 0 ? 0 : Math.round((sum * visitors) / visits);
  return {
    visitors,
    occurrences: scale(row.number("total_time_on_page") * 1000, timed),
    milliAmount: scale(row.number("total_scroll_depth"), scrolled) * 1000,
  };
}

function visitPagesOf(
  row: DayRow,
  name: "entry_page" | "exit_page",
  column: "entrances" | "exits",
): Value[] | "broken" {
  const page = readPage(row.text(name) ?? "");
  if (page === undefined) return "broken";
  const numbers = { ...numbersOf(row), ...visitsOf(row, column) };
  return listValue(name, page, { ...numbers, occurrences: row.number(column) });
}

function customEventsOf(row: DayRow): Value[] | "broken" | "kind" {
  const name = row.text("name") ?? "";
  if (name === "" || isLongName(name)) return "broken";
  if (otherEvents.has(name)) return "kind";
  return listValue("event", name, eventNumbersOf(row));
}

/** Returns what no statistic reads so far: a prop and its value as one text. */
function customPropsOf(row: DayRow): Value[] | "broken" {
  const property = row.text("property") ?? "";
  if (property === "") return "broken";
  const value = JSON.stringify([property, row.text("value") ?? ""]);
  return [totalOf("prop", value, eventNumbersOf(row))];
}

function locationsOf(row: DayRow, { counter }: Context): Value[] {
  const region = row.text("region");
  const place = readPlace(row.text("country") ?? "", region ?? "", counter);
  const numbers = { ...numbersOf(row), ...visitsOf(row) };
  return [
    ...listValue("continent", place.continent, numbers),
    ...listValue("country", place.country, numbers),
    ...listed("region", region && place.region, numbers),
  ];
}

function devicesOf(row: DayRow, { counter }: Context): Value[] {
  const device = findName(detectorDevices, "device", row.text("device") ?? "", counter);
  return listValue("device", device, { ...numbersOf(row), ...visitsOf(row) });
}

function browsersOf(row: DayRow, { counter }: Context): Value[] {
  const name = row.text("browser") ?? "";
  const version = row.text("browser_version");
  const { browser, browserVersion } = browserColumns(
    detectorBrowsers,
    { name, version: version ?? "" },
    counter,
  );
  const numbers = { ...numbersOf(row), ...visitsOf(row) };
  return [
    ...listValue("browser", browser, numbers),
    ...listed("browser_version", version && versionOf(browser, browserVersion), numbers),
  ];
}

function systemsOf(row: DayRow, { counter }: Context): Value[] {
  const name = row.text("operating_system") ?? "";
  const version = row.text("operating_system_version");
  const { operatingSystem, operatingSystemVersion } = systemColumns(
    detectorSystems,
    { name, version: systemVersion(name, version ?? "") },
    counter,
  );
  const shown = version && versionOf(operatingSystem, operatingSystemVersion);
  const numbers = { ...numbersOf(row), ...visitsOf(row) };
  return [
    ...listValue("operating_system", operatingSystem, numbers),
    ...listed("operating_system_version", shown, numbers),
  ];
}

/** Returns a version as it is listed, behind its product. */
function versionOf(product: string, version: string): string {
  return version === "" ? "" : `${product} ${version}`;
}

/** Returns the value of a column that the table may lack. */
function listed(name: DimensionName, value: string | undefined, numbers: Numbers): Value[] {
  return value === undefined ? [] : listValue(name, value, numbers);
}

function numbersOf(row: DayRow): Numbers {
  return { visitors: row.number("visitors"), pageviews: row.number("pageviews") };
}

/** Returns the numbers of visits, if the table has all of them. */
function visitsOf(
  row: DayRow,
  column: "visits" | "entrances" | "exits" = "visits",
): Pick<Numbers, "visits"> {
  const columns = [column, "bounces", "visit_duration"];
  if (columns.some((name) => row.text(name) === undefined)) return {};
  const [visits = 0, bounces = 0, seconds = 0] = columns.map((name) => row.number(name));
  return { visits: { visits, bounces, visit_ms: seconds * 1000 } };
}

function eventNumbersOf(row: DayRow): Numbers {
  return { visitors: row.number("visitors"), occurrences: row.number("events") };
}
