import { sql } from "../../clickhouse/sql.ts";
import { type Import, spansOf, takenDays } from "../../definitions/import.ts";
import {
  acceptTotals,
  areTotalsAccepted,
  removeTotals,
  writeTotals,
} from "../../rollups/totals.ts";
import { FileWatch } from "../files/file-watch.ts";
import type { SourceFile } from "../files/source-file.ts";
import type { PropTable, TotalFormat } from "../format.ts";
import { DayRows, type RunContext } from "./run-context.ts";
import { stagingName } from "./staged-events.ts";
import { StagedTotals } from "./staged-totals.ts";

/** Totals have no props in a file of their own. */
const noProps: PropTable = { add: async () => {}, find: async () => new Map() };

/** An import whose rows are sums of a day. */
export class TotalImport {
  readonly #context: RunContext;
  readonly #staged: StagedTotals;

  constructor(context: RunContext) {
    this.#context = context;
    this.#staged = new StagedTotals(context.db, stagingName(context.name));
  }

  /** Resolves when the totals of all days that the import takes count. */
  async run(format: TotalFormat, files: readonly SourceFile[], before: Import): Promise<void> {
    if (!(await this.#isRolled(before))) {
      const dayRows = new DayRows(this.#context);
      const record = await dayRows.during(() => this.#stage(dayRows, format, files, before));
      if (!before.isDryRun) await this.#roll(record, before.rollupId);
    }
    await this.#staged.drop();
  }

  /** Resolves with whether the totals count already, as a run that was cut off came so far. */
  async #isRolled(before: Import): Promise<boolean> {
    const { db, name } = this.#context;
    const { rollupId } = before;
    if (rollupId === null) return false;
    return areTotalsAccepted(db, { ...name, rollupId, days: takenDays(before) });
  }

  /** Reads all files. Resolves with the import when it says which days it takes. */
  async #stage(
    dayRows: DayRows,
    format: TotalFormat,
    files: readonly SourceFile[],
    { options }: Import,
  ): Promise<Import> {
    const { website, running } = this.#context;
    const { counter } = dayRows;
    const watch = new FileWatch(counter);
    await this.#staged.begin();
    const rowsByDay = new Map<string, number>();
    const watched = files.map((file) => watch.watch(file));
    const context = { website, options, counter, props: noProps };
    for await (const totals of format.read(watched, context)) {
      for (const { date, rows } of totals) {
        counter.read += rows;
        rowsByDay.set(date, (rowsByDay.get(date) ?? 0) + rows);
      }
      await this.#staged.add(totals);
      const progress = { rowsRead: counter.read, bytesRead: watch.bytes };
      await running.progress(progress, () => dayRows.rows(0));
      await running.rest();
    }
    watch.end();
    await this.#staged.flush();
    return running.update(await dayRows.shareOut(rowsByDay));
  }

  /** Makes the staged totals the numbers of the days that the import takes. */
  async #roll(record: Import, earlierId: string | null): Promise<void> {
    const { db, name, running } = this.#context;
    // An earlier attempt may have come so far.
    await removeTotals(db, name, earlierId);
    const days = takenDays(record);
    if (days.length === 0) return;
    const [made] = await db.rows<{ id: string }>(sql`SELECT generateUUIDv7() AS id`);
    if (made === undefined) throw new Error("ClickHouse made no UUID");
    await running.update({ rollupId: made.id });
    const totals = { ...name, rollupId: made.id, days };
    for (const month of new Set(days.map((day) => day.slice(0, 7)))) {
      const ofMonth = days.filter((day) => day.startsWith(month));
      running.assertOwner();
      await writeTotals(db, totals, this.#staged.rowsOf(spansOf(ofMonth)));
      await running.progress({ rowsRead: record.rows.read, bytesRead: 0 }, () => ({}));
      await running.rest();
    }
    running.assertOwner();
    await acceptTotals(db, totals);
  }
}
