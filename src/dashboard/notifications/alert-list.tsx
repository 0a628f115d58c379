import { useEffect, useState } from "preact/hooks";
import type { AlertRecord, TestResult } from "../../model/alert.ts";
import type { GoalRecord } from "../../model/goal.ts";
import { closeTo, goTo } from "../address/address.ts";
import { getAllPages } from "../api/all-pages.ts";
import { type Answer, useAnswer } from "../api/answer.ts";
import type { Page, WebsiteRecord } from "../api/answers.ts";
import { sendJson } from "../api/request.ts";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { Dialog } from "../components/dialog.tsx";
import { EntryActions } from "../components/entry-actions.tsx";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { useTicks } from "../components/visibility.ts";
import { useSite } from "../site/site.ts";
import { commonWords } from "../words/common.ts";
import { entriesWords } from "../words/entries.ts";
import { notificationsWords } from "../words/notifications.ts";
import { timeText } from "../words/times.ts";
import { AlertDialog } from "./alert-dialog.tsx";
import { draftOf, measureOf, newDraft } from "./alert-draft.ts";
import { type Goals, sentencesOf } from "./alert-text.ts";
import {
  type KnownRecipients,
  recipientText,
  testedText,
  useKnownRecipients,
} from "./known-recipients.ts";
import { LastText } from "./last-text.tsx";
import { outcomeOf, TestButton, TestResults, useTest } from "./test-results.tsx";

const words = notificationsWords.alerts;
/** A state changes within a minute, and is shown half a minute later at most. */
const pollMs = 30_000;

const pathOf = ({ id }: WebsiteRecord) => `/api/v1/websites/${id}/alerts`;

function useAlerts(website: WebsiteRecord): Answer<readonly AlertRecord[]> {
  const path = `${pathOf(website)}?sort_by=name&sort=asc&per_page=100`;
  return useAnswer<readonly AlertRecord[]>(path, getAllPages);
}

function useGoals(): Answer<Page<GoalRecord>> {
  const { paths } = useSite();
  return useAnswer<Page<GoalRecord>>(`${paths.website}/goals?per_page=100`);
}

interface NewAlertProps {
  readonly website: WebsiteRecord;
  readonly hasMailServer: boolean;
  readonly onDone: () => void;
}

/**
 * Makes an alert. In the statistics it begins with more than usual of the chart's number, and
 * elsewhere with silence.
 */
export function NewAlert({ website, hasMailServer, onDone }: NewAlertProps) {
  const { query, hrefWith } = useSite();
  const alerts = useAlerts(website);
  const goals = useGoals();
  const known = useKnownRecipients();
  const close = () => closeTo(hrefWith({ open: undefined }));
  if (alerts.data === undefined || goals.data === undefined) {
    const { failure, retry } = alerts.failure ? alerts : goals;
    if (!failure) return null;
    return (
      <Dialog title={words.add} onClose={close}>
        <Notice failure={failure} onRetry={retry} />
      </Dialog>
    );
  }
  const isOfChart = query.view !== "notifications";
  const kind = isOfChart ? "usualAbove" : "silence";
  return (
    <AlertDialog
      path={pathOf(website)}
      alert={undefined}
      start={newDraft(kind, measureOf(query.metric), known.me?.id)}
      goals={goals.data.data}
      known={known}
      takenNames={alerts.data.map(({ name }) => name)}
      timezone={website.timezone}
      hasMailServer={hasMailServer}
      onClose={close}
      onDone={() => {
        if (isOfChart) {
          goTo(hrefWith({ view: "notifications", open: undefined }), { replace: true });
        } else close();
        onDone();
      }}
    />
  );
}

interface AlertListProps {
  readonly website: WebsiteRecord;
  readonly hasMailServer: boolean;
}

interface Open {
  readonly name: "change" | "delete";
  readonly alert: AlertRecord;
}

