import type { PublishedRanges } from "../operator-ranges.ts";

/** The ranges that ship with the program. */
export const shippedRanges: readonly PublishedRanges[] = [];
