import { columns } from "./columns.ts";
import type { RowBinaryWriter } from "./row-binary.ts";

type Columns = (typeof columns)[number];
type Widened<Blank> = Blank extends string
  ? string
  : Blank extends number
    ? number
    : Blank extends bigint
      ? bigint
      : Blank;

/** A row of the table `events`. Unknown text is "". */
export type EventRow = {
  -readonly [Column in Columns as Column["field"]]: Widened<Column["blank"]>;
};

/** The columns that an insert names, in its order. */
export const columnNames: readonly string[] = columns.map(({ name }) => name);

/** A row with every field unknown. */
export const blankRow = Object.fromEntries(
  columns.map(({ field, blank }) => [field, blank]),
) as Readonly<EventRow>;

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
  w.string(row.marks);
}
