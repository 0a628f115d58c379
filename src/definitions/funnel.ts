import type { Matcher } from "./matcher.ts";

/** Events that visitors trigger one after the other. */
export interface Funnel {
  /** Unique among the website's funnels. */
  readonly name: string;
  /** Whether all steps must lie in one day, or in one visit. */
  readonly within: "day" | "visit";
  readonly steps: readonly FunnelStep[];
}

export interface FunnelStep extends Matcher {
  /** Null if the step is called by its value. */
  readonly name: string | null;
}
