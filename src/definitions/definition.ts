import type { Alert } from "./alert.ts";
import type { Annotation } from "./annotation.ts";
import type { StandingCondition } from "./condition.ts";
import type { Correction } from "./correction.ts";
import type { Funnel } from "./funnel.ts";
import type { Goal } from "./goal.ts";
import type { Import } from "./import.ts";
import type { Segment } from "./segment.ts";
import type { Share } from "./share.ts";
import type { View } from "./view.ts";

/** The content of each kind of definition. Clients set it, but for imports and corrections. */
export interface Contents {
  readonly goal: Goal;
  readonly funnel: Funnel;
  readonly segment: Segment;
  readonly annotation: Annotation;
  readonly import: Import;
  readonly correction: Correction;
  readonly share: Share;
  readonly alert: Alert;
  readonly view: View;
  readonly condition: StandingCondition;
}
export type Kind = keyof Contents;

/** The number that a website may have of each kind. Each person has as many own ones. */
export const definitionsMax = {
  goal: 100,
  funnel: 50,
  segment: 100,
  annotation: 10_000,
  import: 1_000,
  correction: 1_000,
  share: 100,
  alert: 100,
  view: 50,
  condition: 10,
} as const satisfies Record<Kind, number>;

/**
 * A goal, funnel, segment, annotation, shared link, alert, view or standing condition of a website.
 * Imports and corrections are kept as these are: numbered, changed by one writer at a time, known
 * to every process, and moved with their website.
 */
export interface Definition<K extends Kind = Kind> {
  /** Ids rise within a website and kind, and are never reused. */
  readonly id: number;
  readonly content: Contents[K];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Returns the id of the person whose own a definition is; 0 if all share it, as most kinds are. */
export function ownerOf(content: object): number {
  return "person" in content && typeof content.person === "number" ? content.person : 0;
}
