import { type FieldErrors, invalid } from "../base/errors.ts";
import { parseUrl } from "../base/net/url.ts";
import type { BulkEvent, TrackedEvent } from "../model/event.ts";
import { urlCharactersMax } from "../model/limits.ts";
import { readProps } from "./props.ts";
import { type Revenue, readRevenue } from "./revenue.ts";

/** The name of the events that say how long a page was seen, and how far it was scrolled. */
export const engagementName = "engagement";

/** An event as a page reported it, validated and in one form. */
export interface Event {
  /** `pageview`, `engagement`, or a custom event's name. */
  readonly name: string;
  readonly url: URL;
  readonly referrer: string;
  /** Whether referrer, `utm_*` and click id are those of an earlier page view, and do not count. */
  readonly isSoft?: boolean;
  /** Whether the fragment of the URL is a part of the page. */
  readonly hasPageInFragment?: boolean;
  /** Whether a program drives the browser, as the page has seen. */
  readonly isDriven?: boolean;
  /** `1920x1080`, or "". */
  readonly screen: string;
  /** BCP 47, or "". */
  readonly language: string;
  readonly props: readonly (readonly [string, string])[];
  readonly revenue: Revenue | undefined;
  readonly engagementTimeMs: number;
  /** Percent. */
  readonly scrollDepth: number;
}

/**
 * Returns the event of a body; long names of fields win over short ones. `wrong` holds the errors
 * that the caller has found; its fields may be of any type. Throws `Problem` VALIDATION with those
 * and every other wrong field.
 */
export function readEvent(body: TrackedEvent | BulkEvent, wrong: FieldErrors = {}): Event {
  const fields: Record<string, readonly string[]> = { ...wrong };
  const url = readUrl(body.url ?? body.u, fields, isAbsent(body.url) ? "u" : "url");
  const props = readProps(body.props ?? body.p, fields, isAbsent(body.props) ? "p" : "props");
  const revenue = readRevenue(
    body.revenue ?? body.$,
    fields,
    isAbsent(body.revenue) ? "$" : "revenue",
  );
  if (url === undefined || hasErrors(fields)) throw invalid(fields);
  const name = body.name ?? body.n ?? "pageview";
  return {
    name,
    url,
    referrer: body.referrer ?? body.r ?? "",
    isSoft: body.soft === true,
    hasPageInFragment: body.h === 1,
    isDriven: body.w === 1,
    screen: body.screen ?? "",
    language: body.language ?? "",
    props,
    revenue,
    engagementTimeMs: name === engagementName ? wholeNumber(body.e, 0xffff_ffff) : 0,
    scrollDepth: name === engagementName ? wholeNumber(body.sd, 100) : 0,
  };
}

function hasErrors(fields: FieldErrors): boolean {
  for (const _ in fields) return true;
  return false;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function readUrl(
  text: unknown,
  fields: Record<string, readonly string[]>,
  field: string,
): URL | undefined {
  if (isAbsent(text)) {
    fields["url"] = ["is required"];
    return undefined;
  }
  const isText = typeof text === "string" && text.length <= urlCharactersMax;
  const url = isText ? parseUrl(text) : undefined;
  if (url !== undefined && (url.protocol === "https:" || url.protocol === "http:")) return url;
  fields[field] = ["must be an http or https URL of at most 2,000 characters"];
  return undefined;
}

function wholeNumber(value: unknown, max: number): number {
  const number = typeof value === "number" ? Math.round(value) : 0;
  return number > 0 ? Math.min(number, max) : 0;
}
