import type { Matcher } from "./matcher.ts";

/** An event that a website's owner wants visitors to trigger. */
export interface Goal extends Matcher {
  /** Unique among the website's goals. */
  readonly name: string;
}
