import type { IncomingEvent } from "../../collect/incoming-event.ts";
import { earliestMs, latestAheadMs } from "../../collect/timestamp.ts";
import { canonicalIp } from "../../ip-address.ts";
import { parseUrl, urlCharactersMax } from "../../url.ts";
import type { Website } from "../../websites/website.ts";
import { type LogLine, parseLogLine } from "./combined.ts";
import { type NotAPage, notAPage } from "./page-rule.ts";

/**
 * Returns the page view of a line of an access log, or the reason why the line is none. Returns
 * undefined if the line cannot be read.
 */
export function toPageView(
  line: string,
  website: Website,
  nowMs: number,
): IncomingEvent | NotAPage | undefined {
  const parsed = parseLogLine(line);
  if (parsed === undefined) return undefined;
  const reason = notAPage(parsed);
  if (reason !== undefined) return reason;
  const url = toUrl(parsed, website);
  const { timeMs, ip, userAgent, referrer } = parsed;
  if (url === undefined || timeMs < earliestMs || timeMs > nowMs + latestAheadMs) return undefined;
  return {
    website,
    timeMs,
    // Servers that resolve names log a host name. It distinguishes visitors as well as an address.
    ip: canonicalIp(ip) ?? ip,
    userAgent,
    event: {
      name: "pageview",
      url,
      referrer,
      screen: "",
      language: "",
      props: [],
      revenue: undefined,
      engagementTimeMs: 0,
      scrollDepth: 0,
    },
  };
}

function toUrl({ target }: LogLine, website: Website): URL | undefined {
  const text = target.startsWith("/") ? `http://${website.domain}${target}` : target;
  if (text.length > urlCharactersMax || !/^https?:/i.test(text)) return undefined;
  return parseUrl(text);
}
