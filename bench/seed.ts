import type { ClickHouseClient } from "@clickhouse/client";

export const days = 30;
const eventsPerVisitor = 10;

/** Zipf: an index below `count`, n about 1/(n+1) as often as 0, from a hash of the given number. */
const zipf = (seed: string, purpose: string, count: number) =>
  `least(${count - 1}, toUInt32(exp(log(${count + 1}) * ${uniform(seed, purpose)})) - 1)`;
const uniform = (seed: string, purpose: string) =>
  `(cityHash64(${seed}, '${purpose}') % 1000003 / 1000003)`;
const oneOf = (index: string, values: readonly string[]) =>
  `[${values.map((value) => `'${value}'`).join(", ")}][1 + ${index}]`;

const browsers = ["Chrome", "Safari", "Edge", "Firefox", "Samsung Internet", "Opera", "Vivaldi"];
const systems = ["Windows", "Android", "iOS", "macOS", "Linux", "Chrome OS"];
const devices = ["Desktop", "Mobile", "Tablet", "TV", "Console"];
const screens = ["1920x1080", "390x844", "1366x768", "412x915", "2560x1440", "1536x864", "360x800"];
const languages = ["en", "de", "fr", "es", "pt", "ja", "it", "nl", "pl", "tr", "sv", "ko"];
const places = ["EU DE", "NA US", "EU FR", "EU GB", "AS IN", "SA BR", "AS JP", "EU NL", "NA CA"];
const customEvents = ["Signup", "Download", "Outbound Link", "Search", "Purchase", "Video"];

/**
 * Events as a busy website has them, made by ClickHouse itself: Zipf-like pages, referrers and
 * cities, ten events to a visitor's day, 85 % page views, 10 % engagement, 5 % custom events. What
 * is the visitor's (agent, place, language) is the same in all events of the day; the referrer
 * and the campaign stand in some of them. `batch` is different in each row, as when events come
 * one by one: the worst case for its size. Small blocks, as one of a million batches would take more
 * memory than an insert has.
 */
export async function seed(
  client: ClickHouseClient,
  options: { websiteId: number; events: number; from: string },
): Promise<void> {
  const visitors = Math.max(1, Math.round(options.events / eventsPerVisitor));
  await client.command({
    query: `
      INSERT INTO events
      SELECT
        {websiteId:UInt32} AS website_id,
        toDate({from:Date}) + v % ${days} AS date,
        cityHash64(v, 'visitor') AS visitor,
        toDateTime64(date, 3, 'UTC') + toIntervalSecond(toUInt32(80000 * ${uniform("v", "start")})) + toIntervalMillisecond(cityHash64(number, 'time') % 1800000) AS time,
        multiIf(kind < 0.85, 'pageview', kind < 0.95, 'engagement', ${oneOf(zipf("number", "custom", customEvents.length), customEvents)}) AS name,
        'bench.example' AS hostname,
        concat('/section/page-', toString(${zipf("number", "page", 5_000)})) AS page,
        if(${uniform("number", "referred")} < 0.2, concat('site-', toString(${zipf("v", "referrer", 300)}), '.example'), '') AS referrer,
        if(campaign = '', '', 'newsletter') AS utm_source,
        if(campaign = '', '', 'email') AS utm_medium,
        if(${uniform("v", "campaign")} < 0.1 AND ${uniform("number", "landing")} < 0.3, concat('campaign-', toString(${zipf("v", "which", 40)})), '') AS campaign,
        '', '', '',
        ${oneOf(zipf("v", "browser", browsers.length), browsers)},
        toString(100 + ${zipf("v", "version", 40)}),
        ${oneOf(zipf("v", "system", systems.length), systems)},
        toString(10 + ${zipf("v", "system version", 8)}),
        ${oneOf(zipf("v", "device", devices.length), devices)},
        ${oneOf(zipf("v", "screen", screens.length), screens)},
        ${oneOf(zipf("v", "language", languages.length), languages)},
        if(unplaced, '', splitByChar(' ', place)[1]),
        if(unplaced, '', splitByChar(' ', place)[2]),
        if(unplaced, '', concat('Region ', toString(town % 16))),
        if(unplaced, '', concat('City ', toString(town))),
        map(), 0, '',
        if(name = 'engagement', cityHash64(number, 'engaged') % 60000, 0),
        if(name = 'engagement', cityHash64(number, 'scrolled') % 101, 0),
        generateUUIDv4()
      FROM (
        SELECT
          number,
          cityHash64(number, 'who') % ${visitors} AS v,
          ${uniform("number", "kind")} AS kind,
          ${uniform("v", "unplaced")} < 0.02 AS unplaced,
          ${oneOf(zipf("v", "place", places.length), places)} AS place,
          ${zipf("v", "town", 2_000)} AS town
        FROM numbers({events:UInt64})
      )
      SETTINGS max_insert_block_size = 100000, min_insert_block_size_rows = 100000, min_insert_block_size_bytes = 0`,
    query_params: options,
  });
  // The state that the merges of a day or two lead to, the same for both sides.
  await client.command({ query: "OPTIMIZE TABLE events FINAL" });
}

/**
 * Bytes on disk for each event, everything included, and the columns that take the most: those of
 * parts in the wide format, as the compact one of small parts does not tell its columns apart.
 */
export async function bytesPerEvent(
  client: ClickHouseClient,
): Promise<{ total: number; columns: readonly { column: string; bytes: number }[] }> {
  const rows = async <Row>(query: string) =>
    (await client.query({ query, format: "JSONEachRow" })).json<Row>();
  const [sum] = await rows<{ total: number }>(`
    SELECT sum(bytes_on_disk) / sum(rows) AS total
    FROM system.parts
    WHERE active AND database = currentDatabase() AND table = 'events'`);
  const columns = await rows<{ column: string; bytes: number }>(`
    SELECT column, sum(column_bytes_on_disk) / sum(rows) AS bytes
    FROM system.parts_columns
    WHERE active AND database = currentDatabase() AND table = 'events' AND part_type = 'Wide'
    GROUP BY column
    ORDER BY bytes DESC
    LIMIT 8`);
  return { total: sum?.total ?? Number.NaN, columns };
}
