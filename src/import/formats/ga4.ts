import { jsonLines } from "../files/json-lines.ts";
import type { EventFormat, ReadContext, SourceEvent } from "../format.ts";
import { type FindFault, inspectJson, jsonFiles, someFile } from "./json-files.ts";
import { browserColumns, systemColumns } from "./names/agents.ts";
import { countryCode } from "./names/countries.ts";
import { ga4Browsers, ga4Devices, ga4Systems, ga4Version } from "./names/ga4.ts";
import { findName } from "./names/names.ts";
import { placeColumns, placeName } from "./names/places.ts";
import { type RowEvents, readRows } from "./source-rows.ts";
import {
  campaignColumns,
  eventAt,
  isCustomName,
  joinColumns,
  pageUrl,
  recordOf,
  revenueOf,
  textOf,
  timeOfMs,
  urlOf,
} from "./source-values.ts";

type Fields = Readonly<Record<string, unknown>>;
type Params = ReadonlyMap<string, string>;

/** The tables `events_YYYYMMDD` that Google Analytics 4 exports to BigQuery, as NDJSON. */
export const ga4: EventFormat = {
  source: "ga4",
  kind: "events",

  detects(files) {
    return someFile(files, hasEvents);
  },

  inspect(files) {
    return inspectJson(files, findFault);
  },

  async *read(files, context) {
    for await (const file of jsonFiles(files)) {
      for await (const lines of jsonLines(file)) {
        yield readRows(lines, context, (line) => readLine(line, context));
      }
    }
  },
};

/** The first line may be longer than the head, so that it cannot be parsed. */
function hasEvents(head: string): boolean {
  const fields = ['"event_timestamp"', '"event_name"'];
  return /^\s*\{/.test(head) && fields.every((field) => head.includes(field));
}

const findFault: FindFault = (head) => {
  if (hasEvents(head) || head.trim() === "") return undefined;
  return /^\s*\[/.test(head) ? "ga4_list" : "ga4";
};

/** Events that Google Analytics makes by itself. Footfall counts visits and visitors without. */
const ownEvents = new Set(["session_start", "first_visit", "user_engagement", "scroll"]);

/** Returns the event of a line, or the reason why it is none. */
function readLine(line: Fields, { website, counter }: ReadContext): RowEvents {
  const eventName = textOf(line["event_name"]);
  const isPageView = eventName === "page_view";
  if (!isOfWebsite(line) || ownEvents.has(eventName) || !isCustomName(eventName)) return "kind";
  const visitor = textOf(line["user_pseudo_id"]);
  if (visitor === "") return "visitor";
  const timeMs = timeOfMs(Number(textOf(line["event_timestamp"])) / 1_000);
  if (timeMs === undefined) return "time";
  const params = paramsOf(line);
  const location = params.get("page_location") ?? "";
  const device = recordOf(line["device"]);
  const event = eventAt({
    name: isPageView ? "pageview" : eventName,
    // A server can send an event without a page.
    url: location === "" && !isPageView ? pageUrl(website.domain, "/") : urlOf(location),
    referrer: params.get("page_referrer") ?? "",
    language: known(device["language"]),
    props: isPageView ? [] : [...params].filter(([name]) => !isOwnParam(name)),
    revenue: eventName === "purchase" ? purchaseOf(line, params) : undefined,
  });
  if (event === undefined) return "broken";
  const columns = joinColumns(
    deviceColumns(device, counter),
    geoColumns(recordOf(line["geo"]), counter),
    sourceColumns(recordOf(line["collected_traffic_source"])),
  );
  return { event, timeMs, visitor, columns };
}

/** A property may have streams of apps beside that of the website. */
function isOfWebsite(line: Fields): boolean {
  return ["", "WEB"].includes(textOf(line["platform"]));
}

function paramsOf(line: Fields): Params {
  const { event_params: params } = line;
  if (!Array.isArray(params)) return new Map();
  return new Map(
    params
      .map(recordOf)
      .map(({ key, value }): [string, string] => [textOf(key), paramValue(recordOf(value))])
      .filter(([key, value]) => key !== "" && value !== ""),
  );
}

const valueFields = ["string_value", "int_value", "double_value", "float_value"];

/** Returns the value of a parameter, which has one of several types. */
function paramValue(value: Fields): string {
  return valueFields.map((field) => textOf(value[field])).find((text) => text !== "") ?? "";
}

/** Returns whether Google Analytics adds the parameter by itself. */
function isOwnParam(name: string): boolean {
  return /^(?:ga|page|engagement|session)_/.test(name);
}

function purchaseOf(line: Fields, params: Params) {
  const { purchase_revenue: amount } = recordOf(line["ecommerce"]);
  return revenueOf(textOf(amount), params.get("currency") ?? "");
}

/** Returns a text; "" for words such as `(not set)` and `<Other>`. */
function known(value: unknown): string {
  const text = textOf(value).trim();
  return /^(?:\(.*\)|<.*>)$/.test(text) ? "" : text;
}

function deviceColumns(device: Fields, counter: ReadContext["counter"]): SourceEvent["columns"] {
  const web = recordOf(device["web_info"]);
  // Exports have had the browser in both places.
  const browser = known(web["browser"]) || known(device["browser"]);
  const browserVersion = known(web["browser_version"]) || known(device["browser_version"]);
  const system = known(device["operating_system"]);
  const version = ga4Version(known(device["operating_system_version"]));
  return joinColumns(
    browserColumns(ga4Browsers, { name: browser, version: browserVersion }, counter),
    systemColumns(ga4Systems, { name: system, version }, counter),
    { device: findName(ga4Devices, "device", known(device["category"]), counter) },
  );
}

function geoColumns(geo: Fields, counter: ReadContext["counter"]): SourceEvent["columns"] {
  const name = known(geo["country"]);
  const code = countryCode(name);
  if (code === undefined && name !== "") counter.unknown("country", name);
  const place = placeColumns({ country: code ?? "", city: known(geo["city"]) }, counter);
  return { ...place, region: place.country === "" ? "" : placeName(known(geo["region"])) };
}

const clickIds = ["gclid", "dclid", "srsltid"];

/**
 * Returns the columns of the campaign. For a visitor without one Google Analytics fills in the
 * referrer's source and medium, and calls the campaign `(organic)`, `(referral)` or `(direct)`.
 */
function sourceColumns(source: Fields): SourceEvent["columns"] {
  const clickId = clickIds.find((name) => known(source[name]) !== "") ?? "";
  const campaign = textOf(source["manual_campaign_name"]);
  if (/^\((?:organic|referral|direct)\)$/.test(campaign)) return { clickId };
  return {
    clickId,
    ...campaignColumns({
      source: known(source["manual_source"]),
      medium: known(source["manual_medium"]),
      campaign: known(campaign),
      term: known(source["manual_term"]),
      content: known(source["manual_content"]),
    }),
  };
}
