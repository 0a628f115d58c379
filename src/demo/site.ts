import type { Weighted } from "./random.ts";

/** The source of a visit. */
export interface Arrival {
  readonly referrer: string;
  /** The query of the first page's URL, with its `?`. */
  readonly query: string;
}

/** An event that may happen on a page. */
export interface Happening {
  readonly name: string;
  /** Share of the page's visitors who cause it. */
  readonly chance: number;
  readonly props?: readonly Weighted<Readonly<Record<string, string>>>[];
  /** Range of amounts, in whole units of the currency. */
  readonly revenue?: readonly [min: number, max: number, currency: string];
}

/** The page that comes next, even in a visit that would have ended. */
export interface Sequel {
  readonly page: string;
  readonly chance: number;
}

export interface Annotation {
  readonly daysAgo: number;
  readonly time?: string;
  readonly text: string;
  readonly public?: 1;
}

/** A website of the demo, and how its visitors behave. */
export interface DemoSite {
  readonly domain: string;
  readonly timezone: string;
  /** 0 is public and 1 private, as in the API. */
  readonly privacy: 0 | 1;
  readonly isFavorite: boolean;
  /** Hours that its visitors' clocks are ahead of UTC. */
  readonly aheadH: number;
  /** Visitors on an ordinary weekday, at the end of the 90 days. */
  readonly visitorsPerDay: number;
  /** Visitors on Saturdays and Sundays, as a share of a weekday's. */
  readonly weekendShare: number;
  readonly mobileShare: number;
  readonly bounceShare: number;
  /** Mean number of pages after the first, in visits with more than one page. */
  readonly furtherPages: number;
  readonly entries: readonly Weighted<string>[];
  readonly pages: readonly Weighted<string>[];
  readonly arrivals: readonly Weighted<Arrival>[];
  readonly happenings: Readonly<Record<string, readonly Happening[]>>;
  /** The page that many visits see after a page or an event, by its path or its name. */
  readonly sequels: Readonly<Record<string, Sequel>>;
  /** The definitions of the website's owner, as the API takes them. */
  readonly saved: {
    readonly goals: readonly object[];
    readonly funnels: readonly object[];
    readonly segments: readonly object[];
    readonly annotations: readonly Annotation[];
  };
  /** Number of days since a link to the website was on a front page. */
  readonly fameDaysAgo?: number;
  readonly fameArrival?: Arrival;
}

/** Returns the arrival from a link. */
export function from(referrer: string): Arrival {
  return { referrer, query: "" };
}

/** Returns the arrival from a campaign. */
export function campaign(name: string, source: string, medium: string, referrer = ""): Arrival {
  return { referrer, query: `?utm_source=${source}&utm_medium=${medium}&utm_campaign=${name}` };
}
