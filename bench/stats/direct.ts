/**
 * Queries that a person with a ClickHouse shell would write for the first page of a dimension. They
 * are exact. They use one GROUP BY wherever that gives the same result. One is enough for values
 * that cannot change during a visitor's day, because the seeded data has it so. Referrer and
 * campaign change from event to event: the query must first collect the values that a visitor
 * carries.
 *
 * They have no totals over all pages and no names for codes, so the API has to do more. A dimension
 * without a query here is not compared.
 */
const range = "website_id = {websiteId:UInt32} AND date BETWEEN {from:Date} AND {to:Date}";

/** Returns a query for a property that all events of a visitor's day share. */
function ofVisitor(value: string): string {
  return `
    SELECT ${value} AS value, uniqExact((date, visitor)) AS count, countIf(name = 'pageview') AS pageviews
    FROM events
    WHERE ${range} AND name != 'engagement'
    GROUP BY value
    ORDER BY count DESC, value
    LIMIT 10`;
}

/** Returns a query for a property that some events of a visitor's day carry. */
function collected(column: string, value: string): string {
  return `
    SELECT arrayJoin(${value}) AS value, count() AS count, sum(views) AS pageviews
    FROM (
      SELECT groupUniqArrayIf(toString(${column}), ${column} != '') AS carried, countIf(name = 'pageview') AS views
      FROM events
      WHERE ${range} AND name != 'engagement'
      GROUP BY date, visitor
    )
    GROUP BY value
    ORDER BY count DESC, value
    LIMIT 10`;
}

/**
 * Returns a query that counts visits by one of their page views; half an hour without an event ends
 * a visit.
 */
function ofVisits(pick: "arrayFirst" | "arrayLast"): string {
  return `
    SELECT
      arrayJoin(arrayMap(
        visit -> ${pick}(event -> event.2, visit).3,
        arraySplit((event, gap) -> gap >= 1800000, visited, arrayDifference(visited.1)))) AS value,
      count() AS count
    FROM (
      SELECT arraySort(groupArray((toUnixTimestamp64Milli(time), name = 'pageview', page))) AS visited
      FROM events
      WHERE ${range} AND name != 'engagement'
      GROUP BY date, visitor
    )
    GROUP BY value
    ORDER BY count DESC, value
    LIMIT 10`;
}

export const directQueries = {
  browser: ofVisitor("browser"),
  browser_version: ofVisitor("concat(browser, ' ', browser_version)"),
  campaign: collected("utm_campaign", "carried"),
  city: ofVisitor("concat(city, ', ', region, ', ', country)"),
  continent: ofVisitor("continent"),
  country: ofVisitor("country"),
  device: ofVisitor("device"),
  entry_page: ofVisits("arrayFirst"),
  event: `
    SELECT name AS value, count() AS count, uniqExact((date, visitor)) AS visitors
    FROM events
    WHERE ${range} AND name NOT IN ('pageview', 'engagement')
    GROUP BY value
    ORDER BY count DESC, value
    LIMIT 10`,
  exit_page: ofVisits("arrayLast"),
  hostname: collected("hostname", "carried"),
  language: ofVisitor("language"),
  operating_system: ofVisitor("operating_system"),
  operating_system_version: ofVisitor("concat(operating_system, ' ', operating_system_version)"),
  page: `
    SELECT page AS value, count() AS count, uniqExact((date, visitor)) AS visitors
    FROM events
    WHERE ${range} AND name = 'pageview'
    GROUP BY value
    ORDER BY count DESC, value
    LIMIT 10`,
  pageview: `
    SELECT date AS value, countIf(name = 'pageview') AS count, uniqExact(visitor) AS visitors
    FROM events
    WHERE ${range} AND name != 'engagement'
    GROUP BY value
    ORDER BY count DESC, value
    LIMIT 10`,
  referrer: collected("referrer", "if(empty(carried), ['(direct)'], carried)"),
  region: ofVisitor("concat(region, ', ', country)"),
  screen_resolution: ofVisitor("screen_resolution"),
  utm_content: collected("utm_content", "carried"),
  utm_medium: collected("utm_medium", "carried"),
  utm_source: collected("utm_source", "carried"),
  utm_term: collected("utm_term", "carried"),
  visit: `
    SELECT date AS value, sum(1 + arrayCount(gap -> gap >= 1800000, arrayDifference(times))) AS count
    FROM (
      SELECT date, arraySort(groupArray(toUnixTimestamp64Milli(time))) AS times
      FROM events
      WHERE ${range} AND name != 'engagement'
      GROUP BY date, visitor
    )
    GROUP BY value
    ORDER BY count DESC, value
    LIMIT 10`,
  visitor: `
    SELECT date AS value, uniqExact(visitor) AS count, countIf(name = 'pageview') AS pageviews
    FROM events
    WHERE ${range} AND name != 'engagement'
    GROUP BY value
    ORDER BY count DESC, value
    LIMIT 10`,
} as const;

export type Name = keyof typeof directQueries;
export const allNames = Object.keys(directQueries) as Name[];
