import "./query.css";
import { useRef } from "preact/hooks";
import { groupFilters, textOfGroup } from "../address/filters.ts";
import { Icon } from "../components/icon.tsx";
import { lazy } from "../components/lazy.tsx";
import { Link } from "../components/link.tsx";
import type { SegmentList } from "../site/definitions.ts";
import { useSite } from "../site/site.ts";
import { filtersWords } from "../words/filters.ts";
import { format } from "../words/reader.ts";

// Most visits have no filter.
const FilterChips = lazy(
  () => import("./filter-chips.tsx"),
  (module) => module.FilterChips,
  <div class="chips" />,
);

/** Shows which visitors are counted, and opens the dialogs that choose them. */
export function FilterBar({ segments }: { readonly segments: SegmentList }) {
  const { mayWrite, record, query, segment: linked, hrefWith } = useSite();
  const { segment } = query;
  const root = useRef<HTMLDivElement>(null);
  const hasSegments = mayWrite || (segments.data?.length ?? 0) > 0;
  const groups = groupFilters(query.filters);
  const segmentName =
    segment === undefined
      ? undefined
      : (segments.data?.find(({ id }) => id === segment)?.name ??
        filtersWords.segmentNumber(segment));
  const shown = linked ? filtersWords.segmentNamed(linked) : filtersWords.all;
  const texts = [
    ...(segmentName === undefined ? [] : [filtersWords.segmentNamed(segmentName)]),
    ...groups.map((group) => textOfGroup(group, (words) => format.list(words, "or"))),
  ];
  /** Focuses the chip that takes the place of a removed one, or what adds the next. */
  const focusNext = (index: number) =>
    requestAnimationFrame(() => {
      const closes = root.current?.querySelectorAll<HTMLElement>(".chip-close") ?? [];
      const next = closes[Math.min(index, closes.length - 1)];
      (next ?? root.current?.querySelector("a"))?.focus();
    });
  return (
    <div class="filter-bar" ref={root}>
      <Link class="quiet-button" href={hrefWith({ open: "filter" })} opens>
        <Icon name="filter" />
        {filtersWords.filter}
      </Link>
      {hasSegments && (
        <Link class="quiet-button" href={hrefWith({ open: "segments" })} opens>
          {filtersWords.segments}
        </Link>
      )}
      {record && (
        <Link class="quiet-button" href={hrefWith({ open: "views" })} opens>
          {filtersWords.views}
        </Link>
      )}
      {(linked || texts.length === 0) && (
        <p class={linked ? "chips linked" : "chips muted"}>{shown}</p>
      )}
      {texts.length > 0 && (
        <FilterChips segmentName={segmentName} groups={groups} onRemove={focusNext} />
      )}
      <p class="hidden" role="status">
        {filtersWords.counted(
          format.list(linked || texts.length === 0 ? [shown].concat(texts) : texts, "and"),
        )}
      </p>
    </div>
  );
}
