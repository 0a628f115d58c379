import type { ClickHouseClient } from "@clickhouse/client";

/**
 * Resolves with the bytes on disk for each event, everything included, and the columns that take
 * the most. The columns are those of parts in the wide format: the compact format of small parts
 * does not tell its columns apart.
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
