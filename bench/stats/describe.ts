import type { ClickHouseClient } from "@clickhouse/client";

import { table } from "../report.ts";
import { closedDays, type Dataset } from "./dataset.ts";
import { closedRange } from "./days.ts";
import { rowsOf } from "./engine.ts";

/** Describes the sizes of the websites that are queried. */
export async function describeDataset(
  client: ClickHouseClient,
  dataset: Dataset,
  now: number,
): Promise<string> {
  const { from, to } = closedRange(now, closedDays);
  type Row = Record<"website_id" | "events" | "recent" | "visitors" | "pages" | "cities", number>;
  const found = await rowsOf<Row>(
    client,
    `SELECT
      website_id,
      count() AS events,
      countIf(date BETWEEN '${from}' AND '${to}') AS recent,
      uniqExactIf((date, visitor), date BETWEEN '${from}' AND '${to}') AS visitors,
      uniqExactIf(page, date BETWEEN '${from}' AND '${to}') AS pages,
      uniqExactIf(city, date BETWEEN '${from}' AND '${to}') AS cities
    FROM events
    WHERE website_id IN (${Object.values(dataset)})
    GROUP BY website_id`,
  );
  const rows = Object.entries(dataset).flatMap(([name, id]) =>
    found
      .filter(({ website_id }) => website_id === id)
      .map((row) => [
        name,
        ...[row.events, row.recent, row.visitors, row.pages, row.cities].map(String),
      ]),
  );
  const heads = ["events", `in ${closedDays} closed days`, "visitors", "pages", "cities"];
  return table(["website", ...heads], rows);
}
