import { jsonArray } from "../files/json-array.ts";
import type { SourceFile } from "../files/source-file.ts";
import type { EventFormat, ReadContext, SourceEvent } from "../format.ts";
import type { SkipReason } from "../run/row-counter.ts";
import { type FindFault, inspectJson, jsonFiles, someFile } from "./json-files.ts";
import { browserColumns, systemColumns } from "./names/agents.ts";
import {
  detectorBrowsers,
  detectorDevices,
  detectorSystems,
  systemVersion,
} from "./names/device-detector.ts";
import { findName } from "./names/names.ts";
import { placeColumns } from "./names/places.ts";
import {
  campaignColumns,
  eventAt,
  isCustomName,
  joinColumns,
  pageUrl,
  recordOf,
  textOf,
  timeOfMs,
  urlOf,
} from "./source-values.ts";

type Fields = Readonly<Record<string, unknown>>;
type Prop = readonly [name: string, value: string];

/** The JSON of the method `Live.getLastVisitsDetails` of Matomo's API: a list of visits a file. */
export const matomo: EventFormat = {
  source: "matomo",
  kind: "events",

  detects(files) {
    return someFile(files, hasVisits);
  },

  inspect(files) {
    return inspectJson(files, findFault);
  },

  async *read(files, context) {
    for await (const file of jsonFiles(files)) yield* readFile(file, context);
  },
};

function hasVisits(head: string): boolean {
  return /^\s*\[\s*\{/.test(head) && head.includes('"idVisit"');
}

const findFault: FindFault = (head) => {
  // A page beyond the last visit is an empty list.
  if (hasVisits(head) || /^\s*(?:\[\s*\]\s*)?$/.test(head)) return undefined;
  const isError = /^\s*\{\s*"result"\s*:\s*"error"/.test(head);
  return isError ? "matomo_error" : "matomo";
};

async function* readFile(file: SourceFile, context: ReadContext) {
  for await (const visits of jsonArray(file)) {
    yield visits.flatMap((visit) => readVisit(recordOf(visit), context));
  }
}

function readVisit(visit: Fields, context: ReadContext): SourceEvent[] {
  const { counter, website } = context;
  const { actionDetails: actions } = visit;
  const id = textOf(visit["idVisit"]);
  if (id === "" || !Array.isArray(actions)) {
    counter.skip("broken");
    return [];
  }
  const events: SourceEvent[] = [];
  let page = pageUrl(website.domain, "/");
  for (const [position, action] of actions.entries()) {
    const fields = recordOf(action);
    if (fields["type"] === "action") page = urlOf(textOf(fields["url"])) ?? page;
    const isFirst = events.length === 0;
    const event = readAction(fields, { visit, page, isFirst }, context);
    if (typeof event === "string") counter.skip(event);
    else events.push({ ...event, key: `${id} ${position}`, rank: actions.length });
  }
  return events;
}

interface Surroundings {
  readonly visit: Fields;
  /** The page of the page view before the action. */
  readonly page: URL | undefined;
  readonly isFirst: boolean;
}

/** Returns the event of an action, or the reason why it is none. */
function readAction(
  action: Fields,
  { visit, page, isFirst }: Surroundings,
  { counter }: ReadContext,
): SourceEvent | SkipReason {
  if (action["type"] === undefined) return "broken";
  const happening = happeningOf(action);
  if (happening === undefined) return "kind";
  const visitor = textOf(visit["visitorId"]);
  if (visitor === "") return "visitor";
  const timeMs = timeOfMs(Number(textOf(action["timestamp"])) * 1_000);
  if (timeMs === undefined) return "time";
  const { name, props, isOnOwnUrl } = happening;
  const ownUrl = isOnOwnUrl ? urlOf(textOf(action["url"])) : undefined;
  const event = eventAt({
    name,
    props,
    url: ownUrl ?? (name === "pageview" ? undefined : page),
    referrer: isFirst ? textOf(visit["referrerUrl"]) : "",
    screen: textOf(visit["resolution"]),
    language: languageOf(visit),
  });
  if (event === undefined) return "broken";
  const columns = joinColumns(columnsOf(visit, counter), isFirst ? campaignOf(visit) : {});
  return { event, timeMs, visitor, columns };
}

interface Happening {
  readonly name: string;
  readonly props: readonly Prop[];
  /** Whether `url` is the page that it happened on, and not what was clicked. */
  readonly isOnOwnUrl: boolean;
}

/** Returns the name and the props of an action; undefined for one that is no event of Footfall. */
function happeningOf(action: Fields): Happening | undefined {
  const props = (names: Readonly<Record<string, string>>) =>
    Object.entries(names)
      .map(([name, field]): Prop => [name, textOf(action[field])])
      .filter(([, value]) => value !== "");
  switch (action["type"]) {
    case "action":
      return { name: "pageview", props: [], isOnOwnUrl: true };
    case "outlink":
      return { name: "Outbound", props: props({ url: "url" }), isOnOwnUrl: false };
    case "download":
      return { name: "Download", props: props({ url: "url" }), isOnOwnUrl: false };
    case "search":
      return { name: "Search", props: props({ keyword: "siteSearchKeyword" }), isOnOwnUrl: true };
    case "event": {
      const name = textOf(action["eventAction"]);
      const fields = { category: "eventCategory", name: "eventName", value: "eventValue" };
      return isCustomName(name) ? { name, props: props(fields), isOnOwnUrl: true } : undefined;
    }
    default:
      return undefined;
  }
}

/** Returns the first language that the visitor wants. Matomo writes `xx` for none. */
function languageOf(visit: Fields): string {
  const [code = ""] = textOf(visit["languageCode"]).split(",");
  return code === "xx" ? "" : code;
}

function columnsOf(visit: Fields, counter: ReadContext["counter"]): SourceEvent["columns"] {
  const text = (name: string) => textOf(visit[name]);
  const system = text("operatingSystemName");
  const version = systemVersion(system, text("operatingSystemVersion"));
  const browser = { name: text("browserName"), version: text("browserVersion") };
  const place = { country: text("countryCode"), region: text("regionCode"), city: text("city") };
  return joinColumns(
    browserColumns(detectorBrowsers, browser, counter),
    systemColumns(detectorSystems, { name: system, version }, counter),
    { device: findName(detectorDevices, "device", text("deviceType"), counter) },
    placeColumns(place, counter),
  );
}

/**
 * Returns the columns of the visit's campaign. Without the plugin for campaigns Matomo knows its
 * name and keyword alone, as those of the referrer.
 */
function campaignOf(visit: Fields): SourceEvent["columns"] {
  const text = (name: string) => textOf(visit[name]);
  const isCampaign = visit["referrerType"] === "campaign";
  return campaignColumns({
    source: text("campaignSource"),
    medium: text("campaignMedium"),
    campaign: text("campaignName") || (isCampaign ? text("referrerName") : ""),
    term: text("campaignKeyword") || (isCampaign ? text("referrerKeyword") : ""),
    content: text("campaignContent"),
  });
}
