import { randomBytes } from "node:crypto";

import { type Import, takenDays } from "../../definitions/import.ts";
import { endInserts, insertImported } from "../../tables/imported-events.ts";
import { FileWatch } from "../files/file-watch.ts";
import type { SourceFile } from "../files/source-file.ts";
import type { EventFormat } from "../format.ts";
import { batchesOf } from "./batches.ts";
import { importedRow } from "./imported-row.ts";
import { DayRows, type RunContext } from "./run-context.ts";
import { StagedEvents, stagingName } from "./staged-events.ts";

/** An import whose rows are events. */
export class EventImport {
  readonly #context: RunContext;
  readonly #staged: StagedEvents;

  constructor(context: RunContext) {
    this.#context = context;
    this.#staged = new StagedEvents(context.db, stagingName(context.name));
  }

  /** Resolves when the events of all days that the import takes are stored. */
  async run(format: EventFormat, files: readonly SourceFile[], before: Import): Promise<void> {
    const isStaged = before.takenEvents.length > 0;
    const record = isStaged ? before : await this.#stage(format, files, before);
    // The staged events go when all of them are inserted.
    if (!record.isDryRun && (await this.#staged.isThere())) await this.#insertAll(record);
    await this.#staged.drop();
  }

  /** Reads all files. Resolves with the import when it says which days it takes. */
  #stage(format: EventFormat, files: readonly SourceFile[], before: Import): Promise<Import> {
    const dayRows = new DayRows(this.#context);
    return dayRows.during(() => this.#read(dayRows, format, files, before));
  }

  async #read(
    dayRows: DayRows,
    format: EventFormat,
    files: readonly SourceFile[],
    { options }: Import,
  ): Promise<Import> {
    const { website, running } = this.#context;
    const { counter } = dayRows;
    const watch = new FileWatch(counter);
    const staged = this.#staged;
    await staged.begin();
    const salt = randomBytes(16).toString("base64url");
    const watched = files.map((file) => watch.watch(file));
    let rows = 0;
    const context = { website, options, counter, props: staged.props() };
    for await (const events of format.read(watched, context)) {
      for (const event of events) {
        const counted = event.isExtra ? 0 : 1;
        counter.read += counted;
        const row = importedRow(event, website, salt);
        if (typeof row === "string") {
          counter.take(row, counted);
        } else {
          rows += counted;
          await staged.add(row, event);
        }
      }
      const progress = { rowsRead: counter.read, bytesRead: watch.bytes };
      await running.progress(progress, () => dayRows.rows(0));
      await running.rest();
    }
    watch.end();
    const days = await staged.days();
    counter.take("duplicate", rows - days.reduce((sum, day) => sum + day.rows, 0));
    const shared = await dayRows.shareOut(new Map(days.map((day) => [day.date, day.rows])));
    await staged.sort(shared.taken);
    const taken = new Set(takenDays(shared));
    const takenEvents = days.filter(({ date }) => taken.has(date)).map(({ events }) => events);
    return running.update({ ...shared, takenEvents });
  }

  async #insertAll(record: Import): Promise<void> {
    const { db, name, running } = this.#context;
    const batches = batchesOf(name, record);
    await endInserts(
      db,
      batches.map(({ id }) => id),
    );
    for (const batch of batches) {
      running.assertOwner();
      await insertImported(db, batch, this.#staged.rowsOf(batch));
      await running.progress({ rowsRead: record.rows.read, bytesRead: 0 }, () => ({}));
      await running.rest();
    }
  }
}
