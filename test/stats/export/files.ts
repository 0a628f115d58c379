/** Returns the objects of an export in NDJSON. */
export function objectsOf(ndjson: string): Record<string, unknown>[] {
  return ndjson
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Returns the records of a CSV file as RFC 4180 defines them, the header included. */
export function recordsOf(csv: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let rest = csv;
  while (rest !== "") {
    const [whole = "", quoted, bare = "", end = ""] =
      /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest) ?? [];
    if (whole === "") throw new Error(`no field of CSV: ${rest.slice(0, 100)}`);
    record.push(quoted?.replaceAll('""', '"') ?? bare);
    rest = rest.slice(whole.length);
    if (end === ",") continue;
    records.push(record);
    record = [];
  }
  return records;
}

/** The columns of an export, in their order. */
export const columns = [
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
  "marks",
  "hidden",
];
