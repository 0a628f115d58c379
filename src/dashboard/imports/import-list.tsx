import { useEffect, useRef, useState } from "preact/hooks";

import type { ImportRecord } from "../../model/import.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { dayIn } from "../address/calendar-day.ts";
import { getAllPages } from "../api/all-pages.ts";
import { clearAnswers, useAnswer } from "../api/answer.ts";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { useProblem } from "../components/use-problem.ts";
import { useSite } from "../site/site.ts";
import { importsWords } from "../words/imports.ts";
import { format } from "../words/reader.ts";
import { pollMs } from "./follow.ts";
import { ImportReport } from "./import-report.tsx";
import { Progress } from "./progress.tsx";
import { filesText, isOfLogs, sourceName } from "./texts.ts";
import { UndoDialog } from "./undo-dialog.tsx";

const words = importsWords.list;

/** Lists the imports of a website, the newest first. Those that are under way are kept current. */
export function ImportList({ website: { id } }: { readonly website: WebsiteRecord }) {
  const path = `/api/v1/websites/${id}/imports`;
  const { data, failure, retry, refresh } = useAnswer<readonly ImportRecord[]>(
    `${path}?per_page=100`,
    getAllPages,
  );
  const [undone, setUndone] = useState<ImportRecord>();
  const heading = useRef<HTMLHeadingElement>(null);
  const status = useProgress(data, refresh);
  return (
    <section class="surface form brief" aria-labelledby="imports">
      <h2 id="imports" ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      <p class="hidden" role="status">
        {status}
      </p>
      {failure && !data && <Notice failure={failure} onRetry={retry} />}
      {data?.length === 0 && <p class="hint">{words.none}</p>}
      {data && data.length > 0 && (
        <ul class="entries import-list">
          {data.map((record) => (
            <Entry key={record.id} record={record} onUndo={() => setUndone(record)} />
          ))}
        </ul>
      )}
      {undone !== undefined && (
        <UndoDialog
          path={`${path}/${undone.id}`}
          record={undone}
          onClose={() => setUndone(undefined)}
          onUndone={() => {
            setUndone(undefined);
            // The dialog gives the focus back to its button, which goes.
            requestAnimationFrame(() => heading.current?.focus());
          }}
        />
      )}
    </section>
  );
}

/** Fetches the list each second while an import is under way. Returns what happens, in words. */
function useProgress(records: readonly ImportRecord[] | undefined, refresh: () => void): string {
  const active = records?.find(({ status }) => status === "running" || status === "deleting");
  const activeId = active?.id;
  const [lastId, setLastId] = useState<number>();
  useEffect(() => {
    if (activeId === undefined) return;
    setLastId(activeId);
    const timer = setInterval(refresh, pollMs);
    return () => {
      clearInterval(timer);
      // The statistics are others now.
      clearAnswers();
    };
  }, [activeId, refresh]);
  if (active === undefined) {
    const last = records?.find(({ id }) => id === lastId);
    if (last === undefined) return lastId === undefined ? "" : words.isUndone;
    const source = sourceName(last.source);
    const isLog = isOfLogs(last.source);
    return last.status === "failed" ? words.hasFailed(source, isLog) : words.isDone(source, isLog);
  }
  return active.status === "running" ? words.isRunning : words.isBeingUndone;
}

interface EntryProps {
  readonly record: ImportRecord;
  readonly onUndo: () => void;
}

function Entry({ record, onUndo }: EntryProps) {
  const { timezone } = useSite();
  const { id, source, status, rows, created_at } = record;
  return (
    <li>
      <div class="entry">
        <div>
          <p>
            <strong>{sourceName(source)}</strong>{" "}
            <span class={`import-status ${status}`}>{words.status[status]}</span>
          </p>
          {status !== "running" && <Summary record={record} />}
          <p class="hint">
            {words.files(format.day(dayIn(timezone, Date.parse(created_at))), filesText(record))}
          </p>
        </div>
        {status === "done" && <DaysLink record={record} />}
        {status !== "deleting" && (
          <button
            class="quiet-button"
            type="button"
            aria-label={words.undoNamed[status](id, sourceName(source), isOfLogs(source))}
            onClick={onUndo}
          >
            {words.undo[status]}
          </button>
        )}
      </div>
      {status === "running" && <Progress rows={rows.read} />}
      {status === "deleting" && <p class="hint">{words.removing}</p>}
      {(status === "done" || status === "failed") && (
        <details class="import-details" aria-label={words.reportOf(id)}>
          <summary aria-label={words.reportOf(id)}>{words.report}</summary>
          <ImportReport record={record} />
        </details>
      )}
    </li>
  );
}

function DaysLink({ record: { from, to, id } }: { readonly record: ImportRecord }) {
  const { hrefWith } = useSite();
  if (from === null || to === null) return null;
  return (
    <Link
      class="quiet-button"
      href={hrefWith({ view: "statistics", range: { from, to } })}
      aria-label={words.statisticsOf(id)}
    >
      {words.statistics}
    </Link>
  );
}

/** Says what an import has done, or why it failed. */
function Summary({ record }: { readonly record: ImportRecord }) {
  const reason = useProblem(record.problem);
  return <p class="hint">{record.problem === null ? summaryOf(record) : reason}</p>;
}

function summaryOf({ status, rows, days, from, to }: ImportRecord): string {
  if (status === "failed") return words.addedNothing;
  if (from === null || to === null) return importsWords.rows(rows.imported);
  return words.added(format.days({ from, to }), days.taken, rows.imported);
}
