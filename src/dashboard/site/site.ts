import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Live } from "../../model/live.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import type { Days } from "../address/calendar-day.ts";
import type { Comparison } from "../address/comparison.ts";
import type { ReportView } from "../address/report-query.ts";
import type { WebsiteQuery } from "../address/website-query.ts";
import type { Answer } from "../api/answer.ts";
import type { ApiPaths } from "../api/paths.ts";

/** The website that the page shows, and the state of the page. */
export interface Site {
  readonly domain: string;
  readonly timezone: string;
  readonly paths: ApiPaths;
  /** The full record; undefined for viewers. */
  readonly record: WebsiteRecord | undefined;
  /** The name of the segment whose visitors a shared link shows; none for all visitors. */
  readonly segment?: string | null;
  /** Whether the caller may change the website and its goals, segments and annotations. */
  readonly mayWrite: boolean;
  /** Returns whether the page shows a report. A shared link may leave some out. */
  readonly shows: (report: "overview" | ReportView) => boolean;
  readonly live: Answer<{ data: Live }>;
  readonly query: WebsiteQuery;
  /** The current day in the website's time zone. */
  readonly today: string;
  /** The current hour there, 0 to 23. */
  readonly hour: number;
  /** The days of the chosen range. */
  readonly days: Days;
  /** How the days are compared; undefined without a comparison. */
  readonly comparison: Comparison | undefined;
  /** The days that those are compared with; undefined without a comparison. */
  readonly earlier: Days | undefined;
  /** Returns the address of the current page with some parameters changed. */
  readonly hrefWith: (change: Partial<WebsiteQuery>) => string;
}

export const SiteContext = createContext<Site | undefined>(undefined);

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (site === undefined) throw new Error("useSite needs a SiteContext");
  return site;
}
