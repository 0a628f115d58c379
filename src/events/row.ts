import type { RowBinaryWriter } from "./row-binary.ts";

/** A row of the table `events`; schema/0002-events.sql says what it is for. Unknown text is "". */
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

type Write = (writer: RowBinaryWriter, row: EventRow) => void;

/** Every column that an insert names, in its order, and how a row's value is written. */
const columns: Readonly<Record<string, Write>> = {
  website_id: (w, row) => w.uint32(row.websiteId),
  date: (w, row) => w.uint16(row.date),
  visitor: (w, row) => w.uint64(row.visitor),
  time: (w, row) => w.int53(row.timeMs),
  name: (w, row) => w.string(row.name),
  hostname: (w, row) => w.string(row.hostname),
  page: (w, row) => w.string(row.page),
  referrer: (w, row) => w.string(row.referrer),
  utm_source: (w, row) => w.string(row.utmSource),
  utm_medium: (w, row) => w.string(row.utmMedium),
  utm_campaign: (w, row) => w.string(row.utmCampaign),
  utm_term: (w, row) => w.string(row.utmTerm),
  utm_content: (w, row) => w.string(row.utmContent),
  click_id: (w, row) => w.string(row.clickId),
  browser: (w, row) => w.string(row.browser),
  browser_version: (w, row) => w.string(row.browserVersion),
  operating_system: (w, row) => w.string(row.operatingSystem),
  operating_system_version: (w, row) => w.string(row.operatingSystemVersion),
  device: (w, row) => w.string(row.device),
  screen_resolution: (w, row) => w.string(row.screenResolution),
  language: (w, row) => w.string(row.language),
  continent: (w, row) => w.string(row.continent),
  country: (w, row) => w.string(row.country),
  region: (w, row) => w.string(row.region),
  city: (w, row) => w.string(row.city),
  props: (w, row) => w.map(row.props),
  revenue_amount: (w, row) => w.int64(row.revenueMilliAmount),
  revenue_currency: (w, row) => w.string(row.revenueCurrency),
  engagement_time_ms: (w, row) => w.uint32(row.engagementTimeMs),
  scroll_depth: (w, row) => w.uint8(row.scrollDepth),
};

export const columnNames: readonly string[] = Object.keys(columns);
const writes = Object.values(columns);

/** Appends the row as ClickHouse's RowBinary, columns in the order of `columnNames`. */
export function writeRow(writer: RowBinaryWriter, row: EventRow): void {
  for (const write of writes) write(writer, row);
}
