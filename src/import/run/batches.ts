import { type Import, takenDays } from "../../definitions/import.ts";
import { batchIdOf } from "../../events/batch-id.ts";
import type { ImportName } from "../../rollups/totals.ts";

/**
 * Rows of one insert. It is one part, which ClickHouse makes in its memory, and a second or so of
 * its work, after which an import can rest.
 */
const rowsMax = 100_000;

/** Events that are inserted at once: whole days of a month, or a share of one day's visitors. */
export interface ImportBatch {
  readonly id: string;
  /** `202611` */
  readonly month: string;
  /** `YYYY-MM-DD`, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** The share of the visitors that the batch has, from 0, and their number. */
  readonly share: number;
  readonly shares: number;
}

/** Returns the days that an import has taken, each with the number of its events. */
export function dayEventsOf(record: Pick<Import, "taken" | "takenEvents">): DayEvents[] {
  return takenDays(record).map((date, nth) => ({ date, events: record.takenEvents[nth] ?? 0 }));
}

/** A day, and the number of its events. */
interface DayEvents {
  readonly date: string;
  readonly events: number;
}

/**
 * Cuts the days of an import into batches. The same days give the same batches, so that an import
 * which was cut off knows which ones are there.
 */
export function batchesOf(
  name: ImportName,
  record: Pick<Import, "taken" | "takenEvents">,
): ImportBatch[] {
  const batches: ImportBatch[] = [];
  const counts = new Map<string, number>();
  let open: { month: string; from: string; to: string; events: number } | undefined;
  const add = (month: string, rest: Pick<ImportBatch, "from" | "to" | "share" | "shares">) => {
    const nth = counts.get(month) ?? 0;
    counts.set(month, nth + 1);
    batches.push({ id: idOf(name, month, nth), month, ...rest });
  };
  const close = () => {
    if (open !== undefined) add(open.month, { from: open.from, to: open.to, share: 0, shares: 1 });
    open = undefined;
  };
  for (const { date, events } of dayEventsOf(record)) {
    const month = date.slice(0, 4) + date.slice(5, 7);
    if (open !== undefined && open.month === month && open.events + events <= rowsMax) {
      open.to = date;
      open.events += events;
      continue;
    }
    close();
    const shares = Math.ceil(events / rowsMax);
    if (shares <= 1) open = { month, from: date, to: date, events };
    else
      for (let share = 0; share < shares; share += 1)
        add(month, { from: date, to: date, share, shares });
  }
  close();
  return batches;
}

function idOf({ websiteId, importId }: ImportName, month: string, nth: number): string {
  return batchIdOf(`import ${websiteId} ${importId} ${month} ${nth}`);
}
