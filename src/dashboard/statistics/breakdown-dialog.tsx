import { useRef } from "preact/hooks";
import type { AnnotationRecord } from "../../model/annotation.ts";
import type { StatPage } from "../../model/stat.ts";
import { closeTo, goTo } from "../address/address.ts";
import { isOfDays, wordsOf } from "../address/dimension-words.ts";
import type { OpenCard } from "../address/website-query.ts";
import { useAnswer } from "../api/answer.ts";
import { statPath } from "../api/paths.ts";
import { Dialog } from "../components/dialog.tsx";
import { Download } from "../components/download.tsx";
import { Notice } from "../components/notice.tsx";
import { Pager } from "../components/pager.tsx";
import { SearchField } from "../components/search-field.tsx";
import { useSteady } from "../components/use-steady.ts";
import { useSite } from "../site/site.ts";
import { annotationsInTable } from "../site/table-annotations.ts";
import { detailsWords } from "../words/details.ts";
import { format } from "../words/reader.ts";
import { BreakdownTable } from "./breakdown-table.tsx";
import { byChange, detailColumns, sortOf } from "./detail-columns.tsx";

interface BreakdownDialogProps {
  readonly open: OpenCard;
  readonly annotations: readonly AnnotationRecord[];
}

/** Shows all values of a dimension, with search, pages and a CSV download. */
export function BreakdownDialog({ open, annotations }: BreakdownDialogProps) {
  const { paths, days, query, comparison, earlier, hrefWith } = useSite();
  const { name, search, page } = open;
  const sort = sortOf(name, open.sort, earlier !== undefined);
  // The API knows no order by change, so the largest values are put into it here.
  const isByChange = sort === "change";
  const element = useRef<HTMLDivElement>(null);
  const words = wordsOf(name);
  const pathOf = (number: number) =>
    statPath(paths.stats, {
      name,
      days,
      population: query,
      search,
      sortBy: isByChange ? "count" : sort,
      // The newest day comes first, as on the card.
      sort: sort === "value" && !isOfDays(name) ? "asc" : "desc",
      comparison,
      page: number,
      perPage: isByChange ? 100 : 25,
    });
  const path = pathOf(page);
  const answer = useAnswer<StatPage>(path);
  const { isCurrent, failure, retry } = answer;
  const data = useSteady(answer.data, `${path} ${isCurrent}`, element);
  const shown = isOfDays(name) && search === "" ? annotations : [];
  // The next page tells up to which day annotations belong to this one.
  const hasNext = sort === "value" && data !== undefined && page < data.meta.last_page;
  const next = useAnswer<StatPage>(hasNext && shown.length > 0 ? pathOf(page + 1) : undefined);
  const notes = annotationsInTable(
    {
      days: data?.data.map(({ value }) => value) ?? [],
      isByDay: sort === "value",
      isFirstPage: page === 1,
      nextDay: hasNext ? next.data?.data[0]?.value : undefined,
    },
    shown,
  );
  const hrefOf = (change: Partial<OpenCard>) => hrefWith({ open: { ...open, ...change } });
  const show = (change: Partial<OpenCard>) =>
    goTo(hrefOf({ ...change, page: 1 }), { replace: true });
  const ordered = (page: StatPage) => (isByChange ? { ...page, data: byChange(page.data) } : page);
  const details = detailColumns({
    name,
    sort,
    isCompared: earlier !== undefined,
    sortHref: (by) => hrefOf({ sort: by, page: 1 }),
  });
  return (
    <Dialog title={words.many} onClose={() => closeTo(hrefWith({ open: undefined }))} isWide>
      <p class="dialog-sub muted">
        {earlier
          ? detailsWords.compared(format.days(days), format.days(earlier))
          : format.days(days)}
      </p>
      <div class="toolbar">
        <SearchField
          label={detailsWords.search}
          value={search}
          onSearch={(text) => show({ search: text })}
        />
      </div>
      <div
        key={page}
        class="dialog-scroll"
        ref={element}
        data-stale={!isCurrent && !failure}
        aria-busy={!isCurrent && !failure}
      >
        {failure && !isCurrent ? (
          <Notice failure={failure} onRetry={retry} />
        ) : (
          data && <BreakdownTable {...{ name, search, notes }} {...details} page={ordered(data)} />
        )}
      </div>
      <footer class="dialog-foot">
        <Download path={path} />
        {data && <Pager meta={data.meta} hrefOf={(number) => hrefOf({ page: number })} />}
      </footer>
    </Dialog>
  );
}
