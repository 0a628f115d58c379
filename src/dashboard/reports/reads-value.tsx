import type { ReadFilterName } from "../../model/choices.ts";
import { exactly, hasFilter, toggleFilter } from "../address/filters.ts";
import { Link } from "../components/link.tsx";
import { useSite } from "../site/site.ts";
import { readsWords as words } from "../words/reads.ts";
import { readsFilters, withFilters } from "./reads-query.ts";

const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = words.values;
const rest: Readonly<Record<string, string>> = {
  "(other)": words.otherValues,
  "(unnamed)": words.unnamed,
};

/** Returns the words for a value of a property of reads. */
export function readsText(name: string, value: string): string {
  if (name === "operator" && value === "") return words.noOperator;
  return tables[name]?.[value] ?? rest[value] ?? value;
}

interface ReadsValueProps {
  readonly name: ReadFilterName;
  readonly value: string;
}

/** Shows a value of a property. It links to its filter. */
export function ReadsValue({ name, value }: ReadsValueProps) {
  const { query, hrefWith } = useSite();
  const text = readsText(name, value);
  // No filter selects what has no value.
  if (value === "") return <span class="value muted">{text}</span>;
  const filter = { name, value: exactly(value) };
  const filters = readsFilters(query);
  return (
    <Link
      href={hrefWith(withFilters(query, toggleFilter(filters, filter)))}
      title={text}
      aria-current={hasFilter(filters, filter) ? "true" : undefined}
    >
      {text}
    </Link>
  );
}
