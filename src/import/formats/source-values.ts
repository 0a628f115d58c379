import { parseUrl } from "../../base/net/url.ts";
import { isObject } from "../../base/validation.ts";
import type { Event } from "../../collect/event.ts";
import { type Revenue, readRevenue } from "../../collect/revenue.ts";
import { isSensitiveValue } from "../../collect/sensitive-params.ts";
import { earliestMs, latestAheadMs, parseTimestamp } from "../../collect/timestamp.ts";
import type { EventRow } from "../../events/row.ts";
import {
  nameCharactersMax,
  propCharactersMax,
  propsMax,
  urlCharactersMax,
} from "../../model/limits.ts";

type Props = readonly (readonly [string, string])[];

/** Values of an event as another product has them. */
export interface EventValues {
  /** `pageview`, or the name of a custom event. */
  readonly name: string;
  readonly host: string;
  readonly pathAndQuery: string;
  readonly referrer?: string;
  readonly screen?: string;
  readonly language?: string;
  readonly props?: Props;
  readonly revenue?: Revenue | undefined;
}

/** Values of an event whose URL is known as a whole. */
type UrlEventValues = Omit<EventValues, "host" | "pathAndQuery"> & {
  readonly url: URL | undefined;
};

/**
 * Returns an event that the collector could have read: texts beyond its limits are cut, and values
 * that it would refuse are left out. Returns undefined if the event has no name or no URL.
 */
export function eventOf(values: EventValues): Event | undefined {
  return eventAt({ ...values, url: pageUrl(values.host, values.pathAndQuery) });
}

/** Returns the event of a URL that is known as a whole, as `eventOf` does. */
export function eventAt(values: UrlEventValues): Event | undefined {
  const { name, url, screen = "", language = "" } = values;
  if (url === undefined || name === "") return undefined;
  return {
    name: cut(name, nameCharactersMax),
    url,
    referrer: withScheme(values.referrer ?? ""),
    screen: /^\d{1,5}x\d{1,5}$/.test(screen) ? screen : "",
    language: /^[A-Za-z]{1,8}([-_][A-Za-z0-9]{1,8})*$/.test(language) ? language : "",
    props: limitProps(values.props ?? []),
    revenue: values.revenue,
    engagementTimeMs: 0,
    scrollDepth: 0,
  };
}

/** Returns the URL of a page, or undefined if the text is none that the collector takes. */
export function urlOf(text: string): URL | undefined {
  const url = parseUrl(text.slice(0, urlCharactersMax));
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : undefined;
}

/** Returns the URL of a path and a query on a host. */
export function pageUrl(host: string, pathAndQuery: string): URL | undefined {
  // Nothing in the host may end it early, so that the path cannot name another host.
  if (!/^[^\s/?#@\\]+$/.test(host)) return undefined;
  const path = pathAndQuery.startsWith("/") ? pathAndQuery : `/${pathAndQuery}`;
  return parseUrl(`https://${host}${path}`.slice(0, urlCharactersMax));
}

/** Returns a referrer as a URL. Products leave out the scheme. */
function withScheme(referrer: string): string {
  if (referrer === "" || /^[a-z][a-z0-9+.-]*:\/\//i.test(referrer)) return referrer;
  return `https://${referrer}`;
}

/** Returns whether the name of an event is longer than the collector takes. */
export function isLongName(name: string): boolean {
  return cut(name, nameCharactersMax) !== name;
}

function cut(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  return [...text.slice(0, 2 * charactersMax)].slice(0, charactersMax).join("");
}

/** Returns the first props, as many as the collector takes. Props that do not fit are left out. */
function limitProps(props: Props): Props {
  let characters = 0;
  return [...new Map(props)].slice(0, propsMax).filter(([key, value]) => {
    const more = characters + key.length + value.length;
    if (more > propCharactersMax) return false;
    characters = more;
    return true;
  });
}

/** Returns the revenue of two texts, or undefined if they are none. */
export function revenueOf(amount: string, currency: string): Revenue | undefined {
  return readRevenue({ amount, currency }, {}, "revenue");
}

/**
 * Returns the milliseconds since 1970 of a time, in UTC unless it says otherwise. Returns undefined
 * if it is none, or one that the collector refuses.
 */
export function timeOf(text: string): number | undefined {
  const time = text
    .trim()
    .replace(/ ?UTC$/, "")
    .replace(/ (?=[+-]\d\d)/, "");
  const timeMs = parseTimestamp(time);
  return timeMs === undefined ? undefined : timeOfMs(timeMs);
}

/** Returns milliseconds since 1970 as a time, or undefined if the collector refuses it. */
export function timeOfMs(ms: number): number | undefined {
  const timeMs = Math.floor(ms);
  return timeMs >= earliestMs && timeMs <= Date.now() + latestAheadMs ? timeMs : undefined;
}

/**
 * Returns the columns of all parts. For V8 this takes a few percent of the time of an object with
 * several spreads.
 */
export function joinColumns(...parts: readonly Partial<EventRow>[]): Partial<EventRow> {
  return Object.assign({}, ...parts);
}

/** Returns the columns of a campaign. Values that may name a person are left out. */
export function campaignColumns(values: {
  readonly source?: string | undefined;
  readonly medium?: string | undefined;
  readonly campaign?: string | undefined;
  readonly term?: string | undefined;
  readonly content?: string | undefined;
}) {
  return {
    utmSource: campaignValue(values.source),
    utmMedium: campaignValue(values.medium),
    utmCampaign: campaignValue(values.campaign),
    utmTerm: campaignValue(values.term),
    utmContent: campaignValue(values.content),
  };
}

function campaignValue(text = ""): string {
  const value = cut(text.trim(), urlCharactersMax);
  return isSensitiveValue(value) ? "" : value;
}

/** Returns whether a text says yes. */
export function isTrue(text: string): boolean {
  return /^(?:true|t|1|yes)$/i.test(text.trim());
}

/**
 * Returns whether a custom event can have the name. Footfall's own events have the others: an
 * event of a visitor that is called so would count as something that it is not.
 */
export function isCustomName(name: string): boolean {
  return name !== "pageview" && name !== "engagement";
}

/** Returns a text or a number as text; "" for anything else. */
export function textOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : "";
}

/** Returns an object with its fields; an empty one for anything else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
