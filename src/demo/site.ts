import type { Weighted } from "./random.ts";

/** What brings somebody to a website. */
export interface Arrival {
  readonly referrer: string;
  /** The query of the first page's address, with its `?`. */
  readonly query: string;
}

/** What may happen on a page. */
export interface Happening {
  readonly name: string;
  /** Of those who see the page. */
  readonly chance: number;
  readonly props?: readonly Weighted<Readonly<Record<string, string>>>[];
  /** From and to, in whole units of the currency. */
  readonly revenue?: readonly [min: number, max: number, currency: string];
}

/** A website of the demo, and how its visitors behave. */
export interface DemoSite {
  readonly domain: string;
  readonly timezone: string;
  /** 0 public, 1 private: as in the API. */
  readonly privacy: 0 | 1;
  readonly isFavorite: boolean;
  /** Hours that its visitors' clocks are ahead of UTC. */
  readonly aheadH: number;
  /** On an ordinary weekday, at the end of the 90 days. */
  readonly visitorsPerDay: number;
  /** Of a weekday's visitors, on Saturdays and Sundays. */
  readonly weekendShare: number;
  readonly mobileShare: number;
  readonly bounceShare: number;
  /** After the first page, where there is more than one. */
  readonly furtherPages: number;
  readonly entries: readonly Weighted<string>[];
  readonly pages: readonly Weighted<string>[];
  readonly arrivals: readonly Weighted<Arrival>[];
  readonly happenings: Readonly<Record<string, readonly Happening[]>>;
  /** Days ago when a link of it was on a front page. */
  readonly fameDaysAgo?: number;
  readonly fameArrival?: Arrival;
}

/** Comes from a link. */
export function from(referrer: string): Arrival {
  return { referrer, query: "" };
}

/** Comes from a campaign. */
export function campaign(name: string, source: string, medium: string, referrer = ""): Arrival {
  return { referrer, query: `?utm_source=${source}&utm_medium=${medium}&utm_campaign=${name}` };
}
