import { canonicalIp } from "../../base/net/ip-address.ts";
import { parseUrl } from "../../base/net/url.ts";
import { isReadable } from "../../collect/document-types.ts";
import type { IncomingEvent } from "../../collect/incoming-event.ts";
import { type ReadRequest, statusClass } from "../../collect/read.ts";
import { earliestMs, latestAheadMs } from "../../collect/timestamp.ts";
import { urlCharactersMax } from "../../model/limits.ts";
import type { Website } from "../../websites/website.ts";
import type { LogLine } from "./log-format.ts";
import { type NotAPage, notAPage } from "./page-rule.ts";

/** The meaning of a line of an access log. */
export interface LineUse {
  /** The page view, or the reason why it is none; undefined if URL or time cannot be right. */
  readonly pageView: IncomingEvent | NotAPage | undefined;
  /** The request for a document; it is a read if a program made it. */
  readonly request?: ReadRequest;
}

/** Returns what a line of an access log is. */
export function readLine(line: LogLine, context: LineContext): LineUse {
  const reason = notAPage(line);
  const isForDocument = (line.method === "GET" || line.method === "HEAD") && isReadable(line);
  if (reason !== undefined && !isForDocument) return { pageView: reason };
  const request = toRequest(line, context);
  const pageView = reason ?? (request && toPageView(request, line));
  return isForDocument && request !== undefined ? { pageView, request } : { pageView };
}

/** The website of a log, and how its lines come. */
export interface LineContext {
  readonly website: Website;
  readonly nowMs: number;
  /** The import; 0 for none. */
  readonly importId: number;
}

/** Returns the request of a line; undefined if its URL or its time cannot be right. */
function toRequest(line: LogLine, { website, nowMs, importId }: LineContext) {
  const url = toUrl(line, website);
  const { timeMs, ip, userAgent = "" } = line;
  if (url === undefined || timeMs < earliestMs || timeMs > nowMs + latestAheadMs) return undefined;
  return {
    website,
    timeMs,
    url,
    // Servers that resolve names log a host name. It distinguishes visitors as well as an IP
    // address.
    ip: canonicalIp(ip) ?? ip,
    userAgent,
    door: "log",
    status: statusClass(line.status),
    importId,
  } as const satisfies ReadRequest;
}

function toPageView(request: ReadRequest, { referrer }: LogLine): IncomingEvent {
  const { website, timeMs, url, ip, userAgent } = request;
  return {
    website,
    timeMs,
    ip,
    userAgent,
    isOfLog: true,
    event: {
      name: "pageview",
      url,
      referrer: referrer ?? "",
      screen: "",
      language: "",
      props: [],
      revenue: undefined,
      engagementTimeMs: 0,
      scrollDepth: 0,
    },
  };
}

function toUrl({ target, host }: LogLine, website: Website): URL | undefined {
  const origin = hostOf(host, website);
  if (origin === undefined) return undefined;
  const text = target.startsWith("/") ? `http://${origin}${target}` : target;
  if (text.length > urlCharactersMax || !/^https?:/i.test(text)) return undefined;
  return parseUrl(text);
}

/** Matches hosts that would become another part of the URL. */
const notAHost = /[\s/\\?#@]/;
const distribution = /\.cloudfront\.net\.?(?::\d+)?$/i;

/**
 * Returns the host of the page, or undefined if the logged one is none. Visitors of a website
 * behind CloudFront may reach it under the distribution's name, too.
 */
function hostOf(host: string | undefined, { domain }: Website): string | undefined {
  if (host === undefined || host === "" || distribution.test(host)) return domain;
  return notAHost.test(host) ? undefined : host;
}
