import { useState } from "preact/hooks";
import type { TestResult } from "../../model/alert.ts";
import type { WebhookRecord } from "../../model/webhook.ts";
import { getAllPages } from "../api/all-pages.ts";
import { useAnswer } from "../api/answer.ts";
import { sendJson } from "../api/request.ts";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { EntryActions } from "../components/entry-actions.tsx";
import { Icon } from "../components/icon.tsx";
import { Notice } from "../components/notice.tsx";
import { commonWords } from "../words/common.ts";
import { entriesWords } from "../words/entries.ts";
import { notificationsWords } from "../words/notifications.ts";
import { timeText } from "../words/times.ts";
import { webhooksPath as path } from "./known-recipients.ts";
import { LastText } from "./last-text.tsx";
import { outcomeOf, TestButton, TestResults, useTest } from "./test-results.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";

const words = notificationsWords.webhooks;

type Open =
  | { readonly name: "make" }
  | { readonly name: "change" | "delete"; readonly webhook: WebhookRecord };

/** Lists the webhooks, which are there for all websites. */
export function WebhookList() {
  const { data, failure, retry } = useAnswer<readonly WebhookRecord[]>(
    `${path}?per_page=100`,
    getAllPages,
  );
  const [open, setOpen] = useState<Open>();
  const [done, setDone] = useState("");
  const close = (said = "") => {
    setOpen(undefined);
    setDone(said);
  };
  return (
    <section class="surface form brief" aria-labelledby="webhooks">
      <div class="section-head">
        <h2 id="webhooks">{words.title}</h2>
        <button class="button" type="button" onClick={() => setOpen({ name: "make" })}>
          <Icon name="plus" />
          {words.add}
        </button>
      </div>
      <p class="hint">{words.hint}</p>
      <p role="status">{done}</p>
      {failure && !data && <Notice failure={failure} onRetry={retry} />}
      {data?.length === 0 && <p class="empty">{words.none}</p>}
      <ul class="entries">
        {data?.map((webhook) => (
          <Entry key={webhook.id} webhook={webhook} onOpen={(name) => setOpen({ name, webhook })} />
        ))}
      </ul>
      {(open?.name === "make" || open?.name === "change") && (
        <WebhookDialog
          webhook={open.name === "change" ? open.webhook : undefined}
          onClose={() => close()}
          onDone={() => close(open.name === "make" ? words.added : commonWords.saved)}
        />
      )}
      {open?.name === "delete" && (
        <ConfirmDialog
          title={notificationsWords.deleteTitle(open.webhook.name)}
          action={entriesWords.delete}
          send={() => sendJson("DELETE", `${path}/${open.webhook.id}`)}
          onClose={() => close()}
          onDone={() => close()}
        >
          {words.deleteHint}
        </ConfirmDialog>
      )}
    </section>
  );
}

interface EntryProps {
  readonly webhook: WebhookRecord;
  readonly onOpen: (name: "change" | "delete") => void;
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
    <li>
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
    </li>
  );
}
