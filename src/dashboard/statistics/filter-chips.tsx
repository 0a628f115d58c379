import { useRef } from "preact/hooks";
import { type FilterGroup, filterLabel, groupFilters, groupText } from "../address/filters.ts";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import type { SegmentList } from "../site/definitions.ts";
import { useSite } from "../site/site.ts";
import { filtersWords } from "../words/filters.ts";
import { format } from "../words/reader.ts";

/** Shows the active segment and filters. Each can be changed and removed. */
export function FilterChips({ segments }: { readonly segments: SegmentList }) {
  const { query, hrefWith } = useSite();
  const { filters, segment } = query;
  const root = useRef<HTMLDivElement>(null);
  const groups = groupFilters(filters);
  const segmentName =
    segment === undefined
      ? undefined
      : (segments.data?.find(({ id }) => id === segment)?.name ??
        filtersWords.segmentNumber(segment));
  const texts = [
    ...(segmentName === undefined ? [] : [`${filtersWords.segment} ${segmentName}`]),
    ...groups.map(textOf),
  ];
  /** Focuses the chip that takes the place of a removed one, or what adds the next. */
  const focusNext = (index: number) =>
    requestAnimationFrame(() => {
      const closes = root.current?.querySelectorAll<HTMLElement>(".chip-close") ?? [];
      const next = closes[Math.min(index, closes.length - 1)];
      (next ?? root.current?.parentElement?.querySelector("a"))?.focus();
    });
  const first = segment === undefined ? 0 : 1;
  return (
    <div class="chip-list" ref={root}>
      {texts.length === 0 ? (
        <p class="chips muted">{filtersWords.all}</p>
      ) : (
        <ul class="chips" aria-label={filtersWords.title}>
          {segmentName !== undefined && (
            <SegmentChip name={segmentName} onRemove={() => focusNext(0)} />
          )}
          {groups.map((group, nth) => (
            <Chip key={group.key} group={group} onRemove={() => focusNext(first + nth)} />
          ))}
          {texts.length > 1 && (
            <li>
              <Link
                class="quiet-button"
                href={hrefWith({ filters: [], segment: undefined })}
                onFollow={() => focusNext(0)}
              >
                {filtersWords.clear}
              </Link>
            </li>
          )}
        </ul>
      )}
      <p class="hidden" role="status">
        {filtersWords.counted(texts.length === 0 ? filtersWords.all : texts.join("; "))}
      </p>
    </div>
  );
}

function orList(words: readonly string[]): string {
  return format.list(words, "or");
}

function textOf({ name, filters }: FilterGroup): string {
  return `${filterLabel(name)} ${groupText(filters, orList)}`;
}

interface ChipProps {
  readonly group: FilterGroup;
  readonly onRemove: () => void;
}

function Chip({ group, onRemove }: ChipProps) {
  const { query, hrefWith } = useSite();
  const text = textOf(group);
  return (
    <li class="chip">
      <Link
        class="chip-text"
        href={hrefWith({ open: { name: "filter", edits: group.key } })}
        aria-label={filtersWords.edit(text)}
        title={text}
        opens
      >
        {filterLabel(group.name)} <strong>{groupText(group.filters, orList)}</strong>
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
        {filtersWords.segment} <strong>{name}</strong>
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
