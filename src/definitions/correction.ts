import type { DayRange } from "../base/calendar.ts";
import type { PageRule } from "../base/page-rules.ts";
import type { FilterLists } from "./segment.ts";

/** Where filters look: at each event by itself, or at all that a visitor did on a day. */
export type CorrectionUnit = "event" | "visitor_day";

/** The things that a correction can replace by nothing. */
export type Redacted =
  | "props"
  | "page_query"
  | "referrer"
  | "utm"
  | "city"
  | "region"
  | "country"
  | "language"
  | "screen_resolution"
  | "browser_version"
  | "operating_system_version";

/** A change of the events of some days. Making it twice is the same as once. */
export type CorrectionChange =
  | { readonly kind: "pages"; readonly rules: readonly PageRule[] }
  | {
      readonly kind: "redact";
      readonly what: Redacted;
      /** The key of the props that go; null for all of them. */
      readonly key: string | null;
      readonly filters: FilterLists;
    }
  | { readonly kind: "delete"; readonly unit: CorrectionUnit; readonly filters: FilterLists }
  /** Deletes what one visitor, a number as text, did on a day. */
  | { readonly kind: "delete"; readonly visitor: string };

/** How much a correction changes. */
export interface CorrectionNumbers {
  readonly events: number;
  readonly visitorDays: number;
  readonly days: number;
  /** Page views of all its days. */
  readonly pageviews: { readonly before: number; readonly after: number };
}

export interface CorrectionMonth {
  /** `202611` */
  readonly month: number;
  /** Is written before the first event of the month changes; null until then. */
  readonly numbers: CorrectionNumbers | null;
  /** The days that change. */
  readonly days: readonly string[];
  readonly isDone: boolean;
}

export type CorrectionStatus = "running" | "done" | "failed" | "cancelled";

/**
 * A change of events that are stored. Everything that is known about it is in here, so any Footfall
 * can go on with it. When it is over, only numbers are left.
 */
export interface Correction extends DayRange {
  readonly kind: CorrectionChange["kind"];
  readonly status: CorrectionStatus;
  /** Null when it is over: nothing may tell what was taken away. */
  readonly change: CorrectionChange | null;
  /** The months that have events, in their order; null until they are known. */
  readonly months: readonly CorrectionMonth[] | null;
  /** One sentence about a failure. */
  readonly problem: string | null;
  /** The name of the caller who made it. */
  readonly author: string;
  /** ISO 8601, whole seconds, UTC. */
  readonly finishedAt: string | null;
  /** Whether nothing is left that was made of the events as they were. */
  readonly isSwept: boolean;
}

/** Returns a correction that is about to begin. */
export function newCorrection(
  change: CorrectionChange,
  { from, to }: DayRange,
  author: string,
): Correction {
  return {
    kind: change.kind,
    status: "running",
    from,
    to,
    change,
    months: null,
    problem: null,
    author,
    finishedAt: null,
    isSwept: false,
  };
}

/** Returns whether an event may have been changed already, so that it cannot be cancelled. */
export function hasBegun({ months }: Pick<Correction, "months">): boolean {
  return months?.some(({ numbers }) => numbers !== null) ?? false;
}

/** Returns the numbers of some months together. */
export function sumOfNumbers(numbers: readonly CorrectionNumbers[]): CorrectionNumbers {
  const sum = (of: (each: CorrectionNumbers) => number) =>
    numbers.reduce((total, each) => total + of(each), 0);
  return {
    events: sum(({ events }) => events),
    visitorDays: sum(({ visitorDays }) => visitorDays),
    days: sum(({ days }) => days),
    pageviews: {
      before: sum(({ pageviews }) => pageviews.before),
      after: sum(({ pageviews }) => pageviews.after),
    },
  };
}
