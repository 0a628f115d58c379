import type { SegmentList } from "../api/definitions.ts";
import { useSite } from "../site.ts";
import { FilterChips } from "./filter-chips.tsx";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

/** Shows which visitors are counted, and opens the dialogs that choose them. */
export function FilterBar({ segments }: { readonly segments: SegmentList }) {
  const { record, hrefWith } = useSite();
  const hasSegments = record !== undefined || (segments.data?.length ?? 0) > 0;
  return (
    <div class="filter-bar">
      <Link class="quiet-button" href={hrefWith({ open: "filter" })} opens>
        <Icon name="filter" />
        Filter
      </Link>
      {hasSegments && (
        <Link class="quiet-button" href={hrefWith({ open: "segments" })} opens>
          Segments
        </Link>
      )}
      <FilterChips segments={segments} />
    </div>
  );
}
