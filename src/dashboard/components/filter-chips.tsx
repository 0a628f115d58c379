import { wordsOf } from "../dimension-words.ts";
import { type Filter, negate, readFilter, relationOf, withoutFilter } from "../filters.ts";
import { useSite } from "../site.ts";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

/** Shows the active filters. Each can be negated and removed. */
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
  const condition = readFilter(filter);
  const relation = relationOf(condition);
  const negated = query.filters.map((other) => (other === filter ? negate(filter) : other));
  const { one } = wordsOf(filter.name);
  return (
    <li class="chip">
      <span>{one}</span>
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
        aria-label={`Remove filter: ${one} ${relation} ${condition.text}`}
      >
        <Icon name="close" />
      </Link>
    </li>
  );
}
