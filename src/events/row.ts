import type { RowBinaryWriter } from "./row-binary.ts";

/** A row of the table `events`; schema/0001-baseline.sql says what it is for. Unknown text is "". */
export interface EventRow {
  websiteId: number;
  /** Days since 1970-01-01 of the day in the website's time zone. */
  date: number;
  visitor: bigint;
  /** Milliseconds since the epoch. */
  timeMs: number;
  name: string;
  hostname: string;
  page: string;
  referrer: string;
  utmSource: string;
  utmMedium: string;
  utmCampaign: string;
  utmTerm: string;
  utmContent: string;
  clickId: string;
  browser: string;
  browserVersion: string;
  operatingSystem: string;
  operatingSystemVersion: string;
  device: string;
  screenResolution: string;
  language: string;
  continent: string;
  country: string;
  region: string;
  city: string;
  props: readonly (readonly [string, string])[];
  /** Thousandths of the currency's unit. */
  revenueMilliAmount: bigint;
  revenueCurrency: string;
  engagementTimeMs: number;
  scrollDepth: number;
}

/** Every column that an insert names, in its order. */
export const columnNames: readonly string[] = [
  "website_id",
  "date",
  "visitor",
  "time",
  "name",
  "hostname",
  "page",
  "referrer",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "click_id",
  "browser",
  "browser_version",
  "operating_system",
  "operating_system_version",
  "device",
  "screen_resolution",
  "language",
  "continent",
  "country",
  "region",
  "city",
  "props",
  "revenue_amount",
  "revenue_currency",
  "engagement_time_ms",
  "scroll_depth",
];

/** Appends the row as ClickHouse's RowBinary, columns in the order of `columnNames`. */
export function writeRow(w: RowBinaryWriter, row: EventRow): void {
  // One call a column: a loop over a table of columns took a tenth of the time that an event takes.
  w.uint32(row.websiteId);
  w.uint16(row.date);
  w.uint64(row.visitor);
  w.int53(row.timeMs);
  w.string(row.name);
  w.string(row.hostname);
  w.string(row.page);
  w.string(row.referrer);
  w.string(row.utmSource);
  w.string(row.utmMedium);
  w.string(row.utmCampaign);
  w.string(row.utmTerm);
  w.string(row.utmContent);
  w.string(row.clickId);
  w.string(row.browser);
  w.string(row.browserVersion);
  w.string(row.operatingSystem);
  w.string(row.operatingSystemVersion);
  w.string(row.device);
  w.string(row.screenResolution);
  w.string(row.language);
  w.string(row.continent);
  w.string(row.country);
  w.string(row.region);
  w.string(row.city);
  w.map(row.props);
  w.int64(row.revenueMilliAmount);
  w.string(row.revenueCurrency);
  w.uint32(row.engagementTimeMs);
  w.uint8(row.scrollDepth);
}
