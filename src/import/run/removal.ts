import type { Database } from "../../clickhouse/database.ts";
import { type Import, isContinuable, takenDays } from "../../definitions/import.ts";
import {
  type ImportName,
  markChanged,
  removeArchived,
  removeTotals,
} from "../../rollups/totals.ts";
import { idempotencyTable, removeRecords } from "../../tables/idempotency-table.ts";
import {
  daysOfBatches,
  endInserts,
  removeBatches,
  removeReads,
} from "../../tables/imported-events.ts";
import { countsOf, rowsOf } from "../access-log/import-counts.ts";
import { KnownPieces, piecesOfImport, rememberRemoved } from "../access-log/known-pieces.ts";
import { batchesOf, dayEventsOf } from "./batches.ts";
import { StagedEvents, stagingName } from "./staged-events.ts";

/**
 * Removes everything that an import has added. Doing it twice does no harm, so it can be cut
 * off at any moment. An answer that is given again may have it for up to `answerAgeMsMax`.
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
  if (content.source === "access-log") await removeLogs(db, name);
  else if (content.kind === "totals") await removeTotals(db, name, content.rollupId);
  else await removeEvents(db, name, content);
}

/**
 * Removes what an import has added that fails, unless a later run goes on with it. Resolves
 * with what its record says then.
 */
export async function discardFailed(
  db: Database,
  name: ImportName,
  content: Import,
): Promise<Partial<Import>> {
  if (isContinuable(content)) {
    const known = await KnownPieces.open(idempotencyTable(db), name.websiteId);
    return { rows: rowsOf(countsOf(known.ofImport(String(name.importId)).values())) };
  }
  await removeImported(db, name, content);
  const rows = { ...content.rows, imported: 0 };
  return { rows, taken: [], takenEvents: [], rollupId: null };
}

async function removeEvents(db: Database, name: ImportName, content: Import): Promise<void> {
  const batches = batchesOf(name, content);
  if (batches.length === 0) return;
  await endInserts(
    db,
    batches.map(({ id }) => id),
  );
  const days = takenDays(content);
  await markChanged(db, name, days);
  await removeBatches(db, "events", name.websiteId, batches);
  // Where retention has deleted other events of the day as well, they cannot be told apart.
  await removeArchived(db, name.websiteId, dayEventsOf(content));
  await markChanged(db, name, days);
}

/** Removes the pieces of access logs that an import has stored, and what it has dropped. */
async function removeLogs(db: Database, name: ImportName): Promise<void> {
  const { websiteId, importId } = name;
  const records = idempotencyTable(db);
  const pieces = await piecesOfImport(records, websiteId, String(importId));
  const batches = pieces.flatMap((piece) =>
    piece.batches.map(({ id, table, month }) => ({ id, table, month: String(month) })),
  );
  if (pieces.length === 0) return;
  await endInserts(
    db,
    batches.map(({ id }) => id),
  );
  const events = batches.filter(({ table }) => table === "events");
  const days = await daysOfBatches(db, websiteId, events);
  await markChanged(db, name, days);
  await removeBatches(db, "events", websiteId, events);
  const drops = batches.filter(({ table }) => table === "drops");
  await removeBatches(db, "drops", websiteId, drops);
  const reads = batches.filter(({ table }) => table === "reads");
  await removeReads(db, name, reads);
  await markChanged(db, name, days);
  await rememberRemoved(records, name, pieces);
  // Last, as they name the batches.
  await removeRecords(
    db,
    websiteId,
    pieces.map(({ key }) => key),
  );
}
