import type { Event } from "../../collect/event.ts";
import { importProblem } from "../../model/import-problems.ts";
import { type CsvRow, csvRows } from "../files/csv-rows.ts";
import type { EventFormat, ReadContext, SourceEvent } from "../format.ts";
import { ImportRefused } from "../problems.ts";
import { type CsvTable, fileNames, readTables, requireColumns } from "./csv-tables.ts";
import { browserColumns, systemColumns } from "./names/agents.ts";
import { findName } from "./names/names.ts";
import { placeColumns } from "./names/places.ts";
import {
  simpleAnalyticsBrowsers,
  simpleAnalyticsDevices,
  simpleAnalyticsSystems,
} from "./names/simple-analytics.ts";
import { type RowEvents, readRows } from "./source-rows.ts";
import {
  campaignColumns,
  eventOf,
  isCustomName,
  isTrue,
  joinColumns,
  timeOf,
} from "./source-values.ts";

type PropColumns = readonly (readonly [column: string, prop: string])[];

const metadata = /^metadata\.(.+?)(?:_(?:text|int|bool|date))?$/;
const engagementMsMax = 0xffff_ffff;

/** The data points that Simple Analytics exports as CSV: page views and events in one file. */
export const simpleAnalytics: EventFormat = {
  source: "simple-analytics",
  kind: "events",

  async detects(files) {
    return (await readTables(files)).some(isOwn);
  },

  async inspect(files) {
    const tables = await readTables(files);
    const own = tables.filter(isOwn);
    if (own.length === 0) throw new ImportRefused(importProblem("simple_analytics"));
    for (const table of own) requireColumns(table, ["session_id"]);
    return { ignored: fileNames(tables.filter((table) => !isOwn(table))) };
  },

  async *read(files, context) {
    for (const table of (await readTables(files)).filter(isOwn)) {
      const props = propColumns(table);
      for await (const rows of csvRows(table.file)) {
        yield readRows(rows, context, (row) => readPoint(row, props, context));
      }
    }
  },
};

function isOwn({ names }: CsvTable): boolean {
  return names.has("added_iso") && names.has("path");
}

/**
 * Returns the columns of metadata with the prop of each. Their names end with a type. A text that
 * looks like a number has columns of both types: the text comes first, as the page sent it.
 */
function propColumns({ names }: CsvTable): PropColumns {
  const isText = (column: string) => Number(column.endsWith("_text"));
  return [...names]
    .sort((a, b) => isText(b) - isText(a))
    .flatMap((column): [string, string][] => {
      const [, prop] = metadata.exec(column) ?? [];
      return prop === undefined ? [] : [[column, prop]];
    });
}

function readPoint(row: CsvRow, props: PropColumns, { website, counter }: ReadContext): RowEvents {
  if (isTrue(row.text("is_robot"))) return "bot";
  const name = row.get("datapoint") || "pageview";
  if (name !== "pageview" && !isCustomName(name)) return "kind";
  const visitor = row.text("session_id");
  if (visitor === "") return "visitor";
  const timeMs = timeOf(row.text("added_iso"));
  if (timeMs === undefined) return "time";
  const query = row.text("query").replace(/^\?/, "");
  const event = eventOf({
    name,
    host: row.get("hostname") || website.domain,
    pathAndQuery: row.text("path") + (query === "" ? "" : `?${query}`),
    referrer: row.text("document_referrer"),
    screen: `${row.text("screen_width")}x${row.text("screen_height")}`,
    language: [row.get("lang_language"), row.get("lang_region")].filter(Boolean).join("-"),
    props: propsOf(row, props),
  });
  if (event === undefined) return "broken";
  const columns = columnsOf(row, counter);
  const key = row.text("uuid");
  const read = engagementOf(row, event);
  const point = { event, timeMs, visitor, ...(key && { key }), columns };
  if (read === undefined) return point;
  const readKey = key && { key: `${key} engagement` };
  return [point, { event: read, timeMs, visitor, ...readKey, columns, isExtra: true }];
}

function propsOf(row: CsvRow, columns: PropColumns): (readonly [string, string])[] {
  const props = new Map<string, string>();
  for (const [column, prop] of columns) {
    const value = row.text(column);
    if (value !== "" && !props.has(prop)) props.set(prop, value);
  }
  return [...props];
}

/** Returns the engagement event of a page view, or undefined if the row has no engagement. */
function engagementOf(row: CsvRow, event: Event): Event | undefined {
  if (event.name !== "pageview") return undefined;
  const engagementTimeMs = wholeNumber(row.get("duration_seconds"), 1_000, engagementMsMax);
  const scrollDepth = wholeNumber(row.get("scrolled_percentage"), 1, 100);
  if (engagementTimeMs === 0 && scrollDepth === 0) return undefined;
  return { ...event, name: "engagement", props: [], engagementTimeMs, scrollDepth };
}

function wholeNumber(text: string | undefined, factor: number, max: number): number {
  const number = /^\d+(\.\d+)?$/.test(text ?? "") ? Math.round(Number(text) * factor) : 0;
  return Math.min(number, max);
}

function columnsOf(row: CsvRow, counter: ReadContext["counter"]): SourceEvent["columns"] {
  const browser = { name: row.text("browser_name"), version: row.text("browser_version") };
  const system = { name: row.text("os_name"), version: row.text("os_version") };
  return joinColumns(
    browserColumns(simpleAnalyticsBrowsers, browser, counter),
    systemColumns(simpleAnalyticsSystems, system, counter),
    { device: findName(simpleAnalyticsDevices, "device", row.text("device_type"), counter) },
    placeColumns({ country: row.text("country_code") }, counter),
    campaignColumns({
      source: row.get("utm_source"),
      medium: row.get("utm_medium"),
      campaign: row.get("utm_campaign"),
      term: row.get("utm_term"),
      content: row.get("utm_content"),
    }),
  );
}
