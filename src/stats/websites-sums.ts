import type { Database, QueryLimits } from "../clickhouse/database.ts";
import { bind, isOneOf, join, type Sql, sql } from "../clickhouse/sql.ts";
import type { ConditionsByWebsite } from "../counting/conditions.ts";
import { addSums, noSums, type Sums } from "../counting/sums.ts";
import type { ClippedRange } from "../counting/website-days.ts";
import {
  type AcceptedRollup,
  type DayEvents,
  websiteDayEventsSql,
  websiteRollupsSql,
} from "../rollups/day-sql.ts";
import { type DayOfWebsites, inDays } from "../rollups/rollup-sql.ts";
import { countingSettings } from "./counting-settings.ts";
import { countsManyEvents, type DayState, hasValues } from "./day-state.ts";
import { statesOf } from "./day-states.ts";
import type { TakeTurn } from "./query-scheduler.ts";
import { rollupTotalsSql, sumsOfParts, visitorDayTotalsSql } from "./totals.ts";

/** A query for the summaries of some websites of a store. */
export interface WebsitesQuery extends ClippedRange {
  readonly websiteIds: readonly number[];
  readonly excludesImports?: boolean;
  /** Whether the sums of each day are asked for. */
  readonly byDay?: boolean;
}

/** The things that the states of websites follow from beside their events. */
interface Counting {
  readonly conditions: ConditionsByWebsite;
  /** A day of this many events may be counted ahead. */
  readonly openDayEventsMin: number;
}

/** The sums of a website over all days, or over one of them. */
export interface WebsiteSums extends Sums {
  readonly websiteId: number;
  /** `YYYY-MM-DD`, or anything if the query is not by day. */
  readonly date: string;
}

/**
 * The sums of some websites, and those that have to be asked alone: a day is busy or cut, or its
 * roll-up was counted under other conditions.
 */
export interface CountedWebsites {
  readonly sums: readonly WebsiteSums[];
  readonly alone: readonly number[];
}

/** A website's days: the sums of those whose roll-up has them, and the states of the others. */
interface WebsiteStates {
  readonly id: number;
  readonly sums: readonly WebsiteSums[];
  readonly others: readonly DayState[];
}

/** A roll-up takes 40 bytes of the address of a request, which may have 1 MiB. */
const statesMax = 10_000;
/** ClickHouse takes no bound value of more than 128 KiB, and an id has up to ten digits. */
export const websitesAtOnce = 5_000;

/** Counts the sums of websites. */
export async function countWebsites(
  db: Database,
  query: WebsitesQuery,
  { conditions, openDayEventsMin }: Counting,
  takeTurn: TakeTurn,
): Promise<CountedWebsites> {
  if (query.sinceMs !== undefined || query.untilMs !== undefined) {
    return { sums: [], alone: query.websiteIds };
  }
  const sums: WebsiteSums[] = [];
  const alone: number[] = [];
  for (let i = 0; i < query.websiteIds.length; i += websitesAtOnce) {
    const some = { ...query, websiteIds: query.websiteIds.slice(i, i + websitesAtOnce) };
    const all = await takeTurn("light", (limits) => readStates(db, some, conditions, limits));
    const isAlone = ({ id, others }: WebsiteStates) => {
      const own = conditions.get(id);
      return others.some((day) => {
        if (day.rollupId !== undefined) return !hasValues(day, own);
        return day.events >= openDayEventsMin || own !== undefined;
      });
    };
    alone.push(...all.filter(isAlone).map(({ id }) => id));
    const counted = all.filter((website) => !isAlone(website));
    for (const website of counted) sums.push(...website.sums);
    for (const part of partsOf(counted.filter(({ others }) => others.length > 0))) {
      const weight = countsManyEvents(part.flatMap(({ others }) => others)) ? "heavy" : "light";
      const rows = await takeTurn(weight, (limits) =>
        db.rows<WebsiteSums>(sumsSql(some, part), limits),
      );
      for (const row of rows) sums.push(row);
    }
  }
  return { sums, alone };
}

