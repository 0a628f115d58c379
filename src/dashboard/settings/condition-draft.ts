import type { ConditionRecord } from "../../model/condition.ts";
import type { Filter } from "../address/filters.ts";
import { filtersOf, listsOf } from "../address/make-filters.ts";

/** The numbers of a visitor's day that a condition can bound. */
export const boundedNames = ["pageviews", "duration"] as const;
export type BoundedName = (typeof boundedNames)[number];

/** The filters of a condition, as the API has them. */
export interface ConditionFilters {
  readonly pageviews?: Bounds;
  readonly duration?: Bounds;
  readonly engaged?: "yes" | "no";
  readonly [dimension: string]: readonly string[] | Bounds | "yes" | "no" | undefined;
}

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** A condition, as the API has it. */
export interface Condition extends Omit<ConditionRecord, "filters"> {
  readonly filters: ConditionFilters;
}

/** The bounds of a number as they are typed; "" without one. */
type BoundsDraft = Readonly<Record<keyof Bounds, string>>;

/** A condition as the form has it. */
export interface ConditionDraft extends Readonly<Record<BoundedName, BoundsDraft>> {
  readonly name: string;
  readonly filters: readonly Filter[];
  readonly engaged: "" | "yes" | "no";
  /** The first day; "" for all days. */
  readonly from: string;
  readonly isOn: boolean;
}

const unbounded: BoundsDraft = { min: "", max: "" };

export const newCondition: ConditionDraft = {
  name: "",
  filters: [],
  engaged: "",
  pageviews: unbounded,
  duration: unbounded,
  from: "",
  isOn: true,
};

export function draftOf({ name, filters, enabled, from }: Condition): ConditionDraft {
  const { engaged = "", pageviews, duration } = filters;
  return {
    name,
    filters: valuesOf(filters),
    engaged,
    pageviews: boundsDraftOf(pageviews),
    duration: boundsDraftOf(duration),
    from: from ?? "",
    isOn: enabled,
  };
}

/** Returns the filters by values. */
export function valuesOf(filters: ConditionFilters): readonly Filter[] {
  const lists = Object.entries(filters).flatMap(([name, values]) =>
    Array.isArray(values) ? [[name, values as readonly string[]] as const] : [],
  );
  return filtersOf(Object.fromEntries(lists));
}

function boundsDraftOf({ min, max }: Bounds = {}): BoundsDraft {
  return { min: min?.toString() ?? "", max: max?.toString() ?? "" };
}

/** Returns the filters of a draft, as the API takes them. */
export function conditionFiltersOf({ filters, engaged, ...draft }: ConditionDraft) {
  const bounds = boundedNames.flatMap((name) => {
    const own = boundsOf(draft[name]);
    return Object.keys(own).length === 0 ? [] : [[name, own] as const];
  });
  const all: ConditionFilters = { ...listsOf(filters), ...Object.fromEntries(bounds) };
  return engaged === "" ? all : { ...all, engaged };
}

function boundsOf({ min, max }: BoundsDraft): Bounds {
  return { ...(min !== "" && { min: Number(min) }), ...(max !== "" && { max: Number(max) }) };
}
