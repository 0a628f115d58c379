import { randomBytes } from "node:crypto";

import type { Definition } from "../definitions/definition.ts";
import { type Import, spansOf, takenDays } from "../definitions/import.ts";
import type { Definitions } from "../definitions/stored-definitions.ts";
import { Problem } from "../errors.ts";
import { acceptTotals, type ImportName, removeTotals, writeTotals } from "../rollups/totals.ts";
import type { Database } from "../store/database.ts";
import { endInserts, insertImported } from "../store/imported-events.ts";
import { sql } from "../store/sql.ts";
import type { Website } from "../websites/website.ts";
import { batchesOf } from "./batches.ts";
import { FileWatch } from "./file-watch.ts";
import type { EventFormat, Format, ReadContext, TotalFormat } from "./format.ts";
import { importedRow } from "./imported-row.ts";
import { readOwners, shareOut } from "./owners.ts";
import { ImportFailed } from "./problems.ts";
import { removeImported } from "./removal.ts";
import type { SourceFile } from "./source-file.ts";
import { StagedEvents, stagingName } from "./staged-events.ts";
import { StagedTotals } from "./staged-totals.ts";
import { Tally } from "./tally.ts";

export interface ImportRunOptions {
  /** The database that has the website's events. */
  readonly db: Database;
  readonly definitions: Pick<Definitions, "of" | "update">;
  readonly website: Website;
  readonly importId: number;
  readonly format: Format;
  readonly files: readonly SourceFile[];
  /** Throws when this process may no longer write. */
  readonly assertOwner: () => void;
  readonly now: () => number;
  /** Ends the run, which another one can continue. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  readonly rowsRead: number;
  /** Bytes of the files, as they are when unpacked. */
  readonly bytesRead: number;
}

const storedEveryMs = 2_000;

/** Thrown if the import is to be undone. */
class Withdrawn extends Error {}

/**
 * Runs an import to its end, from wherever an earlier run was cut off.
 *
 * 1. All rows go to tables that no query reads. A run that was cut off here begins anew.
 * 2. It is decided which days the import takes, and its record says so. The staged events of these
 *    days never change from then on.
 * 3. The events go to `events`, in batches that follow from the staged days. A batch is one insert,
 *    which is stored as a whole or not at all, so the rest is found by looking. Totals become
 *    values of a roll-up, which count as soon as `archived_rollups` names it.
 *
 * An import that fails takes away what it has brought.
 */
export class ImportRun {
  readonly #options: ImportRunOptions;
  readonly #name: ImportName;
  readonly #tally = new Tally();
  readonly #watch = new FileWatch(this.#tally);
  #storedMs = performance.now();

  constructor(options: ImportRunOptions) {
    this.#options = options;
    this.#name = { websiteId: options.website.id, importId: options.importId };
  }

  /**
   * Resolves with the import when it is done or has failed; with undefined if it is to be undone
   * instead. Rejects with `Problem` STORE_UNAVAILABLE if the store goes away, and with the signal's
   * reason.
   */
  async run(): Promise<Import | undefined> {
    const { format } = this.#options;
    try {
      const before = await this.#record();
      const done =
        format.kind === "events"
          ? await this.#importEvents(format, before)
          : await this.#importTotals(format, before);
      return await this.#finish({ ...done, status: "done" });
    } catch (error) {
      if (error instanceof Withdrawn) return undefined;
      if (!(error instanceof ImportFailed)) throw error;
      return this.#fail(error.message);
    }
  }

  async #fail(problem: string): Promise<Import | undefined> {
    try {
      await removeImported(this.#options.db, this.#name, await this.#record());
      const nothing = { taken: [], takenEvents: [], rollupId: null };
      return await this.#finish({ ...nothing, status: "failed", problem });
    } catch (error) {
      if (error instanceof Withdrawn) return undefined;
      throw error;
    }
  }

