/** A column of `events` that is filled from an event. */
interface Column {
  /** The column's name in the table. */
  readonly name: string;
  /** The name of its field in `EventRow`. */
  readonly field: string;
  /** The value of an unknown field. The field's type follows from it. */
  readonly blank: string | number | bigint | Props;
  /**
   * Whether dimensions count visitors by the column. `open_day_visitors` then has a column of the
   * same name, by which the roll-ups of open days tell a visitor's events apart.
   */
  readonly isOfVisitor: boolean;
}

type Props = readonly (readonly [name: string, value: string])[];
const noProps: Props = [];

/**
 * The columns of `events` in the order in which rows are written; schema/0001-baseline.sql says
 * what a row is. The row's type, the blank row, the insert and `open_day_visitors` follow from this
 * list. Tests compare it with the schema and with `writeRow`.
 */
export const columns = [
  { name: "website_id", field: "websiteId", blank: 0, isOfVisitor: false },
  // Days since 1970-01-01 of the day in the website's time zone.
  { name: "date", field: "date", blank: 0, isOfVisitor: false },
  { name: "visitor", field: "visitor", blank: 0n, isOfVisitor: false },
  // Milliseconds since the epoch.
  { name: "time", field: "timeMs", blank: 0, isOfVisitor: false },
  { name: "name", field: "name", blank: "", isOfVisitor: false },
  { name: "hostname", field: "hostname", blank: "", isOfVisitor: true },
  { name: "page", field: "page", blank: "", isOfVisitor: false },
  { name: "referrer", field: "referrer", blank: "", isOfVisitor: true },
  { name: "utm_source", field: "utmSource", blank: "", isOfVisitor: true },
  { name: "utm_medium", field: "utmMedium", blank: "", isOfVisitor: true },
  { name: "utm_campaign", field: "utmCampaign", blank: "", isOfVisitor: true },
  { name: "utm_term", field: "utmTerm", blank: "", isOfVisitor: true },
  { name: "utm_content", field: "utmContent", blank: "", isOfVisitor: true },
  { name: "click_id", field: "clickId", blank: "", isOfVisitor: true },
  { name: "browser", field: "browser", blank: "", isOfVisitor: true },
  { name: "browser_version", field: "browserVersion", blank: "", isOfVisitor: true },
  { name: "operating_system", field: "operatingSystem", blank: "", isOfVisitor: true },
  {
    name: "operating_system_version",
    field: "operatingSystemVersion",
    blank: "",
    isOfVisitor: true,
  },
  { name: "device", field: "device", blank: "", isOfVisitor: true },
  { name: "screen_resolution", field: "screenResolution", blank: "", isOfVisitor: true },
  { name: "language", field: "language", blank: "", isOfVisitor: true },
  { name: "continent", field: "continent", blank: "", isOfVisitor: true },
  { name: "country", field: "country", blank: "", isOfVisitor: true },
  { name: "region", field: "region", blank: "", isOfVisitor: true },
  { name: "city", field: "city", blank: "", isOfVisitor: true },
  { name: "props", field: "props", blank: noProps, isOfVisitor: false },
  // Thousandths of the currency's unit.
  { name: "revenue_amount", field: "revenueMilliAmount", blank: 0n, isOfVisitor: false },
  { name: "revenue_currency", field: "revenueCurrency", blank: "", isOfVisitor: false },
  { name: "engagement_time_ms", field: "engagementTimeMs", blank: 0, isOfVisitor: false },
  { name: "scroll_depth", field: "scrollDepth", blank: 0, isOfVisitor: false },
  // Names, in their order, with commas between them.
  { name: "marks", field: "marks", blank: "", isOfVisitor: true },
] as const satisfies readonly Column[];
