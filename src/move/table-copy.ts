import { randomUUID } from "node:crypto";

import { StartRefused } from "../base/errors.ts";
import type { Database } from "../clickhouse/database.ts";
import { oneBlock } from "../clickhouse/one-block.ts";
import { bind, identifier, isOneOf, join, type Sql, sql } from "../clickhouse/sql.ts";
import { type DayRows, type Slice, slicesOf } from "./slices.ts";
import { batchTables, type MovedTable, ofWebsite, queryIdsOf } from "./tables.ts";

/** Rows of one insert. It is one part, which the target makes in its memory. */
const rowsMax = 500_000;
/** Units that one insert names. Their names are in the URL, and ClickHouse takes 1 MiB of it. */
const unitsMax = 2_000;
/** Passes over the rows that are still missing, which end long before. */
const passesMax = 10;

/** The two ends of a move. */
export interface Ends {
  readonly source: Database;
  readonly target: Database;
}

export interface TableCopyOptions extends Ends {
  readonly table: MovedTable;
  readonly websiteId: number;
  /** Names the shard that the website leaves, not "". */
  readonly movedFrom: string;
  /** Throws when this process may no longer write. */
  readonly assertOwner: () => void;
  readonly onCopied: (rows: number) => void;
}

interface Unit {
  readonly day: string;
  readonly unit: string;
  readonly rows: number;
  /** The sum of the hashes of its rows. */
  readonly hash: string;
}

type Units = ReadonlyMap<string, Unit>;

/**
 * The state of the website while rows are copied.
 *
 * - `before`: only moves write at the target. Rows that the source does not have are the rest of an
 *   attempt, since which retention has deleted events of the source.
 * - `switched`: the target gets the website's new events. It has more than the source, and may get
 *   a batch from a shipper at the same moment.
 */
export type CopyMode = "before" | "switched";

/**
 * Copies a website's rows of one table to another shard, and compares them.
 *
 * - The unit is what one insert has added: it is at the target as a whole or not at all. What is
 *   missing there is found by looking, so a copy that was cut off goes on where it stopped.
 * - Days whose number of rows is the one that was last compared are left out.
 */
export class TableCopy {
  readonly #options: TableCopyOptions;
  readonly #compared = new Map<string, number>();
  #columns: Columns | undefined;

  constructor(options: TableCopyOptions) {
    this.#options = options;
  }

  /** Returns the number of rows at the source. */
  async rows(): Promise<number> {
    const days = await this.#countDays(this.#options.source, this.#moves);
    return days.reduce((sum, { rows }) => sum + rows, 0);
  }

  /**
   * Resolves with the number of rows that were missing at the target, when it has all that the
   * source had meanwhile. Throws `StartRefused` if it has other rows in a unit's place.
   */
  async copy(mode: CopyMode): Promise<number> {
    let copied = 0;
    for (let pass = 1; pass <= passesMax; pass += 1) {
      const changed = await this.#changedDays(mode);
      if (changed.length === 0) return copied;
      for (const slice of slicesOf(changed, rowsMax)) copied += await this.#copySlice(slice, mode);
      for (const { day, rows } of changed) this.#compared.set(day, rows);
      // While events come in, another pass would never be the last.
      if (mode === "before") return copied;
    }
    throw new StartRefused(`${this.#name}: the rows of the old shard do not come to rest`);
  }

  async #changedDays(mode: CopyMode): Promise<DayRows[]> {
    const { source, target } = this.#options;
    const there = await this.#countDays(source, this.#moves);
    const changed = there.filter(({ day, rows }) => this.#compared.get(day) !== rows);
    if (mode === "switched") return changed;
    const known = new Set(there.map(({ day }) => day));
    const others = (await this.#countDays(target, this.#moved)).filter(
      ({ day }) => !known.has(day) && this.#compared.get(day) !== 0,
    );
    return [...changed, ...others.map(({ day }) => ({ day, rows: 0 }))].sort((a, b) =>
      a.day < b.day ? -1 : 1,
    );
  }

