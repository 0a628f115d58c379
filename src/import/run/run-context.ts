import type { Database } from "../../clickhouse/database.ts";
import type { Import } from "../../definitions/import.ts";
import type { ImportName } from "../../rollups/totals.ts";
import type { Website } from "../../websites/website.ts";
import { ImportFailed } from "../problems.ts";
import { readFreeDays, shareOut } from "./free-days.ts";
import { RowCounter } from "./row-counter.ts";
import type { RunningImport } from "./running-import.ts";

/** The parts of a run that every kind of import uses. */
export interface RunContext {
  /** The database that has the website's events. */
  readonly db: Database;
  readonly website: Website;
  readonly name: ImportName;
  readonly running: RunningImport;
  /** Returns the other imports of the website. */
  readonly readOthers: () => Promise<readonly Import[]>;
  readonly now: () => number;
}

/** Counts the rows of an import, and finds out which of its days it takes. */
export class DayRows {
  readonly counter = new RowCounter();
  readonly #context: RunContext;

  constructor(context: RunContext) {
    this.#context = context;
  }

  /**
   * Shares the days out, given the rows of each. Returns what the record says then: its days, those
   * that it has taken, and all rows.
   */
  async shareOut(
    rowsByDay: ReadonlyMap<string, number>,
  ): Promise<Pick<Import, "days" | "taken" | "rows" | "unmapped">> {
    const { db, website, readOthers, now } = this.#context;
    const { importId } = this.#context.name;
    const others = await readOthers();
    const freeDays = await readFreeDays({ db, website, importId, others, nowMs: now() });
    let imported = 0;
    for (const [day, rows] of rowsByDay) {
      const reason = freeDays.reasonToLeave(day);
      if (reason === undefined) imported += rows;
      else this.counter.take(reason === "not_over" ? "not_over" : "day_left", rows);
    }
    return { ...shareOut([...rowsByDay.keys()], freeDays), ...this.rows(imported) };
  }

  /** Resolves with what `read` returns. If it fails, the record has the rows that were read. */
  async during<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof ImportFailed) await this.#context.running.update(this.rows(0));
      throw error;
    }
  }

  /** Returns the rows so far. */
  rows(imported: number): Pick<Import, "rows" | "unmapped"> {
    const { read, skipped, unmapped } = this.counter;
    return { rows: { read, imported, skipped: { ...skipped } }, unmapped };
  }
}
