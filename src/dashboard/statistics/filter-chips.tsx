import { type FilterGroup, filterLabel, groupText, textOfGroup } from "../address/filters.ts";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import { withNodes } from "../components/with-nodes.ts";
import { useSite } from "../site/site.ts";
import { filtersWords } from "../words/filters.ts";
import { format } from "../words/reader.ts";

interface FilterChipsProps {
  /** The name of the active segment, if there is one. */
  readonly segmentName: string | undefined;
  readonly groups: readonly FilterGroup[];
  /** Is called with the place of a chip that was removed. */
  readonly onRemove: (index: number) => void;
}

/** Shows the active segment and filters. Each can be changed and removed. */
export function FilterChips({ segmentName, groups, onRemove }: FilterChipsProps) {
  const { hrefWith } = useSite();
  const first = segmentName === undefined ? 0 : 1;
  return (
    <ul class="chips" aria-label={filtersWords.title}>
      {segmentName !== undefined && <SegmentChip name={segmentName} onRemove={() => onRemove(0)} />}
      {groups.map((group, nth) => (
        <Chip key={group.key} group={group} onRemove={() => onRemove(first + nth)} />
      ))}
      {first + groups.length > 1 && (
        <li>
          <Link
            class="quiet-button"
            href={hrefWith({ filters: [], segment: undefined })}
            onFollow={() => onRemove(0)}
          >
            {filtersWords.clear}
          </Link>
        </li>
      )}
    </ul>
  );
}

function orList(words: readonly string[]): string {
  return format.list(words, "or");
}

interface ChipProps {
  readonly group: FilterGroup;
  readonly onRemove: () => void;
}

function Chip({ group, onRemove }: ChipProps) {
  const { query, hrefWith } = useSite();
  const text = textOfGroup(group, orList);
  return (
    <li class="chip">
      <Link
        class="chip-text"
        href={hrefWith({ open: { name: "filter", edits: group.key } })}
        aria-label={filtersWords.edit(text)}
        title={text}
        opens
      >
        {withNodes(
          (condition) => filtersWords.condition(filterLabel(group.name), condition),
          <strong>{groupText(group.filters, orList)}</strong>,
        )}
      </Link>
      <Link
        class="chip-close"
        href={hrefWith({ filters: query.filters.filter((each) => !group.filters.includes(each)) })}
        aria-label={filtersWords.remove(text)}
        onFollow={onRemove}
      >
        <Icon name="close" />
      </Link>
    </li>
  );
}

interface SegmentChipProps {
  readonly name: string;
  readonly onRemove: () => void;
}

function SegmentChip({ name, onRemove }: SegmentChipProps) {
  const { hrefWith } = useSite();
  return (
    <li class="chip">
      <Link
        class="chip-text"
        href={hrefWith({ open: "segments" })}
        aria-label={filtersWords.editSegment(name)}
        opens
      >
        {withNodes(filtersWords.segmentNamed, <strong>{name}</strong>)}
      </Link>
      <Link
        class="chip-close"
        href={hrefWith({ segment: undefined })}
        aria-label={filtersWords.removeSegment(name)}
        onFollow={onRemove}
      >
        <Icon name="close" />
      </Link>
    </li>
  );
}
