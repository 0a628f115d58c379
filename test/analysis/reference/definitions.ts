import type { Matcher } from "./matchers.ts";

export interface Goal extends Matcher {
  readonly id: number;
  readonly name: string;
}

export interface Step extends Matcher {
  readonly name?: string | null | undefined;
}

export interface Funnel {
  readonly id: number;
  readonly name: string;
  readonly within: "day" | "visit";
  readonly steps: readonly Step[];
}

/** The values of each filter, as they are written. */
export type Filters = readonly (readonly [name: string, values: readonly string[]])[];

export interface Segment {
  readonly id: number;
  readonly name: string;
  readonly filters: Filters;
  readonly public: number;
}

/** The definitions of a website. */
export interface Definitions {
  readonly goals: readonly Goal[];
  readonly funnels: readonly Funnel[];
  readonly segments: readonly Segment[];
}
