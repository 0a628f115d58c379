import { type Filter, negate, sentenceOf, withoutFilter } from "../filters.ts";
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
  const [subject, relation, text] = sentenceOf(filter);
  const negated = query.filters.map((other) => (other === filter ? negate(filter) : other));
  return (
    <li class="chip">
      <span>{subject}</span>
      <Link
        class="chip-relation"
        href={hrefWith({ filters: negated })}
        title={filter.value.startsWith("!") ? "Include these instead" : "Exclude these instead"}
      >
        {relation}
      </Link>
      {text !== "" && <strong>{text}</strong>}
      <Link
        class="chip-close"
        href={hrefWith({ filters: withoutFilter(query.filters, filter) })}
        aria-label={`Remove filter: ${subject} ${relation} ${text}`}
      >
        <Icon name="close" />
      </Link>
    </li>
  );
}