  async #copySlice(slice: Slice, mode: CopyMode): Promise<number> {
    const { source, target, onCopied } = this.#options;
    const [there, here] = await Promise.all([
      this.#readUnits(source, this.#moves, slice),
      this.#readUnits(target, this.#moved, slice),
    ]);
    if (mode === "before") await this.#removeUnits(slice, missingFrom(there, here));
    if (this.#options.table.summed !== undefined) {
      // What came since the last look was added to rows that the target has already.
      const changed = [...here].filter(([name, unit]) => isOther(there.get(name), unit));
      await this.#removeUnits(
        slice,
        changed.map(([, unit]) => unit),
      );
      for (const [name] of changed) here.delete(name);
    }
    this.#compare(there, here);
    const missing = [...there].filter(([name]) => !here.has(name)).map(([, unit]) => unit);
    const rows = missing.reduce((sum, unit) => sum + unit.rows, 0);
    if (missing.length > 0) {
      const isWhole = missing.length === there.size && mode === "before";
      await (isWhole ? this.#insert(slice) : this.#insertUnits(slice, missing, here, mode));
      const copied = await this.#readUnits(target, this.#moved, slice);
      this.#compare(there, copied);
      const left = missing.filter((unit) => !copied.has(nameOf(unit)));
      await this.#insertByDay(slice, left);
      onCopied(rows);
    }
    return rows;
  }

  /** Throws if the target has another content of a unit that the source has. */
  #compare(there: Units, here: Units): void {
    for (const [name, unit] of there) {
      const copy = here.get(name);
      if (copy === undefined || !isOther(unit, copy)) continue;
      throw new StartRefused(
        `${this.#name}: ${unit.unit} of ${unit.day} has ${unit.rows} rows on the old shard and ${copy.rows} on the new one, or their content differs; nothing was deleted`,
      );
    }
  }

  /** Removes units that the target has. */
  async #removeUnits(slice: Slice, units: readonly Unit[]): Promise<void> {
    const { target, table } = this.#options;
    for (const some of chunks(units.map(({ unit }) => unit))) {
      await target.run(
        sql`
        ALTER TABLE ${identifier(table.name)}
        DELETE WHERE ${this.#moved} AND ${this.#within(slice)} AND ${this.#isOneOf(some)}
        SETTINGS mutations_sync = 1`,
        { isLong: true },
      );
    }
  }

  /**
   * Inserts these units, but not those of which the target has other days. After the switch, a
   * batch that the target lacks may be on its way from a shipper, too. The mover's insert then has
   * the token of the shipper's: one of them is stored.
   */
  async #insertUnits(
    slice: Slice,
    missing: readonly Unit[],
    here: Units,
    mode: CopyMode,
  ): Promise<void> {
    const { table, websiteId } = this.#options;
    const partly = new Set([...here.values()].map(({ unit }) => unit));
    const names = [...new Set(missing.map(({ unit }) => unit))].filter((name) => !partly.has(name));
    if (mode === "before" || !batchTables.includes(table.name)) {
      for (const some of chunks(names)) await this.#insert(slice, some);
      return;
    }
    for (const batch of names) await this.#insert(slice, [batch], `${batch} ${websiteId}`);
  }

  /**
   * Inserts what `#insertUnits` has not brought: units of which the target has other days, and
   * those whose token it knows although it has deleted the rows since. As it knows the token, no
   * shipper can bring them either.
   */
  async #insertByDay(slice: Slice, missing: readonly Unit[]): Promise<void> {
    for (const day of new Set(missing.map((unit) => unit.day))) {
      const units = missing.filter((unit) => unit.day === day).map(({ unit }) => unit);
      for (const some of chunks(units)) await this.#insert({ ...slice, days: [day] }, some);
    }
  }

  async #insert(slice: Slice, units?: readonly string[], token?: string): Promise<void> {
    const { source, target, table, websiteId, assertOwner } = this.#options;
    const { all: columns, selected } = await this.#readColumns();
    const some = units === undefined ? sql`` : sql`AND ${this.#isOneOf(units)}`;
    const rows = await source.native(sql`
      SELECT ${selected}
      FROM ${identifier(table.name)}
      WHERE ${this.#moves} AND ${this.#within(slice)} ${some}`);
    try {
      assertOwner();
      await target.insert({
        statement: sql`
          INSERT INTO ${identifier(table.name)} (${columns})
          SETTINGS ${oneBlock}
          FORMAT Native`,
        rows,
        queryId: `${queryIdsOf(websiteId)}${randomUUID()}`,
        deduplicationToken: token ?? randomUUID(),
      });
    } finally {
      rows.destroy();
    }
  }

  async #countDays(db: Database, condition: Sql): Promise<DayRows[]> {
    const { table } = this.#options;
    return db.rows<DayRows>(sql`
      SELECT
        ${table.day} AS day,
        ${this.#rowCount} AS rows
      FROM ${identifier(table.name)}
      WHERE ${condition}
      GROUP BY day
      ORDER BY day`);
  }

  async #readUnits(db: Database, condition: Sql, slice: Slice): Promise<Map<string, Unit>> {
    const { table } = this.#options;
    const { hashed } = await this.#readColumns();
    const units = await db.rows<Unit>(sql`
      SELECT
        ${table.day} AS day,
        ${table.unit} AS unit,
        ${this.#rowCount} AS rows,
        toString(sum(${hashed})) AS hash
      FROM ${identifier(table.name)}
      WHERE ${condition} AND ${this.#within(slice)}
      GROUP BY day, unit`);
    return new Map(units.map((unit) => [nameOf(unit), unit]));
  }

  #within({ days, parts, index }: Slice): Sql {
    const { table } = this.#options;
    const isWithin = isOneOf(table.day, "Array(Date)", days);
    if (parts === 1) return isWithin;
    return sql`${isWithin}
        AND cityHash64(${table.unit}) % ${bind("UInt64", parts)} = ${bind("UInt64", index)}`;
  }

  #isOneOf(units: readonly string[]): Sql {
    return sql`${this.#options.table.unit} IN ${bind("Array(String)", units)}`;
  }

  /** The columns by name: two servers may have them in another order. */
  async #readColumns(): Promise<Columns> {
    const { source, table } = this.#options;
    if (this.#columns === undefined) {
      const columns = await source.rows<{ name: string }>(sql`
        SELECT name
        FROM system.columns
        WHERE database = currentDatabase() AND table = ${bind("String", table.name)}
        ORDER BY name`);
      this.#columns = columnsOf(
        columns.map(({ name }) => name),
        this.#options,
      );
    }
    return this.#columns;
  }

  get #rowCount(): Sql {
    const { summed } = this.#options.table;
    return summed === undefined ? sql`count()` : sql`sum(${identifier(summed)})`;
  }

  /** Returns the condition on rows of the target that moves have brought, or may have. */
  get #moved(): Sql {
    const { websiteId, movedFrom, table } = this.#options;
    if (table.summed === undefined) return ofWebsite(websiteId);
    return sql`${ofWebsite(websiteId)} AND moved_from = ${bind("String", movedFrom)}`;
  }

  get #moves(): Sql {
    const { table, websiteId } = this.#options;
    return table.moves(websiteId);
  }

  get #name(): string {
    return this.#options.table.name;
  }
}

