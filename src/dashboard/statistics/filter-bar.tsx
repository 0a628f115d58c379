import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import type { SegmentList } from "../site/definitions.ts";
import { useSite } from "../site/site.ts";
import { filtersWords } from "../words/filters.ts";
import { FilterChips } from "./filter-chips.tsx";

/** Shows which visitors are counted, and opens the dialogs that choose them. */
export function FilterBar({ segments }: { readonly segments: SegmentList }) {
  const { mayWrite, hrefWith } = useSite();
  const hasSegments = mayWrite || (segments.data?.length ?? 0) > 0;
  return (
    <div class="filter-bar">
      <Link class="quiet-button" href={hrefWith({ open: "filter" })} opens>
        <Icon name="filter" />
        {filtersWords.filter}
      </Link>
      {hasSegments && (
        <Link class="quiet-button" href={hrefWith({ open: "segments" })} opens>
          {filtersWords.segments}
        </Link>
      )}
      <FilterChips segments={segments} />
    </div>
  );
}
