/** Measures what the events take on the disk, with all data derived from them. */

import { bytesPerEvent } from "../disk.ts";
import { print, table } from "../report.ts";
import type { Bench } from "./bench.ts";
import { rowsOf } from "./engine.ts";
import type { Verdict } from "./verdicts.ts";

const bytesMax = 40;

interface TableSize {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
}

export async function measureDisk({ client }: Bench): Promise<Verdict[]> {
  const sizes = await rowsOf<TableSize>(
    client,
    `SELECT table, sum(rows) AS rows, sum(bytes_on_disk) AS bytes
    FROM system.parts
    WHERE active AND database = currentDatabase()
    GROUP BY table
    ORDER BY bytes DESC`,
  );
  const events = sizes.find(({ table }) => table === "events")?.rows ?? Number.NaN;
  const rows = sizes.map(({ table, rows, bytes }) => [
    table,
    `${rows}`,
    (bytes / 1e6).toFixed(1),
    (bytes / events).toFixed(2),
  ]);
  print(`\non disk, ${events} events of all websites\n`);
  print(table(["table", "rows", "MB", "bytes for each event"], rows));
  const projections = await rowsOf<{ name: string; bytes: number }>(
    client,
    `SELECT name, sum(bytes_on_disk) AS bytes
    FROM system.projection_parts
    WHERE active AND database = currentDatabase() AND table = 'events'
    GROUP BY name
    ORDER BY bytes DESC`,
  );
  print(
    `projections of events: ${projections.map(({ name, bytes }) => `${name} ${(bytes / events).toFixed(2)}`).join(", ")}`,
  );
  const { columns } = await bytesPerEvent(client);
  print(
    `largest columns: ${columns.map(({ column, bytes }) => `${column} ${bytes.toFixed(2)}`).join(", ")}`,
  );
  const each = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / events;
  return [
    {
      wanted: `at most ${bytesMax} bytes on disk for each event, roll-ups included`,
      measured: each.toFixed(1),
      held: each <= bytesMax,
    },
  ];
}
