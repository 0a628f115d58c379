import { closeTo, goTo } from "../address/address.ts";
import { isOfDays, wordsOf } from "../address/dimension-words.ts";
import type { OpenCard } from "../address/website-query.ts";
import { useAnswer } from "../api/answer.ts";
import type { AnnotationRecord, StatPage } from "../api/answers.ts";
import { statPath } from "../api/paths.ts";
import { Choice } from "../components/choice.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Download } from "../components/download.tsx";
import { Notice } from "../components/notice.tsx";
import { Pager } from "../components/pager.tsx";
import { SearchField } from "../components/search-field.tsx";
import { annotationsInTable } from "../site/annotations.ts";
import { useSite } from "../site/site.ts";
import { format } from "../words/reader.ts";
import { BreakdownTable } from "./breakdown-table.tsx";

interface BreakdownDialogProps {
  readonly open: OpenCard;
  readonly annotations: readonly AnnotationRecord[];
}

/** Shows all values of a dimension, with search, pages and a CSV download. */
export function BreakdownDialog({ open, annotations }: BreakdownDialogProps) {
  const { paths, days, query, hrefWith } = useSite();
  const { name, search, page, sort } = open;
  const words = wordsOf(name);
  const pathOf = (number: number) =>
    statPath(paths.stats, {
      name,
      days,
      population: query,
      search,
      sortBy: sort,
      sort: sort === "value" ? "asc" : "desc",
      page: number,
      perPage: 25,
    });
  const path = pathOf(page);
  const { data, isCurrent, failure, retry } = useAnswer<StatPage>(path);
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
  return (
    <Dialog title={words.many} onClose={() => closeTo(hrefWith({ open: undefined }))} isWide>
      <p class="dialog-sub muted">{format.days(days)}</p>
      <div class="toolbar">
        <SearchField label="Search" value={search} onSearch={(text) => show({ search: text })} />
        <Choice
          label="Order"
          options={[
            { value: "count", label: `By ${words.counts.toLowerCase()}` },
            { value: "value", label: isOfDays(name) ? "By day" : "By name" },
          ]}
          chosen={sort}
          onChoose={(value) => show({ sort: value })}
        />
      </div>
      <div key={page} class="dialog-scroll" data-stale={!isCurrent && !failure}>
        {failure && !isCurrent ? (
          <Notice failure={failure} onRetry={retry} />
        ) : (
          data && <BreakdownTable name={name} page={data} notes={notes} />
        )}
      </div>
      <footer class="dialog-foot">
        <Download path={path} />
        {data && <Pager meta={data.meta} hrefOf={(number) => hrefOf({ page: number })} />}
      </footer>
    </Dialog>
  );
}
