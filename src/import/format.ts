import type { Event } from "../collect/event.ts";
import type { EventRow } from "../events/row.ts";
import type { SourceFile } from "./files/source-file.ts";
import type { RowCounter } from "./run/row-counter.ts";

/** The products whose data can be imported. */
export const sources = [
  "plausible",
  "umami",
  "matomo",
  "simple-analytics",
  "goatcounter",
  "ga4",
  "ga4-csv",
  "fathom",
  "footfall",
  "access-log",
] as const;
export type Source = (typeof sources)[number];

/** The option of all imports of events: 0 if the website's rules for pages do not apply; else 1. */
export const applyRules = "apply_rules";

/** An event of another product, in Footfall's form. */
export interface SourceEvent {
  /** As the collector reads an event: its page, referrer, props, revenue and so on. */
  readonly event: Event;
  readonly timeMs: number;
  /** The day, `YYYY-MM-DD`, if the source says it; otherwise it follows from the time. */
  readonly date?: string;
  /** The source's name of the visitor. Events of a day with the same name are one visitor's. */
  readonly visitor: string;
  /** Only one of several events with the same key counts. Without a key, each of them does. */
  readonly key?: string;
  /** The event with the highest rank of those with the same key counts. */
  readonly rank?: number;
  /** Whether the row of another event brings it, so that it does not count as a row. */
  readonly isExtra?: boolean;
  /**
   * Columns that no URL tells, such as `browser`. Those of campaigns hold where the URL of
   * the page has none.
   */
  readonly columns: Partial<EventRow>;
  /** Whether `columns` are those that Footfall once stored, so that no URL is read again. */
  readonly isExact?: boolean;
}

/** The numbers of some visits. */
export interface VisitTotals {
  readonly visits: number;
  readonly bounces: number;
  /** Milliseconds from the first to the last event, over all of them. */
  readonly visit_ms: number;
}

/** Numbers of one value on one day. */
export interface SourceTotal {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** A dimension or total of `rollup_values`. */
  readonly dimension: string;
  readonly value: string;
  readonly visitors: number;
  readonly pageviews: number;
  readonly occurrences: number;
  /** The visits that the value had, as far as the files tell. */
  readonly visits?: VisitTotals;
  /** In thousandths, as amounts have three digits after the point. */
  readonly milliAmount?: number;
  /**
   * The number of rows of the files that it stands for: 1 for the first total of each row, 0 for
   * the others. So the sum counts the rows of a day.
   */
  readonly rows: number;
}

/** Props that stand in a file of their own, by the event that has them. */
export interface PropTable {
  /** Adds props of events: the event's key, the prop's name and value. */
  add(props: readonly (readonly [key: string, name: string, value: string])[]): Promise<void>;
  /** Returns the props of these events. */
  find(
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, readonly (readonly [string, string])[]>>;
}

export interface ReadContext {
  readonly website: { readonly id: number; readonly domain: string; readonly timezone: string };
  /** The `options` of the import, which `Format.optionErrors` has found right. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Counts the rows that are read and those that are skipped. */
  readonly counter: RowCounter;
  readonly props: PropTable;
}

interface FormatBase {
  readonly source: Source;
  /** Returns whether the files look like this source's, from their names and first bytes. */
  detects(files: readonly SourceFile[]): Promise<boolean>;
  /**
   * Throws `ImportRefused` if the names and the first line of each file tell that the files cannot
   * be read, and `Problem` VALIDATION on `options`. Returns what is known without reading on.
   */
  inspect(files: readonly SourceFile[], options: ReadContext["options"]): Promise<Inspection>;
  /** The names of the options that `options` may have. */
  readonly optionNames?: readonly string[];
}

/** The knowledge that the beginnings of the files give. */
export interface Inspection {
  /** Names of entries that are not read. */
  readonly ignored: readonly string[];
  /** Names of statistics that the files have no table for. */
  readonly missing?: readonly string[];
  /** Names of statistics whose visitors are sums, so that one may be counted twice. */
  readonly sums?: readonly string[];
}

/** A format whose rows are events. */
export interface EventFormat extends FormatBase {
  readonly kind: "events";
  /** Yields the events, some at a time. Throws `ImportFailed` if it has to stop. */
  read(files: readonly SourceFile[], context: ReadContext): AsyncIterable<readonly SourceEvent[]>;
}

/** A format whose rows are sums of a day. */
export interface TotalFormat extends FormatBase {
  readonly kind: "totals";
  read(files: readonly SourceFile[], context: ReadContext): AsyncIterable<readonly SourceTotal[]>;
}

export type Format = EventFormat | TotalFormat;
