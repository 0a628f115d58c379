import { localDay, localHour } from "../base/calendar.ts";
import type { ReadRow } from "../events/read-row.ts";
import type { ReadDoor, ReadStatus } from "../model/choices.ts";
import type { OperatorRanges } from "../reads/operator-ranges.ts";
import { listedNames } from "../reads/reader.ts";
import type { Website } from "../websites/website.ts";
import type { Agent, ClientHints } from "./agent/agent.ts";
import { KeptPaths } from "./kept-paths.ts";
import { pageOf } from "./steps/page.ts";
import { rulesOf } from "./website-rules.ts";

/** A request that may be a read. */
export interface ReadRequest {
  readonly website: Website;
  readonly timeMs: number;
  readonly url: URL;
  /** Canonical form, or "" if it is unknown. */
  readonly ip: string;
  readonly userAgent: string;
  readonly clientHints?: ClientHints | undefined;
  readonly door: ReadDoor;
  readonly status: ReadStatus;
  /** The import that brings it; 0 for none. */
  readonly importId: number;
}

/** A read: an hour's row of `reads`, without the number. */
export type Read = Omit<ReadRow, "reads">;

/** Returns the read that a request is; undefined if it is none. */
export type ReadOf = (request: ReadRequest) => Read | undefined;

interface ReadDeps {
  readonly recogniseAgent: (userAgent: string, hints?: ClientHints) => Pick<Agent, "reader">;
  readonly ranges: OperatorRanges;
  /** Called with each read. */
  readonly onRead?: (read: Read, timeMs: number) => void;
}

/**
 * Returns the function that finds reads. A request of a browser is none, nor one from an address
 * that the website excludes. Of a tracker, the host may be any, as bots are looked for before hosts
 * are; elsewhere it must be the website's own.
 */
export function createReadOf({ recogniseAgent, ranges, onRead }: ReadDeps): ReadOf {
  const kept = new KeptPaths();
  return function readOf({ website, timeMs, url, ip, userAgent, clientHints, ...more }) {
    const { reader: found } = recogniseAgent(userAgent, clientHints);
    const rules = rulesOf(website);
    if (found === undefined || (ip !== "" && rules.excludesIp(ip))) return undefined;
    const { door, status, importId } = more;
    if (door !== "tracker" && !rules.ownsHost(url.hostname.replace(/\.$/, ""))) return undefined;
    const { id: websiteId, timezone } = website;
    const date = localDay(timezone, timeMs);
    const hour = localHour(timezone, timeMs);
    const isListed = listedNames.has(found.name);
    const reader = isListed ? found : kept.unlisted(websiteId, date, found);
    const read = {
      websiteId,
      date,
      hour,
      reader: reader.name,
      operator: reader.operator,
      purpose: reader.purpose,
      verified: ranges.verify(reader.name, ip),
      path: kept.pathOf(websiteId, 24 * date + hour, reader, pageOf(url, website)),
      status,
      door,
      importId,
    };
    onRead?.(read, timeMs);
    return read;
  };
}

/** Returns the class of a status. 304 says that the reader has the page already. */
export function statusClass(status: number): ReadStatus {
  if (status === 304 || (status >= 200 && status < 300)) return "2xx";
  if (status === 404) return "404";
  if (status >= 300 && status < 400) return "3xx";
  if (status >= 400 && status < 500) return "4xx";
  return status >= 500 && status < 600 ? "5xx" : "unknown";
}
