import type { AnnotationRecord } from "../../model/annotation.ts";
import type { SegmentRecord } from "../../model/segment.ts";
import { getAllPages } from "../api/all-pages.ts";
import { type Answer, useAnswer } from "../api/answer.ts";
import { useSite } from "./site.ts";

/** The segments of a website by name. Viewers have the public ones. */
export interface SegmentList extends Answer<readonly SegmentRecord[]> {
  readonly path: string;
}

export function useSegments(): SegmentList {
  const { paths } = useSite();
  const path = `${paths.segments}?sort_by=name&sort=asc&per_page=100`;
  return { ...useAnswer<readonly SegmentRecord[]>(path, getAllPages), path };
}

/** The annotations of the range by date and time. Viewers have the public ones. */
export function useAnnotations(): readonly AnnotationRecord[] {
  const { paths, days } = useSite();
  const params = new URLSearchParams({ from: days.from, to: days.to, sort: "asc" });
  const { data, isCurrent } = useAnswer<readonly AnnotationRecord[]>(
    `${paths.annotations}?${params}&per_page=100`,
    getAllPages,
  );
  return isCurrent && data ? data : none;
}

const none: readonly AnnotationRecord[] = [];
