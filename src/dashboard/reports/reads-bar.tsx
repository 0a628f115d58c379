import { useRef } from "preact/hooks";
import { groupFilters, groupText } from "../address/filters.ts";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import { withNodes } from "../components/with-nodes.ts";
import { useSegments } from "../site/definitions.ts";
import { useSite } from "../site/site.ts";
import { ComparePicker } from "../statistics/compare-picker.tsx";
import { RangePicker } from "../statistics/range-picker.tsx";
import { Paused, StatisticsDialog } from "../statistics/statistics-view.tsx";
import { filtersWords } from "../words/filters.ts";
import { format } from "../words/reader.ts";
import { readsWords as words } from "../words/reads.ts";
import { hasOthers, type ReadsFilter, readsFilters, withFilters } from "./reads-query.ts";
import { readsText } from "./reads-value.tsx";

/** Shows the filters that select reads, and the days. */
export function ReadsBar() {
  const { query, days } = useSite();
  const segments = useSegments();
  return (
    <>
      <div class="bar-row">
        <ReadsFilters />
        <RangePicker>
          <ComparePicker until={null} />
        </RangePicker>
      </div>
      <Paused />
      {hasOthers(query) && <p class="reads-note muted">{words.notForVisitors}</p>}
      {days.fromHour !== undefined && <p class="reads-note muted">{words.wholeDays}</p>}
      {typeof query.open === "string" && (
        <StatisticsDialog open={query.open} segments={segments} annotations={[]} />
      )}
    </>
  );
}

/** Shows each group of filters as a chip that can be removed. */
function ReadsFilters() {
  const { query, record, hrefWith } = useSite();
  const shown = readsFilters(query);
  const root = useRef<HTMLDivElement>(null);
  const groups = groupFilters(shown).map((group) => {
    const condition = groupText(group.filters, orList, readsText);
    return { ...group, condition, text: filtersWords.condition(words.one[group.name], condition) };
  });
  const texts = groups.length === 0 ? [words.all] : groups.map(({ text }) => text);
  const hrefOf = (filters: readonly ReadsFilter[]) => hrefWith(withFilters(query, filters));
  /** Focuses another chip, or what stands in their place. */
  const focusNext = () =>
    requestAnimationFrame(() => {
      const find = (what: string) => root.current?.querySelector<HTMLElement>(what);
      (find(".chip-close") ?? find("a, p"))?.focus();
    });
  return (
    <div class="filter-bar" ref={root}>
      {record && (
        <Link class="quiet-button" href={hrefWith({ open: "views" })} opens>
          {filtersWords.views}
        </Link>
      )}
      {groups.length === 0 ? (
        <p class="chips muted" tabIndex={-1}>
          {words.all}
        </p>
      ) : (
        <ul class="chips" aria-label={filtersWords.title}>
          {groups.map(({ key, name, filters, condition, text }) => (
            <li key={key} class="chip">
              <span class="chip-text" title={text}>
                {withNodes(
                  (part) => filtersWords.condition(words.one[name], part),
                  <strong>{condition}</strong>,
                )}
              </span>
              <Link
                class="chip-close"
                href={hrefOf(shown.filter((each) => !filters.includes(each)))}
                aria-label={filtersWords.remove(text)}
                onFollow={focusNext}
              >
                <Icon name="close" />
              </Link>
            </li>
          ))}
          {groups.length > 1 && (
            <li>
              <Link class="quiet-button" href={hrefOf([])} onFollow={focusNext}>
                {filtersWords.clear}
              </Link>
            </li>
          )}
        </ul>
      )}
      <p class="hidden" role="status">
        {words.counted(format.list(texts, "and"))}
      </p>
    </div>
  );
}

function orList(texts: readonly string[]): string {
  return format.list(texts, "or");
}
