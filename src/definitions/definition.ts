import type { Annotation } from "./annotation.ts";
import type { Funnel } from "./funnel.ts";
import type { Goal } from "./goal.ts";
import type { Segment } from "./segment.ts";

/** The fields of each kind of definition that a client sets. */
export interface Contents {
  readonly goal: Goal;
  readonly funnel: Funnel;
  readonly segment: Segment;
  readonly annotation: Annotation;
}
export type Kind = keyof Contents;

/** The number that a website may have of each kind. */
export const definitionsMax = {
  goal: 100,
  funnel: 50,
  segment: 100,
  annotation: 10_000,
} as const satisfies Record<Kind, number>;
export const kinds = Object.keys(definitionsMax) as Kind[];

/** A goal, funnel, segment or annotation of a website. */
export interface Definition<K extends Kind = Kind> {
  /** Ids rise within a website and kind, and are never reused. */
  readonly id: number;
  readonly content: Contents[K];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