/** The columns of a table, as statements name them. */
interface Columns {
  readonly all: Sql;
  /** The same, as the target gets them. */
  readonly selected: Sql;
  /** The hash of a row, which merges do not change in sum. */
  readonly hashed: Sql;
}

function columnsOf(
  names: readonly string[],
  { table: { summed }, movedFrom }: Pick<TableCopyOptions, "table" | "movedFrom">,
): Columns {
  const listOf = (some: readonly Sql[]) => join(some, ", ");
  const all = listOf(names.map(identifier));
  if (summed === undefined) return { all, selected: all, hashed: sql`cityHash64(${all})` };
  const other = names.filter((name) => name !== summed && name !== "moved_from").map(identifier);
  const selected = names.map((name) =>
    name === "moved_from" ? sql`${bind("String", movedFrom)} AS moved_from` : identifier(name),
  );
  return {
    all,
    selected: listOf(selected),
    hashed: sql`${identifier(summed)} * cityHash64(${listOf(other)})`,
  };
}

function missingFrom(there: Units, here: Units): Unit[] {
  return [...here].filter(([name]) => !there.has(name)).map(([, unit]) => unit);
}

/** Returns whether a unit has another content at the target. */
function isOther(there: Unit | undefined, here: Unit): boolean {
  return there !== undefined && (there.rows !== here.rows || there.hash !== here.hash);
}

function nameOf({ day, unit }: Unit): string {
  return `${day} ${unit}`;
}

function chunks(units: readonly string[]): string[][] {
  const some: string[][] = [];
  for (let i = 0; i < units.length; i += unitsMax) some.push(units.slice(i, i + unitsMax));
  return some;
}
