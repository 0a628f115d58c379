import { useEffect } from "preact/hooks";

import type { CorrectionRecord } from "../../model/correction.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { getAllPages } from "../api/all-pages.ts";
import { clearAnswers, useAnswer } from "../api/answer.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { Notice } from "../components/notice.tsx";
import { useProblem } from "../components/use-problem.ts";
import { pollMs } from "../imports/follow.ts";
import { correctionsWords as words } from "../words/corrections.ts";
import { format } from "../words/reader.ts";
import { CorrectionForm } from "./correction-form.tsx";

/** Shows the corrections of a website, and the form for a new one. */
export function Corrections({ website }: { readonly website: WebsiteRecord }) {
  const path = `/api/v1/websites/${website.id}/corrections`;
  const { data, failure, retry, refresh } = useAnswer<readonly CorrectionRecord[]>(
    `${path}?per_page=100`,
    getAllPages,
  );
  const runningId = data?.find(({ status }) => status === "running")?.id;
  useEffect(() => {
    if (runningId === undefined) return;
    const timer = setInterval(refresh, pollMs);
    return () => {
      clearInterval(timer);
      // The statistics are others now.
      clearAnswers();
    };
  }, [runningId, refresh]);
  return (
    <section class="surface form brief" aria-labelledby="corrections">
      <h2 id="corrections">{words.title}</h2>
      <p class="hint">{words.hint}</p>
      <CorrectionForm website={website} />
      <p class="hidden" role="status">
        {data && data.length > 0 && (runningId === undefined ? words.isOver : words.isRunning)}
      </p>
      {failure && !data && <Notice failure={failure} onRetry={retry} />}
      {data?.length === 0 && <p class="hint">{words.none}</p>}
      {data && data.length > 0 && (
        <ul class="entries">
          {data.map((record) => (
            <Entry key={record.id} path={path} record={record} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface EntryProps {
  readonly path: string;
  readonly record: CorrectionRecord;
}

function Entry({ path, record }: EntryProps) {
  const { id, kind, status, from, to, months, result } = record;
  const { isBusy, wait } = useSending();
  const problem = useProblem(record.problem);
  const done = months.filter((month) => month.done).length;
  const begun = months.some(({ events }) => events !== null);
  return (
    <li>
      <div class="entry">
        <div>
          <p>
            <strong>{words.days(words.kinds[kind], format.days({ from, to }))}</strong>
          </p>
          <p class="hint">
            {words.status[status]}
            {status === "running" && months.length > 0 && (
              <> · {words.months(format.count(done), format.count(months.length))}</>
            )}
            {status === "done" && <> · {words.changed(result.events, result.visitor_days)}</>}
          </p>
          {record.problem !== null && <p class="hint">{problem}</p>}
        </div>
        {status === "running" && !begun && (
          <button
            class="quiet-button"
            type="button"
            disabled={isBusy}
            onClick={() => wait(sendJson("DELETE", `${path}/${id}`))}
          >
            {words.cancel}
          </button>
        )}
      </div>
    </li>
  );
}
