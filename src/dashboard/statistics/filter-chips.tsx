import {
  type Filter,
  filterLabel,
  negate,
  readFilter,
  relationOf,
  withoutFilter,
} from "../address/filters.ts";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import type { SegmentList } from "../site/definitions.ts";
import { useSite } from "../site/site.ts";

/** Shows the active segment and filters. Each can be removed, and filters can be negated. */
export function FilterChips({ segments }: { readonly segments: SegmentList }) {
  const { query, hrefWith } = useSite();
  const { filters, segment } = query;
  if (filters.length === 0 && segment === undefined) {
    return <p class="chips muted">All visitors</p>;
  }
  return (
    <ul class="chips" aria-label="Filters">
      {segment !== undefined && <SegmentChip id={segment} segments={segments} />}
      {filters.map((filter) => (
        <Chip key={`${filter.name} ${filter.value}`} filter={filter} />
      ))}
      {filters.length > 1 && (
        <li>
          <Link class="quiet-button" href={hrefWith({ filters: [], segment: undefined })}>
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}

function Chip({ filter }: { readonly filter: Filter }) {
  const { query, hrefWith } = useSite();
  const condition = readFilter(filter);
  const relation = relationOf(condition);
  const negated = query.filters.map((other) => (other === filter ? negate(filter) : other));
  const label = filterLabel(filter.name);
  return (
    <li class="chip">
      <span>{label}</span>
      <Link
        class="chip-relation"
        href={hrefWith({ filters: negated })}
        title={condition.isNegated ? "Include these instead" : "Exclude these instead"}
      >
        {relation}
      </Link>
      {condition.text !== "" && <strong>{condition.text}</strong>}
      <Link
        class="chip-close"
        href={hrefWith({ filters: withoutFilter(query.filters, filter) })}
        aria-label={`Remove filter: ${label} ${relation} ${condition.text}`}
      >
        <Icon name="close" />
      </Link>
    </li>
  );
}

interface SegmentChipProps {
  readonly id: number;
  readonly segments: SegmentList;
}

function SegmentChip({ id, segments }: SegmentChipProps) {
  const { hrefWith } = useSite();
  const name = segments.data?.find((segment) => segment.id === id)?.name ?? `number ${id}`;
  return (
    <li class="chip">
      <span>Segment</span>
      <strong>{name}</strong>
      <Link
        class="chip-close"
        href={hrefWith({ segment: undefined })}
        aria-label={`Remove segment: ${name}`}
      >
        <Icon name="close" />
      </Link>
    </li>
  );
}
