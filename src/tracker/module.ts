import { startTracker, type TagSettings, type Track } from "./tracker.ts";

export type { EventOptions, Track } from "./tracker.ts";

/** What the script's tag says in attributes. docs/tracker.md has more of each. */
export interface TrackerOptions {
  /** Address of the collector: `https://stats.example.com/api/event`. */
  readonly api: string;
  /** The website's domain; that of the page without it. */
  readonly domain?: string;
  /** Heeds Do Not Track and Global Privacy Control. */
  readonly respectDnt?: boolean;
  /** Tracks local pages and automated browsers, too. */
  readonly local?: boolean;
  /** Tracks clicks on links to other hosts, as `Outbound`. */
  readonly outbound?: boolean;
  /** Extensions of files, `pdf|zip`: tracks clicks on links to them, as `Download`. */
  readonly downloads?: string;
}

/** Tracks the page that it is called on, once; returns what sends custom events, as `window.footfall` does. */
export function init(options: TrackerOptions): Track {
  const given = Object.entries(options).filter(
    ([, value]) => value !== undefined && value !== false,
  );
  const dataset: TagSettings = Object.fromEntries(given);
  startTracker({ src: "", dataset });
  return window.footfall as Track;
}
