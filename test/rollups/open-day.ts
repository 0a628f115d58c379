import { statement } from "../../src/clickhouse/sql.ts";
import { type Sent, selectRows, startFootfall, type TestFootfall } from "../helpers/footfall.ts";
import { rollUpOpenDays } from "../helpers/open-day-roll-up.ts";

export const day = "2025-03-01";
export const range = { from: day, to: day };
/** Returns a time of the day, `HH:MM`, as a timestamp. */
export const at = (time: string) => `${day}T${time}:00Z`;
export const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

/** An event at a time of the day, `HH:MM`. */
export interface Done extends Sent {
  readonly at: string;
}

/** Visitors of the morning, so that later events are few beside them. */
export const morning: readonly Done[] = Array.from({ length: 40 }, (_, nth) => ({
  at: "06:00",
  page: "/morning",
  ip: `8.8.1.${nth}`,
}));

/** Starts a Footfall for which the day is about to begin. It rolls up open days of any size. */
export async function startBeforeDay(): Promise<TestFootfall> {
  const footfall = await startFootfall({}, 0, { openDayEventsMin: 1 });
  // Just before the days of the tests. The program rolls up by itself each minute: it must neither
  // take these days for closed ones, nor add runs of its own.
  footfall.clock.aheadMs = Date.parse(`${day}T00:00:00Z`) - 60 * 60_000 - Date.now();
  return footfall;
}

/** Returns functions that send events of the day, roll them up, and count them. */
export function openDay(footfall: TestFootfall) {
  async function send(id: number, done: readonly Done[]): Promise<void> {
    const { domain } = (await footfall.request(`/api/v1/websites/${id}`)).json.data;
    await footfall.send(
      { id, domain },
      done.map((each) => ({ ...each, at: at(each.at) })),
    );
  }

  function rollUp(id: number, until: string): Promise<void> {
    return rollUpOpenDays(footfall, [{ id, timezone: "UTC" }], Date.parse(at(until)));
  }

  async function countsOf(id: number, name: string): Promise<Record<string, number[]>> {
    const path = `/api/v1/stats/${id}?${new URLSearchParams({ name, ...range })}`;
    const { data } = (await footfall.request(path)).json;
    type Row = { value: string; count: number; visitors: number; pageviews: number };
    return Object.fromEntries(
      data.map(({ value, count, visitors, pageviews }: Row) => [
        value,
        [count, visitors, pageviews],
      ]),
    );
  }

  async function rollupsOf(
    id: number,
  ): Promise<{ increments: number; events: number; until: string }[]> {
    return selectRows(
      footfall,
      `SELECT length(increments) AS increments, events, formatDateTime(until, '%H:%i') AS until
       FROM open_day_rollups WHERE website_id = ${id} ORDER BY rolled_at`,
    );
  }

  /**
   * Writes a value that no event has into the open-day roll-up. It marks the answers that use the
   * roll-up.
   */
  function falsify(id: number, dimension: string): Promise<void> {
    return footfall.server.store.db.run(
      statement(
        `ALTER TABLE open_day_values UPDATE visitors = visitors + 100 WHERE website_id = ${id} AND dimension = '${dimension}' SETTINGS mutations_sync = 1`,
      ),
    );
  }

  return { countsOf, falsify, rollUp, rollupsOf, send };
}
