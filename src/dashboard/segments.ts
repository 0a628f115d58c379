import { getAllPages } from "./api/all-pages.ts";
import { type Answer, useAnswer } from "./api/answer.ts";
import type { SegmentRecord } from "./api/answers.ts";
import { useSite } from "./site.ts";

/** The segments of a website by name; those that viewers may see, for them. */
export type SegmentList = Answer<readonly SegmentRecord[]>;

export function useSegments(): SegmentList {
  const { paths } = useSite();
  return useAnswer<readonly SegmentRecord[]>(
    `${paths.segments}?sort_by=name&sort=asc&per_page=100`,
    getAllPages,
  );
}