/** Lists the alerts of a website, with their state. */
export function AlertList({ website, hasMailServer }: AlertListProps) {
  const { query, hrefWith } = useSite();
  const { data, failure, retry, refresh } = useAlerts(website);
  const goals = useGoals().data?.data ?? [];
  const known = useKnownRecipients();
  const [open, setOpen] = useState<Open>();
  const [done, setDone] = useState("");
  const ticks = useTicks(pollMs);
  useEffect(() => {
    if (ticks > 0) refresh();
  }, [ticks, refresh]);
  const close = () => setOpen(undefined);
  const path = pathOf(website);
  return (
    <section class="surface form brief" aria-labelledby="alerts">
      <div class="section-head">
        <h2 id="alerts">{words.title}</h2>
        <Link class="button" href={hrefWith({ open: "alert" })} opens>
          <Icon name="plus" />
          {words.add}
        </Link>
      </div>
      <p class="hint">{words.hint}</p>
      <p role="status">{done}</p>
      {failure && !data && <Notice failure={failure} onRetry={retry} />}
      {data?.length === 0 && <p class="empty">{words.none}</p>}
      <ul class="entries">
        {data?.map((alert) => (
          <Entry
            key={alert.id}
            {...{ path, alert, website, goals, known }}
            onOpen={(name) => setOpen({ name, alert })}
          />
        ))}
      </ul>
      {query.open === "alert" && (
        <NewAlert
          website={website}
          hasMailServer={hasMailServer}
          onDone={() => setDone(words.added)}
        />
      )}
      {open?.name === "change" && (
        <AlertDialog
          {...{ path, goals, known, hasMailServer }}
          alert={open.alert}
          start={draftOf(open.alert)}
          takenNames={[]}
          timezone={website.timezone}
          onClose={close}
          onDone={() => {
            close();
            setDone(commonWords.saved);
          }}
        />
      )}
      {open?.name === "delete" && (
        <ConfirmDialog
          title={notificationsWords.deleteTitle(open.alert.name)}
          action={entriesWords.delete}
          send={() => sendJson("DELETE", `${path}/${open.alert.id}`)}
          onClose={close}
          onDone={() => {
            close();
            setDone("");
          }}
        >
          {words.deleteHint}
        </ConfirmDialog>
      )}
    </section>
  );
}

interface EntryProps {
  readonly path: string;
  readonly alert: AlertRecord;
  readonly website: WebsiteRecord;
  readonly goals: Goals;
  readonly known: KnownRecipients;
  readonly onOpen: (name: Open["name"]) => void;
}

function Entry({ path, alert, website, goals, known, onOpen }: EntryProps) {
  const { id, name, to, enabled, state, last } = alert;
  const test = useTest();
  const run = async () => {
    const answer = await sendJson<{ data: readonly TestResult[] }>("POST", `${path}/${id}/test`);
    return Promise.all((answer?.data ?? []).map(outcomeOf));
  };
  const sentences = sentencesOf(draftOf(alert), goals, {
    zone: website.timezone,
    to: to.map((each) => recipientText(each, known)),
  });
  return (
    <li>
      <div class="entry record">
        <div>
          <p>
            <strong>{name}</strong>
            {!enabled && <span class="badge">{notificationsWords.off}</span>}
            {state === "firing" && <span class="badge disabled">{words.firing}</span>}
          </p>
          <p class="hint">{sentences.join(" ")}</p>
          <p class={state === "firing" ? "error" : "hint"}>{stateText(alert)}</p>
          <LastText last={last} words={words.last} />
        </div>
        <EntryActions name={name} onOpen={onOpen}>
          <TestButton state={test.state} name={name} isQuiet onTest={() => test.run(run)} />
        </EntryActions>
      </div>
      <TestResults state={test.state} nameOf={(tested) => testedText(tested, known)} />
    </li>
  );
}

function stateText({ enabled, state, changed_at: changed }: AlertRecord): string {
  if (!enabled) return words.isOff;
  if (changed === null) return words.quiet;
  const time = timeText(changed);
  return state === "firing" ? words.firingSince(time) : words.quietSince(time);
}