  async #importEvents(format: EventFormat, before: Import): Promise<Partial<Import>> {
    const { db } = this.#options;
    const staged = new StagedEvents(db, stagingName(this.#name));
    let record = before;
    if (before.takenEvents.length === 0) record = await this.#stage(format, staged, before);
    // The staged events go when all of them are inserted.
    if (!record.isDryRun && (await staged.isThere())) await this.#insertAll(staged, record);
    await staged.drop();
    return {};
  }

  /** Reads all files. Resolves with the import when it says which days it takes. */
  async #stage(format: EventFormat, staged: StagedEvents, before: Import): Promise<Import> {
    const { website, files } = this.#options;
    await staged.begin();
    const salt = randomBytes(16).toString("base64url");
    const watched = files.map((file) => this.#watch.watch(file));
    const context = this.#context(before, staged.props());
    let rows = 0;
    for await (const events of format.read(watched, context)) {
      for (const event of events) {
        if (!event.isExtra) this.#tally.read += 1;
        const row = importedRow(event, website, salt);
        if (typeof row !== "string") {
          if (!event.isExtra) rows += 1;
          await staged.add(row, event);
        } else if (!event.isExtra) {
          this.#tally.take(row, 1);
        }
      }
      await this.#store();
    }
    this.#watch.end();
    const days = await staged.days();
    const unique = days.reduce((sum, day) => sum + day.rows, 0);
    this.#tally.take("duplicate", rows - unique);
    const { shared, imported } = await this.#shareOut(new Map(days.map((d) => [d.date, d.rows])));
    await staged.sort(shared.taken);
    const taken = new Set(takenDays(shared));
    const takenEvents = days.filter(({ date }) => taken.has(date)).map(({ events }) => events);
    return this.#update({ ...shared, takenEvents, rows: this.#rows(imported) });
  }

  async #importTotals(format: TotalFormat, before: Import): Promise<Partial<Import>> {
    const { db, files } = this.#options;
    const staged = new StagedTotals(db, stagingName(this.#name));
    await staged.begin();
    const rowsByDay = new Map<string, number>();
    const watched = files.map((file) => this.#watch.watch(file));
    // Totals have no props of their own.
    const noProps = { add: async () => {}, find: async () => new Map() };
    for await (const days of format.read(watched, this.#context(before, noProps))) {
      for (const day of days) {
        this.#tally.read += 1;
        rowsByDay.set(day.date, (rowsByDay.get(day.date) ?? 0) + 1);
        await staged.add(day);
      }
      await this.#store();
    }
    this.#watch.end();
    await staged.flush();
    const { shared, imported } = await this.#shareOut(rowsByDay);
    await this.#update({ ...shared, rows: this.#rows(imported) });
    if (!before.isDryRun) await this.#roll(staged, shared.taken, before.rollupId);
    await staged.drop();
    return {};
  }

  /** Makes the staged totals the numbers of the days that the import takes. */
  async #roll(
    staged: StagedTotals,
    taken: Import["taken"],
    earlierId: string | null,
  ): Promise<void> {
    const { db, assertOwner } = this.#options;
    const { websiteId } = this.#name;
    // An earlier attempt may have come so far.
    await removeTotals(db, this.#name, earlierId);
    if (taken.length === 0) return;
    const [made] = await db.rows<{ id: string }>(sql`SELECT generateUUIDv7() AS id`);
    if (made === undefined) throw new Error("ClickHouse made no UUID");
    const rollupId = made.id;
    await this.#update({ rollupId });
    const days = takenDays({ taken });
    for (const month of new Set(days.map((day) => day.slice(0, 7)))) {
      const ofMonth = days.filter((day) => day.startsWith(month));
      assertOwner();
      await writeTotals(db, { websiteId, rollupId }, staged.rowsOf(spansOf(ofMonth)));
      await this.#store();
    }
    assertOwner();
    await acceptTotals(db, { ...this.#name, rollupId, days });
  }

  async #insertAll(staged: StagedEvents, record: Import): Promise<void> {
    const { db, assertOwner } = this.#options;
    const dates = takenDays(record);
    const days = dates.map((date, nth) => ({ date, events: record.takenEvents[nth] ?? 0 }));
    const batches = batchesOf(this.#name, days);
    await endInserts(
      db,
      batches.map(({ id }) => id),
    );
    for (const batch of batches) {
      assertOwner();
      await insertImported(db, batch, staged.rowsOf(batch));
      await this.#store();
    }
  }

  /** Shares the days out, and counts the rows of those that are left. */
  async #shareOut(rowsByDay: ReadonlyMap<string, number>) {
    const { db, definitions, website, importId, now } = this.#options;
    const set = await definitions.of(website.id);
    const others = set.list("import").filter(({ id }) => id !== importId);
    const owners = await readOwners({ db, website, importId, others, nowMs: now() });
    const shared = shareOut([...rowsByDay.keys()], owners);
    let imported = 0;
    for (const [day, rows] of rowsByDay) {
      const reason = owners.reasonToLeave(day);
      if (reason === undefined) imported += rows;
      else this.#tally.take(reason === "not_over" ? "not_over" : "day_left", rows);
    }
    return { shared, imported };
  }

  #context(before: Import, props: ReadContext["props"]): ReadContext {
    const { website } = this.#options;
    return { website, options: before.options, tally: this.#tally, props };
  }

  #rows(imported: number): Import["rows"] {
    return { read: this.#tally.read, imported, skipped: { ...this.#tally.skipped } };
  }

  /** Stores how far the import is, every now and then. Throws if it has to stop. */
  async #store(): Promise<void> {
    const { signal, assertOwner, onProgress } = this.#options;
    signal.throwIfAborted();
    onProgress?.({ rowsRead: this.#tally.read, bytesRead: this.#watch.bytes });
    if (performance.now() - this.#storedMs < storedEveryMs) return;
    assertOwner();
    const before = await this.#record();
    // From when the rows are shared out, their numbers are final.
    if (before.takenEvents.length > 0 || before.rollupId !== null) await this.#update({});
    else await this.#update({ rows: this.#rows(0) });
  }

  async #finish(changes: Partial<Import>): Promise<Import> {
    const finishedAt = `${new Date(this.#options.now()).toISOString().slice(0, 19)}Z`;
    return this.#update({ ...changes, finishedAt });
  }

  async #record(): Promise<Import> {
    const { definitions, website, importId } = this.#options;
    const found = (await definitions.of(website.id)).find("import", importId);
    if (found === undefined || found.content.status !== "running") throw new Withdrawn();
    return found.content;
  }

  /** Changes the record. Throws `Withdrawn` if the import is no longer to run. */
  async #update(changes: Partial<Import>): Promise<Import> {
    const { definitions, website, importId } = this.#options;
    const change = (before: Import) => {
      if (before.status !== "running") throw new Withdrawn();
      // A run that goes on with staged rows has read none.
      const { read, unmapped } = this.#tally;
      return { ...before, ...(read > 0 && { unmapped }), ...changes };
    };
    const updated: Definition<"import"> | undefined = await definitions
      .update(website.id, "import", importId, change)
      .catch((error: unknown) => {
        if (error instanceof Problem && error.code === "NOT_FOUND") throw new Withdrawn();
        throw error;
      });
    this.#storedMs = performance.now();
    return updated.content;
  }
}
