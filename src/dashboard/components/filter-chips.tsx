import { wordsOf } from "../dimensions.ts";
import { type Filter, negate, readFilter, relationOf, withoutFilter } from "../filters.ts";
import { useSite } from "../site.ts";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

/** The filters that hold; each can be turned round and taken away. */
export function FilterChips() {
  const { query, hrefWith } = useSite();
  const { filters } = query;
  if (filters.length === 0) return <p class="chips muted">All visitors</p>;
  return (
    <ul class="chips" aria-label="Filters">
      {filters.map((filter) => (
        <Chip key={`${filter.name} ${filter.value}`} filter={filter} />
      ))}
      {filters.length > 1 && (
        <li>
          <Link class="quiet-button" href={hrefWith({ filters: [] })}>
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}

function Chip({ filter }: { readonly filter: Filter }) {
  const { query, hrefWith } = useSite();
  const reading = readFilter(filter);
  const relation = relationOf(reading);
  const turned = query.filters.map((other) => (other === filter ? negate(filter) : other));
  const { one } = wordsOf(filter.name);
  return (
    <li class="chip">
      <span>{one}</span>
      <Link
        class="chip-relation"
        href={hrefWith({ filters: turned })}
        title={reading.isNegated ? "Keep these instead" : "Leave these out instead"}
      >
        {relation}
      </Link>
      {reading.text !== "" && <strong>{reading.text}</strong>}
      <Link
        class="chip-close"
        href={hrefWith({ filters: withoutFilter(query.filters, filter) })}
        aria-label={`Remove filter: ${one} ${relation} ${reading.text}`}
      >
        <Icon name="close" />
      </Link>
    </li>
  );
}
