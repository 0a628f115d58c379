import { uniform, zipf } from "./draw.ts";
import { timeOfDay, weekdayOf } from "./rhythm.ts";
import { ofEvent, ofPerson, ofSession } from "./values.ts";

const pauseSeconds = 40;
const daySeconds = 86_400;

const named = (expressions: Readonly<Record<string, string>>) =>
  Object.entries(expressions).map(([name, expression]) => `${expression} AS ${name}`);

/** One row for each session: its website and day, its number in the day, and its visitor. */
const sessionsSql = `
  SELECT
    website_id,
    date,
    copy,
    (nth + 0.5) / sessions AS share,
    intDiv(nth, 5) * 2 AS known,
    if(nth % 5 < 2, known + nth % 5, cityHash64(source, date, nth, 'again') % (known + 2)) AS visitor_number,
    cityHash64(source, date, visitor_number, 'person') AS person,
    cityHash64(source, date, nth, 'session') AS session
  FROM (
    SELECT
      number % {copies:UInt32} AS copy,
      intDiv(number, {copies:UInt32}) AS original,
      1 + original % length({ids:Array(UInt32)}) AS source,
      {ids:Array(UInt32)}[source] AS website_id,
      intDiv(original, length({ids:Array(UInt32)})) AS of_website,
      toDate({from:Date}) + of_website % {days:UInt32} AS date,
      intDiv(of_website, {days:UInt32}) AS nth,
      {sizes:Array(Float64)}[source] * {elapsed:Float64} * ${weekdayOf("date")} * (0.95 + 0.1 * ${uniform("source, date", "busy")}) AS expected,
      toUInt32(floor(expected + ${uniform("source, date", "rounding")})) AS sessions
    FROM numbers_mt({numbers:UInt64})
    WHERE nth < sessions
      AND nth >= floor(sessions * {sliceFrom:Float64})
      AND nth < floor(sessions * {sliceTo:Float64})
  )`;

/** One row for each event, with what it needs from its visitor and session. */
const eventsSql = `
  SELECT
    *,
    step,
    kind,
    cityHash64(session, step) AS event,
    ${zipf("session, view", "page", "{pages:UInt32}")} AS page_number
  FROM (
    SELECT
      website_id,
      date,
      copy,
      session,
      cityHash64(website_id, person, copy) AS visitor,
      ${named({ ...ofPerson, ...ofSession }).join(",\n      ")},
      range(length) AS steps,
      arrayMap(step -> if(step = 0, 0, ${uniform("session, step", "kind")}), steps) AS kinds,
      arrayCumSum(kind -> kind < 0.5, kinds) AS views,
      least(${pauseSeconds}., {elapsed:Float64} * ${daySeconds} / (length + 1)) AS pause,
      least(${timeOfDay("share")} * {elapsed:Float64} * ${daySeconds}, {elapsed:Float64} * ${daySeconds} - (length + 1) * pause) AS start
    FROM (${sessionsSql})
  )
  ARRAY JOIN
    steps AS step,
    kinds AS kind,
    views AS view`;

const landing = [
  "referrer",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "click_id",
] as const;
const personal = [
  "hostname",
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
] as const;

/** Returns the statement; `Seeding` describes its parameters. */
export const insertSql = (table: string) => `
  INSERT INTO ${table} (website_id, date, visitor, time, ${Object.keys(ofEvent)}, ${landing}, ${personal}, batch)
  SELECT
    website_id,
    date,
    if({spanSeconds:UInt32} = 0, visitor, cityHash64(visitor, intDiv(toUnixTimestamp(time), {spanSeconds:UInt32}))) AS visitor,
    toDateTime64(date, 3, 'UTC') + toIntervalMillisecond(toUInt64(1000 * (start + pause * (step + ${uniform("event", "time")}) + copy / 10))) AS time,
    ${named(ofEvent).join(",\n    ")},
    ${landing.map((name) => `if(step = 0, landing_${name}, '')`).join(",\n    ")},
    ${personal.join(", ")},
    reinterpret(sipHash128('batch', toUnixTimestamp(time)), 'UUID')
  FROM (${eventsSql})
  SETTINGS
    max_block_size = 8192,
    max_insert_threads = 1,
    max_insert_block_size = 200000,
    min_insert_block_size_rows = 200000,
    min_insert_block_size_bytes = 0`;
