import type { Event } from "../../collect/event.ts";
import { propCharactersMax, propsMax, type Revenue, readRevenue } from "../../collect/props.ts";
import { isSensitiveValue } from "../../collect/sensitive-params.ts";
import { earliestMs, latestAheadMs, parseTimestamp } from "../../collect/timestamp.ts";
import { parseUrl, urlCharactersMax } from "../../url.ts";

/** Limit of an event's name, as the collector has it. */
const nameCharactersMax = 120;

type Props = readonly (readonly [string, string])[];

/** Values of an event as another product has them. */
export interface EventValues {
  /** `pageview`, or the name of a custom event. */
  readonly name: string;
  readonly host: string;
  /** Path and query. */
  readonly address: string;
  readonly referrer?: string;
  readonly screen?: string;
  readonly language?: string;
  readonly props?: Props;
  readonly revenue?: Revenue | undefined;
}

/**
 * Returns an event that the collector could have read: texts beyond its limits are cut, and values
 * that it would refuse are left out. Returns undefined if the event has no name or no address.
 */
export function eventOf(values: EventValues): Event | undefined {
  const { name, host, screen = "", language = "" } = values;
  const url = pageUrl(host, values.address);
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

function pageUrl(host: string, address: string): URL | undefined {
  // Nothing in the host may end it early, so that the address cannot name another host.
  if (!/^[^\s/?#@\\]+$/.test(host)) return undefined;
  const path = address.startsWith("/") ? address : `/${address}`;
  return parseUrl(`https://${host}${path}`.slice(0, urlCharactersMax));
}

/** Returns a referrer as an address. Products leave out the scheme. */
function withScheme(referrer: string): string {
  if (referrer === "" || /^[a-z][a-z0-9+.-]*:\/\//i.test(referrer)) return referrer;
  return `https://${referrer}`;
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
  const timeMs = parseTimestamp(text.trim().replace(/ ?UTC$/, ""));
  if (timeMs === undefined) return undefined;
  return timeMs >= earliestMs && timeMs <= Date.now() + latestAheadMs ? timeMs : undefined;
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
  return isSensitiveValue(text) ? "" : text.trim();
}

/** Returns whether a text says yes. */
export function isTrue(text: string): boolean {
  return /^(?:true|t|1|yes)$/i.test(text.trim());
}
