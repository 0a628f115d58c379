import { type Import, takenDays } from "../definitions/import.ts";
import { type ImportName, markRemoval, removeArchived, removeTotals } from "../rollups/totals.ts";
import type { Database } from "../store/database.ts";
import { endInserts, removeBatches } from "../store/imported-events.ts";
import { batchesOf } from "./batches.ts";
import { StagedEvents, stagingName } from "./staged-events.ts";

/**
 * Takes away everything that an import has brought. Doing it twice does no harm, so it can be cut
 * off at any moment.
 *
 * Answers and roll-ups from before must never hold afterwards, although a day may come to have as
 * many events again. So the days are marked before events are removed, and once more when they are
 * gone: see schema/0006-imports.sql.
 */
export async function removeImported(
  db: Database,
  name: ImportName,
  content: Import,
): Promise<void> {
  await new StagedEvents(db, stagingName(name)).drop();
  // The days that a dry run would have taken may be those of another import by now.
  if (content.isDryRun) return;
  if (content.kind === "totals") await removeTotals(db, name, content.rollupId);
  else await removeEvents(db, name, content);
}

async function removeEvents(db: Database, name: ImportName, content: Import): Promise<void> {
  const dates = takenDays(content);
  const days = dates.map((date, nth) => ({ date, events: content.takenEvents[nth] ?? 0 }));
  const batches = batchesOf(name, days);
  if (batches.length === 0) return;
  await endInserts(
    db,
    batches.map(({ id }) => id),
  );
  await markRemoval(db, name, dates);
  await removeBatches(db, "events", name.websiteId, batches);
  // Where retention has deleted other events of the day as well, they cannot be told apart.
  await removeArchived(db, name.websiteId, days);
  await markRemoval(db, name, dates);
}
