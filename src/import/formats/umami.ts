import { withoutEndZeros } from "../../base/decimal.ts";
import { invalid } from "../../base/errors.ts";
import { clickIds } from "../../collect/click-ids.ts";
import { takeRevenue } from "../../collect/revenue.ts";
import { importProblem } from "../../model/import-problems.ts";
import { distinctValues } from "../files/csv-column.ts";
import { type CsvRow, csvRows } from "../files/csv-rows.ts";
import type { SourceFile } from "../files/source-file.ts";
import type { EventFormat, ReadContext, SourceEvent } from "../format.ts";
import { ImportRefused } from "../problems.ts";
import { type CsvTable, fileNames, readTables, requireColumns } from "./csv-tables.ts";
import { browserColumns, systemColumns } from "./names/agents.ts";
import { findName } from "./names/names.ts";
import { placeColumns } from "./names/places.ts";
import { splitSystem, umamiBrowsers, umamiDevices, umamiSystems } from "./names/umami.ts";
import { type RowEvents, readRows } from "./source-rows.ts";
import { campaignColumns, eventOf, isCustomName, joinColumns, timeOf } from "./source-values.ts";

type Props = readonly (readonly [string, string])[];

const eventColumns = ["event_id", "session_id", "event_type", "url_path", "created_at"];
/** Websites that a refusal names. */
const websitesMax = 50;
const pageViewType = "1";
const customEventType = "2";
const numberType = "2";
const clickIdColumns = [...clickIds];
const singleQuote = 39;

/**
 * The data export of Umami: `website_event.csv` has the events, `event_data.csv` their props. Both
 * are known by their columns, whatever the files are called.
 */
export const umami: EventFormat = {
  source: "umami",
  kind: "events",
  optionNames: ["website_id"],

  async detects(files) {
    const { events, props, totals } = await sortTables(files);
    return events.length + props.length + totals.length > 0;
  },

  async inspect(files, options) {
    const { events, totals, others } = await sortTables(files);
    if (events.length === 0 && totals.length > 0) {
      const file = totals[0]?.file.name ?? "";
      throw new ImportRefused(importProblem("umami_totals", { file }));
    }
    if (events.length === 0) throw new ImportRefused(importProblem("umami_events"));
    for (const table of events) requireColumns(table, eventColumns);
    await checkWebsite(events, options["website_id"]);
    return { ignored: fileNames([...others, ...totals]) };
  },

  async *read(files, context) {
    const { events, props } = await sortTables(files);
    const isWanted = websiteFilter(context.options);
    for (const { file } of props) {
      for await (const rows of csvRows(file)) {
        const wanted = rows.filter((row) => row !== undefined).filter(isWanted);
        await context.props.add(wanted.flatMap(readProp));
      }
    }
    for (const { file } of events) {
      for await (const rows of csvRows(file)) {
        const keys = props.length > 0 ? rows.flatMap(keyOf) : [];
        const found = keys.length > 0 ? await context.props.find(keys) : new Map();
        yield readRows(rows, context, (row) => {
          // The rows of another website are no events of this one.
          if (!isWanted(row)) return "kind";
          return readEvent(row, found.get(cell(row, "event_id")) ?? [], context);
        });
      }
    }
  },
};

interface UmamiTables {
  readonly events: readonly CsvTable[];
  readonly props: readonly CsvTable[];
  /** Tables of the older export: names and numbers, without dates. */
  readonly totals: readonly CsvTable[];
  readonly others: readonly CsvTable[];
}

async function sortTables(files: readonly SourceFile[]): Promise<UmamiTables> {
  const tables: Record<keyof UmamiTables, CsvTable[]> = {
    events: [],
    props: [],
    totals: [],
    others: [],
  };
  for (const table of await readTables(files)) tables[kindOf(table)].push(table);
  return tables;
}

function kindOf({ names }: CsvTable): keyof UmamiTables {
  const has = (...columns: string[]) => columns.every((column) => names.has(column));
  if (has("event_id") && (has("data_key") || has("event_key"))) return "props";
  if (has("session_id", "url_path", "created_at")) return "events";
  return has("x", "y") && names.size <= 3 ? "totals" : "others";
}