/** Reads the states of the days of all websites that have some. */
async function readStates(
  db: Database,
  query: WebsitesQuery,
  conditions: ConditionsByWebsite,
  limits: QueryLimits,
): Promise<WebsiteStates[]> {
  interface OfWebsite {
    readonly website_id: number;
  }
  const condition = withinWebsites(query);
  const [rows, rollups] = await Promise.all([
    db.rows<DayEvents & OfWebsite>(websiteDayEventsSql(condition, query), limits),
    db.rows<AcceptedRollup & OfWebsite & Sums>(websiteRollupsSql(condition), limits),
  ]);
  const rollupsOf = byWebsite(rollups);
  return [...byWebsite(rows)].map(([id, own]) => {
    const ownRollups = rollupsOf.get(id) ?? [];
    const sumsOf = new Map(ownRollups.map((rollup) => [rollup.rollupId, rollup]));
    const others: DayState[] = [];
    const days: WebsiteSums[] = [];
    for (const state of statesOf(own, ownRollups)) {
      const sums = sumsOf.get(state.rollupId ?? "");
      const isTrue = hasValues(state, conditions.get(id));
      if (sums === undefined || !isTrue) others.push(state);
      else days.push({ websiteId: id, date: state.date, ...addSums(noSums, sums) });
    }
    if (query.byDay) return { id, sums: days, others };
    const total = days.reduce<Sums>(addSums, noSums);
    return { id, sums: [{ websiteId: id, date: "", ...total }], others };
  });
}

function byWebsite<Row extends { readonly website_id: number }>(
  rows: readonly Row[],
): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const own = groups.get(row.website_id);
    if (own === undefined) groups.set(row.website_id, [row]);
    else own.push(row);
  }
  return groups;
}

/** Returns websites in parts whose states fit into a request. */
function partsOf(websites: readonly WebsiteStates[]): WebsiteStates[][] {
  const parts: WebsiteStates[][] = [];
  let size = 0;
  for (const website of websites) {
    size += website.others.length;
    const last = parts.at(-1);
    if (last !== undefined && size <= statesMax) {
      last.push(website);
    } else {
      parts.push([website]);
      size = website.others.length;
    }
  }
  return parts;
}

function withinWebsites({ websiteIds, from, to }: WebsitesQuery): Sql {
  return sql`website_id IN ${bind("Array(UInt32)", websiteIds)}
        AND date >= ${bind("Date", from)}
        AND date <= ${bind("Date", to)}`;
}

/** Returns the sums of the other days of each website, or of each such day. */
function sumsSql(query: WebsitesQuery, websites: readonly WebsiteStates[]): Sql {
  const isByDay = query.byDay === true;
  const by = isByDay ? sql`website_id, date` : sql`website_id`;
  const states = websites.flatMap(({ others }) => others);
  const rollupIds = states.flatMap(({ rollupId }) => rollupId ?? []);
  const raw = websites.flatMap(({ id, others: own }) =>
    own
      .filter(({ rollupId }) => rollupId === undefined)
      .map(({ date }): DayOfWebsites => ({ date, websiteIds: [id] })),
  );
  const ids = websites.map(({ id }) => id);
  const isRolledUp = sql`${withinWebsites({ ...query, websiteIds: ids })}
        AND ${isOneOf(sql`rollup_id`, "Array(UUID)", rollupIds)}`;
  const parts = [
    ...(rollupIds.length > 0 ? [rollupTotalsSql(sql`rollup_values`, isRolledUp, by)] : []),
    ...(raw.length > 0
      ? [visitorDayTotalsSql([], { table: "events", condition: inDays(raw) }, by)]
      : []),
  ];
  return sql`
    SELECT
      part.website_id AS websiteId,
      ${isByDay ? sql`toString(part.date)` : sql`''`} AS date,
      ${sumsOfParts}
    FROM (${join(parts, "\n      UNION ALL")}
    ) AS part
    GROUP BY ${isByDay ? sql`part.website_id, part.date` : sql`part.website_id`}
    SETTINGS
      max_block_size = 8192,
      ${countingSettings(states)}`;
}
