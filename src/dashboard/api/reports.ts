import type { PageMeta } from "../../model/page.ts";

/** An event that a goal, a step or a start stands for. */
export interface MatcherRecord {
  readonly type: "page" | "event";
  readonly value: string;
  readonly props: Readonly<Record<string, string>> | null;
}

export interface GoalRecord extends MatcherRecord {
  readonly id: number;
  readonly name: string;
}

export interface FunnelStepRecord extends MatcherRecord {
  readonly name: string | null;
}

export interface FunnelRecord {
  readonly id: number;
  readonly name: string;
  readonly within: "day" | "visit";
  readonly steps: readonly FunnelStepRecord[];
}

export interface Money {
  readonly currency: string;
  readonly amount: number;
}

/** The numbers of the earlier range, and their changes since, if the query compares. */
export interface Compared<Name extends string> {
  readonly previous?: Readonly<Record<Name, number | null>>;
  readonly change?: Readonly<Record<Name, number | null>>;
}

export interface GoalStat extends Compared<"visitors" | "conversions" | "conversion_rate"> {
  readonly id: number;
  readonly name: string;
  readonly visitors: number;
  readonly conversions: number;
  readonly conversion_rate: number | null;
  readonly revenue: readonly Money[];
}

/** A value in the breakdown of a goal. */
export interface GoalValue {
  readonly value: string;
  readonly code?: string | null;
  readonly visitors: number;
  readonly converted: number;
  readonly conversions: number;
  readonly conversion_rate: number | null;
  readonly revenue: readonly Money[];
}

export interface FunnelStepStat {
  readonly step: number;
  readonly name: string;
  readonly visitors: number;
  readonly from_start: number | null;
  readonly from_previous: number | null;
  readonly dropped: number | null;
}

export interface FunnelStat
  extends Compared<"visitors" | "entered" | "completed" | "conversion_rate"> {
  readonly visitors: number;
  readonly entered: number;
  readonly completed: number;
  readonly conversion_rate: number | null;
  readonly steps: readonly FunnelStepStat[];
}

/** A value in the breakdown of a funnel. */
export interface FunnelValue {
  readonly value: string;
  readonly code?: string | null;
  readonly entered: number;
  readonly completed: number;
  readonly conversion_rate: number | null;
  /** The visitors who reached each step. */
  readonly steps: readonly number[];
}

export interface JourneyElement {
  readonly type: "page" | "event" | "end";
  readonly value: string;
}

export interface JourneyBranch extends JourneyElement {
  readonly visits: number;
  readonly share: number;
}

export interface JourneyPath {
  readonly path: readonly JourneyElement[];
  readonly visits: number;
  readonly share: number;
  readonly continued: number;
}

export interface PropKey {
  readonly key: string;
  readonly events: number;
  readonly visitors: number;
  readonly values: number;
}

export interface PropValue {
  readonly value: string;
  readonly count: number;
  readonly visitors: number;
  readonly revenue: readonly Money[];
}

/** The numbers among the values of a property. */
export interface PropNumbers {
  readonly count: number;
  readonly sum: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
}

export interface EngagedPage {
  readonly value: string;
  readonly visitors: number;
  readonly seconds: number | null;
  readonly scroll_depth: number | null;
}

export interface RevenueTotal
  extends Money,
    Compared<"amount" | "orders" | "refunds" | "visitors"> {
  /** The hour, day, week or month, if the query has an interval. */
  readonly value?: string;
  readonly orders: number;
  readonly refunds: number;
  readonly visitors: number;
  readonly average_order: number | null;
  readonly per_visitor: number | null;
}

export interface RevenueValue extends Money {
  readonly value: string;
  readonly code?: string | null;
  readonly orders: number;
  readonly visitors: number;
}

/** A page of a report, whose position has some more numbers. */
export interface ReportPage<Row, More = unknown> {
  readonly data: readonly Row[];
  readonly meta: PageMeta & More;
}
