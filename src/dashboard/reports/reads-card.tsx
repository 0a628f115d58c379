import { useRef } from "preact/hooks";
import { closeTo, goTo } from "../address/address.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page } from "../api/answers.ts";
import { Dialog } from "../components/dialog.tsx";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { Select } from "../components/select.tsx";
import { useSteady } from "../components/use-steady.ts";
import { useNearness } from "../components/visibility.ts";
import { useSite } from "../site/site.ts";
import { cardsWords } from "../words/cards.ts";
import { format } from "../words/reader.ts";
import { readsWords as words } from "../words/reads.ts";
import { reportsWords } from "../words/reports.ts";
import {
  type ListName,
  type ListRow,
  listNamed,
  type ReadsList,
  readsList,
} from "./reads-lists.tsx";
import { purposes } from "./reads-names.ts";
import { openList, readsPath, withList } from "./reads-query.ts";
import { ReportList } from "./report-list.tsx";
import { ReportTable } from "./report-table.tsx";
import { useReport } from "./use-report.ts";

interface ListState {
  readonly list: ReadsList;
  /** The path of the list, without search, order and page. */
  readonly path: string;
}

function useList(name: ListName): ListState {
  const site = useSite();
  const purpose = purposes.find((each) => each === site.query.report.key);
  const list = readsList(name, { timezone: site.timezone, purpose });
  return { list, path: readsPath(site, list.report, list.params) };
}

interface ReadsCardProps {
  readonly name: ListName;
  /** Limit of rows, for which it has room from the start on. */
  readonly rows: 3 | 7 | 10;
}

/** Shows the first rows of a list. It loads when it is near the visible area. */
export function ReadsCard({ name, rows }: ReadsCardProps) {
  const { list, path } = useList(name);
  const { report, hrefOf } = useReport();
  const element = useRef<HTMLElement>(null);
  const isNear = useNearness(element);
  const answer = useAnswer<Page<ListRow>>(isNear ? `${path}&per_page=10` : undefined);
  const { isCurrent, failure, retry } = answer;
  const data = useSteady(answer.data, `${path} ${isCurrent}`, element);
  const { title, hint, columns, sort, empty } = list;
  const max = Math.max(...(data?.data ?? []).map((row) => row[sort] ?? 0), 1);
  return (
    <section class={`surface report reads-card list-${name}`} ref={element} aria-label={title}>
      <header class="report-head">
        <h2>{title}</h2>
        {name === "unread" && <PurposeSelect />}
      </header>
      {hint !== undefined && <p class="report-note muted">{hint}</p>}
      <div
        class={`report-body reads-rows-${rows}`}
        data-stale={isNear && !isCurrent && !failure}
        aria-busy={!isCurrent && !failure}
      >
        {failure && !isCurrent && <Notice failure={failure} onRetry={retry} isBrief />}
        {data && (isCurrent || !failure) && data.data.length === 0 && <p class="empty">{empty}</p>}
        {data && (isCurrent || !failure) && data.data.length > 0 && (
          <ReportTable
            caption={title}
            columns={columns}
            rows={data.data.slice(0, rows)}
            keyOf={({ value }) => value}
            shareOf={(row) => (row[sort] ?? 0) / max}
          />
        )}
      </div>
      <footer class="report-foot">
        {data && data.meta.total > 0 && (
          <Link
            class="quiet-button"
            href={hrefOf(withList(report, name))}
            aria-label={cardsWords.allNamed(format.count(data.meta.total), title)}
            opens
          >
            {cardsWords.all(format.count(data.meta.total))}
          </Link>
        )}
      </footer>
    </section>
  );
}

/** Asks for the purpose for which nobody read the unread pages. */
function PurposeSelect() {
  const { report, hrefOf } = useReport();
  const choose = (key: string) =>
    goTo(hrefOf({ key: key === "" ? undefined : key, page: 1 }), { replace: true });
  return (
    <Select label={words.one.purpose} value={report.key ?? ""} onSelect={choose}>
      <option value="">{words.everyPurpose}</option>
      {purposes.map((purpose) => (
        <option key={purpose} value={purpose}>
          {words.values.purpose[purpose]}
        </option>
      ))}
    </Select>
  );
}

/** Shows all rows of the list that the address names, with search, order, pages and CSV. */
export function ReadsDialog() {
  const name = listNamed(openList(useReport().report));
  return name && <OpenList name={name} />;
}

function OpenList({ name }: { readonly name: ListName }) {
  const { list, path } = useList(name);
  const { report, hrefOf } = useReport();
  const { title, hint, columns, sort, empty } = list;
  const close = () => closeTo(hrefOf(withList(report, undefined)));
  return (
    <Dialog title={title} onClose={close} isWide>
      <div class={`dialog-scroll reads-list list-${name}`}>
        <ReportList<ListRow>
          title={title}
          path={path}
          columns={columns}
          keyOf={({ value }) => value}
          barOf={(row) => row[sort] ?? 0}
          usualSort={sort}
          search={reportsWords.search}
          empty={empty}
          note={hint}
        >
          {name === "unread" && <PurposeSelect />}
        </ReportList>
      </div>
    </Dialog>
  );
}