async function checkWebsite(tables: readonly CsvTable[], wanted: unknown): Promise<void> {
  if (wanted !== undefined && typeof wanted !== "string") {
    throw invalid({ options: ["website_id must be text"] });
  }
  const found = new Set<string>();
  for (const { file } of tables) {
    for (const id of await distinctValues(file, "website_id", websitesMax)) {
      found.add(id.toLowerCase());
    }
  }
  const websites = [...found].slice(0, websitesMax).join(", ");
  if (wanted === undefined && found.size > 1) {
    throw new ImportRefused(importProblem("umami_website", { websites }), "options");
  }
  if (wanted !== undefined && found.size > 0 && !found.has(wanted.toLowerCase())) {
    throw new ImportRefused(importProblem("umami_other_website", { websites }), "options");
  }
}

function websiteFilter(options: ReadContext["options"]): (row: CsvRow) => boolean {
  const id = options["website_id"];
  if (typeof id !== "string") return () => true;
  const wanted = id.toLowerCase();
  return (row) => [wanted, ""].includes(cell(row, "website_id").toLowerCase());
}

/**
 * Returns a cell without what an export adds: `\N` for none, and the quote before a character that
 * makes a formula in a spreadsheet.
 */
function cell(row: CsvRow, name: string): string {
  const text = row.text(name);
  if (text === "\\N") return "";
  const isQuoted = text.charCodeAt(0) === singleQuote && /^'[=+\-@\t\r]/.test(text);
  return isQuoted ? text.slice(1) : text;
}

/** Returns a prop of an event, with the event's key. */
function readProp(row: CsvRow): [key: string, name: string, value: string][] {
  const key = cell(row, "event_id");
  const name = cell(row, "data_key") || cell(row, "event_key");
  const number = cell(row, "number_value");
  const type = cell(row, "data_type");
  const isNumber = number !== "" && (type === numberType || type === "");
  const text = cell(row, "string_value") || cell(row, "date_value");
  const value = isNumber ? number : text;
  if (key === "" || name === "") return [];
  return [[key, name, isNumber || type === numberType ? shortenNumber(value) : value]];
}

/** Returns a number without the zeros at its end: Umami writes four digits after the point. */
function shortenNumber(text: string): string {
  if (!/^-?\d*\.\d+$/.test(text)) return text;
  const short = withoutEndZeros(text);
  return /^-?0?$/.test(short) ? "0" : short;
}

function keyOf(row: CsvRow | undefined): string[] {
  const key = row === undefined ? "" : cell(row, "event_id");
  return key === "" ? [] : [key];
}

function readEvent(row: CsvRow, data: Props, { website, counter }: ReadContext): RowEvents {
  const type = cell(row, "event_type");
  const name = type === pageViewType ? "pageview" : cell(row, "event_name");
  if (type !== pageViewType && (type !== customEventType || !isCustomName(name))) return "kind";
  const visitor = cell(row, "session_id");
  if (visitor === "") return "visitor";
  const timeMs = timeOf(cell(row, "created_at"));
  if (timeMs === undefined) return "time";
  const query = cell(row, "url_query").replace(/^\?/, "");
  const event = eventOf({
    name,
    host: cell(row, "hostname") || website.domain,
    pathAndQuery: cell(row, "url_path") + (query === "" ? "" : `?${query}`),
    referrer: cell(row, "referrer_domain"),
    screen: cell(row, "screen"),
    language: cell(row, "language"),
    ...takeRevenue(data),
  });
  if (event === undefined) return "broken";
  const key = cell(row, "event_id");
  return { event, timeMs, visitor, ...(key && { key }), columns: columnsOf(row, counter) };
}

function columnsOf(row: CsvRow, counter: ReadContext["counter"]): SourceEvent["columns"] {
  const browser = { name: cell(row, "browser"), version: "" };
  const place = {
    country: cell(row, "country"),
    region: cell(row, "region") || cell(row, "subdivision1"),
    city: cell(row, "city"),
  };
  return joinColumns(
    browserColumns(umamiBrowsers, browser, counter),
    systemColumns(umamiSystems, splitSystem(cell(row, "os")), counter),
    { device: findName(umamiDevices, "device", cell(row, "device"), counter) },
    placeColumns(place, counter),
    campaignColumns({
      source: cell(row, "utm_source"),
      medium: cell(row, "utm_medium"),
      campaign: cell(row, "utm_campaign"),
      term: cell(row, "utm_term"),
      content: cell(row, "utm_content"),
    }),
    { clickId: clickIdColumns.find((name) => cell(row, name) !== "") ?? "" },
  );
}
