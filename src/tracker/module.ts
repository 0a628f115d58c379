import type { TagSettings } from "./attributes.ts";
import type { Track } from "./track.ts";
import { startTracker } from "./tracker.ts";

export type { EventOptions, Track } from "./track.ts";

/** The settings that the script reads from its tag. docs/tracker.md describes them. */
export interface TrackerOptions {
  /** URL of the collector: `https://stats.example.com/api/event`. */
  readonly api: string;
  /** Domain of the website. The default is the page's host. */
  readonly domain?: string;
  /** Respects Do Not Track and Global Privacy Control. */
  readonly respectDnt?: boolean;
  /** Also tracks local pages and automated browsers. */
  readonly local?: boolean;
  /** Tracks clicks on links to other hosts, as `Outbound`. */
  readonly outbound?: boolean;
  /** Tracks clicks on links to files with these extensions, such as `pdf|zip`, as `Download`. */
  readonly downloads?: string;
}

/** Starts tracking the page. Call it once. Returns the function that sends custom events. */
export function init(options: TrackerOptions): Track {
  const given = Object.entries(options).filter(
    ([, value]) => value !== undefined && value !== false,
  );
  const dataset: TagSettings = Object.fromEntries(given);
  startTracker({ src: "", dataset });
  return window.footfall as Track;
}
