import { createContext } from "preact";
import { useContext } from "preact/hooks";

import type { Addresses } from "./api/addresses.ts";
import type { Answer } from "./api/answer.ts";
import type { Live, WebsiteRecord } from "./api/answers.ts";
import type { Days } from "./calendar-day.ts";
import type { WebsiteQuery } from "./website-query.ts";

/** The website that is looked at, and how. */
export interface Site {
  readonly domain: string;
  readonly timezone: string;
  readonly addresses: Addresses;
  /** The whole record, which only the owner gets. */
  readonly record: WebsiteRecord | undefined;
  readonly live: Answer<{ data: Live }>;
  readonly query: WebsiteQuery;
  /** Today in the website's time zone. */
  readonly today: string;
  /** The days of the range. */
  readonly days: Days;
  /** The address of the same view with something changed. */
  readonly hrefWith: (change: Partial<WebsiteQuery>) => string;
}

export const SiteContext = createContext<Site | undefined>(undefined);

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (site === undefined) throw new Error("outside of a website");
  return site;
}
