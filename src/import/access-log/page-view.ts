import { canonicalIp } from "../../base/net/ip-address.ts";
import { parseUrl } from "../../base/net/url.ts";
import type { IncomingEvent } from "../../collect/incoming-event.ts";
import { earliestMs, latestAheadMs } from "../../collect/timestamp.ts";
import { urlCharactersMax } from "../../model/limits.ts";
import type { Website } from "../../websites/website.ts";
import type { LogLine } from "./log-format.ts";
import { type NotAPage, notAPage } from "./page-rule.ts";

/**
 * Returns the page view of a line of an access log, or the reason why the line is none. Returns
 * undefined if its URL or its time cannot be right.
 */
export function toPageView(
  line: LogLine,
  website: Website,
  nowMs: number,
): IncomingEvent | NotAPage | undefined {
  const reason = notAPage(line);
  if (reason !== undefined) return reason;
  const url = toUrl(line, website);
  const { timeMs, ip } = line;
  if (url === undefined || timeMs < earliestMs || timeMs > nowMs + latestAheadMs) return undefined;
  return {
    website,
    timeMs,
    // Servers that resolve names log a host name. It distinguishes visitors as well as an IP
    // address.
    ip: canonicalIp(ip) ?? ip,
    userAgent: line.userAgent ?? "",
    event: {
      name: "pageview",
      url,
      referrer: line.referrer ?? "",
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
