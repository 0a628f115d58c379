import type { TestResult } from "../../model/alert.ts";
import type { WebhookRecord } from "../../model/webhook.ts";
import { getAllPages } from "../api/all-pages.ts";
import { useAnswer } from "../api/answer.ts";
import { sendJson } from "../api/request.ts";
import { Entries, type EntryDialog } from "../components/entries.tsx";
import { EntryActions } from "../components/entry-actions.tsx";
import { notificationsWords } from "../words/notifications.ts";
import { timeText } from "../words/reader.ts";
import { webhooksPath as path } from "./known-recipients.ts";
import { LastText } from "./last-text.tsx";
import { outcomeOf, TestButton, TestResults, useTest } from "./test-results.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";

const words = notificationsWords.webhooks;

/** Lists the webhooks, which are there for all websites. */
export function WebhookList() {
  const answer = useAnswer<readonly WebhookRecord[]>(`${path}?per_page=100`, getAllPages);
  return (
    <Entries
      title={words.title}
      hint={words.hint}
      add={words.add}
      added={words.added}
      path={path}
      answer={answer}
      empty={words.none}
      nameOf={({ name }) => name}
      deleteHint={() => words.deleteHint}
      entry={(webhook, onOpen) => <Entry webhook={webhook} onOpen={onOpen} />}
      dialog={(webhook, ends) => <WebhookDialog webhook={webhook} {...ends} />}
    />
  );
}

interface EntryProps {
  readonly webhook: WebhookRecord;
  readonly onOpen: (dialog: EntryDialog) => void;
}

function Entry({ webhook, onOpen }: EntryProps) {
  const { id, name, url, format, events, enabled, last, failed_at: failed } = webhook;
  const test = useTest();
  const run = async () => {
    const answer = await sendJson<{ data: TestResult }>("POST", `${path}/${id}/test`);
    return answer === undefined ? [] : [{ ...(await outcomeOf(answer.data)), to: name }];
  };
  const gets = events.map((event) => words.gets[event]);
  return (
    <>
      <div class="entry record">
        <div>
          <p>
            <strong>{name}</strong>
            {!enabled && <span class="badge">{notificationsWords.off}</span>}
          </p>
          <p class="hint">{url}</p>
          <p class="hint">{words.getsList(words.formats[format], gets)}</p>
          {failed !== null && <p class="error">{words.failed(timeText(failed))}</p>}
          <LastText last={last} words={words.last} />
        </div>
        <EntryActions name={name} onOpen={onOpen}>
          <TestButton state={test.state} name={name} isQuiet onTest={() => test.run(run)} />
        </EntryActions>
      </div>
      <TestResults state={test.state} />
    </>
  );
}
