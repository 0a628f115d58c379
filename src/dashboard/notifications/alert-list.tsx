import { useEffect } from "preact/hooks";
import type { AlertRecord, TestResult } from "../../model/alert.ts";
import type { GoalRecord } from "../../model/goal.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { closeTo, goTo } from "../address/address.ts";
import { getAllPages } from "../api/all-pages.ts";
import { type Answer, useAnswer } from "../api/answer.ts";
import type { Page } from "../api/answers.ts";
import { sendJson } from "../api/request.ts";
import { Dialog } from "../components/dialog.tsx";
import { Entries, type EntryDialog } from "../components/entries.tsx";
import { EntryActions } from "../components/entry-actions.tsx";
import { Notice } from "../components/notice.tsx";
import { useTicks } from "../components/visibility.ts";
import { useSite } from "../site/site.ts";
import { notificationsWords } from "../words/notifications.ts";
import { timeText } from "../words/reader.ts";
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

/** Lists the alerts of a website, with their state. */
export function AlertList({ website, hasMailServer }: AlertListProps) {
  const { query, hrefWith } = useSite();
  const answer = useAlerts(website);
  const goals = useGoals().data?.data ?? [];
  const known = useKnownRecipients();
  const ticks = useTicks(pollMs);
  const { refresh } = answer;
  useEffect(() => {
    if (ticks > 0) refresh();
  }, [ticks, refresh]);
  const path = pathOf(website);
  const { timezone } = website;
  return (
    <Entries
      title={words.title}
      hint={words.hint}
      add={words.add}
      adding={{ href: hrefWith({ open: "alert" }), isOpen: query.open === "alert" }}
      added={words.added}
      path={path}
      answer={answer}
      empty={words.none}
      nameOf={({ name }) => name}
      deleteHint={() => words.deleteHint}
      entry={(alert, onOpen) => <Entry {...{ path, alert, timezone, goals, known, onOpen }} />}
      dialog={(alert, ends) =>
        alert === undefined ? (
          <NewAlert website={website} hasMailServer={hasMailServer} onDone={ends.onDone} />
        ) : (
          <AlertDialog
            {...{ path, goals, known, hasMailServer, timezone, alert }}
            {...ends}
            start={draftOf(alert)}
            takenNames={[]}
          />
        )
      }
    />
  );
}

interface EntryProps {
  readonly path: string;
  readonly alert: AlertRecord;
  readonly timezone: string;
  readonly goals: Goals;
  readonly known: KnownRecipients;
  readonly onOpen: (dialog: EntryDialog) => void;
}

function Entry({ path, alert, timezone, goals, known, onOpen }: EntryProps) {
  const { id, name, to, enabled, state, last } = alert;
  const test = useTest();
  const run = async () => {
    const answer = await sendJson<{ data: readonly TestResult[] }>("POST", `${path}/${id}/test`);
    return Promise.all((answer?.data ?? []).map(outcomeOf));
  };
  const sentences = sentencesOf(draftOf(alert), goals, {
    zone: timezone,
    to: to.map((each) => recipientText(each, known)),
  });
  return (
    <>
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
    </>
  );
}

function stateText({ enabled, state, changed_at: changed }: AlertRecord): string {
  if (!enabled) return words.isOff;
  if (changed === null) return words.quiet;
  const time = timeText(changed);
  return state === "firing" ? words.firingSince(time) : words.quietSince(time);
}
