/** The numbers of a visitor day that have bounds: its page views, and the time of its visits. */
export const boundedNames = ["pageviews", "duration"] as const;
export type BoundedName = (typeof boundedNames)[number];

/** Bounds of a number, both inclusive. Those of `duration` are seconds. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** A standing condition: visitor days that meet all of its filters do not count. */
export interface StandingCondition {
  /** Unique among the website's conditions. */
  readonly name: string;
  readonly filters: ConditionFilters;
  readonly enabled: boolean;
  /** The first day that it is about, `YYYY-MM-DD`; null if it is about all. */
  readonly from: string | null;
}

/**
 * Name of a dimension → its values, as in a segment; bounds of numbers; and whether the visitor day
 * has engagement.
 */
export type ConditionFilters = Readonly<Record<string, readonly string[] | Bounds | YesOrNo>> &
  Readonly<Partial<Record<BoundedName, Bounds>>> & { readonly engaged?: YesOrNo };

export const yesOrNo = ["yes", "no"] as const;
export type YesOrNo = (typeof yesOrNo)[number];
