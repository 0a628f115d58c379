import { dayMs } from "../../base/calendar.ts";

/**
 * When some versions of a browser were released, the oldest first, as its maker's notes of releases
 * say. The pace between two of them is even enough to reckon the others.
 */
type Releases = readonly (readonly [version: number, day: string])[];

const chromium: Releases = [
  [80, "2020-02-04"],
  [90, "2021-04-14"],
  [100, "2022-03-29"],
  [110, "2023-02-07"],
  [120, "2023-12-05"],
  [130, "2024-10-15"],
  [140, "2025-09-02"],
];

const releasesOf: Readonly<Partial<Record<string, Releases>>> = {
  Chrome: chromium,
  Edge: chromium,
  Firefox: [
    [72, "2020-01-07"],
    [80, "2020-08-25"],
    [90, "2021-07-13"],
    [100, "2022-05-03"],
    [110, "2023-02-14"],
    [120, "2023-11-21"],
    [130, "2024-09-03"],
    [140, "2025-06-24"],
  ],
  Safari: [
    [13, "2019-09-19"],
    [14, "2020-09-16"],
    [15, "2021-09-20"],
    [16, "2022-09-12"],
    [17, "2023-09-18"],
    [18, "2024-09-16"],
    [26, "2025-09-15"],
    [27, "2026-09-14"],
  ],
};

/** People test browsers this long before their release: nightly builds are three versions ahead. */
const aheadMs = 180 * dayMs;
const oldMs = 6 * 365.25 * dayMs;

/**
 * Returns whether nobody browses with this version of a browser at a time: it was released more
 * than six years before, or does not exist yet. Says so of no browser that it does not know.
 */
export function isImplausible(browser: string, version: string, timeMs: number): boolean {
  const releases = releasesOf[browser];
  const major = Number.parseInt(version, 10);
  if (releases === undefined || !(major > 0)) return false;
  const releasedMs = releaseOf(major, releases);
  return releasedMs < timeMs - oldMs || releasedMs > timeMs + aheadMs;
}

/** Returns about when a version was released: beyond the list, the pace is that of its end. */
function releaseOf(version: number, releases: Releases): number {
  const next = releases.findIndex(([known]) => known >= version);
  const end = next === -1 ? releases.length - 1 : Math.max(next, 1);
  const [fromVersion, fromDay] = releases[end - 1] ?? [0, ""];
  const [toVersion, toDay] = releases[end] ?? [0, ""];
  const [fromMs, toMs] = [Date.parse(fromDay), Date.parse(toDay)];
  return fromMs + ((version - fromVersion) * (toMs - fromMs)) / (toVersion - fromVersion);
}
