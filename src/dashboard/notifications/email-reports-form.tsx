import { useState } from "preact/hooks";
import { wantedPeriods } from "../../model/choices.ts";
import type { EmailReportsRecord } from "../../model/email-reports.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { useMe } from "../api/caller.ts";
import { Failure } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { FormEnd } from "../components/form-end.tsx";
import { commonWords } from "../words/common.ts";
import { notificationsWords } from "../words/notifications.ts";
import {
  bodyOf,
  draftOf,
  lacksAddresses,
  planOf,
  type ReportsDraft,
} from "./email-reports-draft.ts";
import { LastText } from "./last-text.tsx";
import { addressesIn, errorsOfList } from "./recipients.ts";
import { AddressesField } from "./recipients-field.tsx";
import { PeriodsField, SendAtField } from "./report-fields.tsx";
import { type Outcome, sendTest, TestButton, TestResults, useTest } from "./test-results.tsx";

const words = notificationsWords.reports;

interface EmailReportsFormProps {
  readonly website: WebsiteRecord;
  readonly path: string;
  readonly record: EmailReportsRecord;
}

/** Asks which e-mail reports a website has, and who gets them. */
export function EmailReportsForm({ website, path, record }: EmailReportsFormProps) {
  const me = useMe();
  const [draft, setDraft] = useState(() => draftOf(record, me?.email));
  const [isLacking, setLacking] = useState(false);
  const sending = useSending();
  const test = useTest();
  const lacking = isLacking && lacksAddresses(draft, record) ? nobody : undefined;
  const failure = lacking ?? sending.failure;
  const errors = failure?.fields ?? {};
  const change = (part: Partial<ReportsDraft>) => {
    sending.touch();
    setDraft({ ...draft, ...part });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setLacking(lacksAddresses(draft, record));
    if (lacksAddresses(draft, record)) return;
    sending.wait(sendJson("PUT", path, bodyOf(draft)));
  };
  return (
    <form class="surface form" onSubmit={submit} noValidate>
      <div>
        <h2>{words.title}</h2>
        <p class="hint">{words.hint}</p>
      </div>
      <PeriodsField chosen={draft} onChange={change} />
      <AddressesField
        label={notificationsWords.recipients.addresses}
        hint={
          record.default_recipients === 0
            ? notificationsWords.recipients.addressesHint
            : words.addressesOrDefault(record.default_recipients)
        }
        value={draft.addresses}
        errors={addressErrors(draft, errors)}
        onType={(addresses) => change({ addresses })}
      />
      <SendAtField
        value={draft.sendAt}
        hint={words.sendAtHint(website.timezone)}
        errors={errors["send_at"]}
        onChange={(sendAt) => change({ sendAt })}
      />
      <div class="form-rows">
        <p class="plan" aria-live="polite">
          {planOf(draft, record)}
        </p>
        <TestResults state={test.state} />
      </div>
      <FormEnd
        action={commonWords.save}
        sending={{ ...sending, failure }}
        done={commonWords.saved}
        fields={["to", "send_at", ...Object.keys(errors).filter((name) => name.startsWith("to."))]}
      >
        <TestButton
          state={test.state}
          name={words.title}
          onTest={() => test.run(() => sendTests(path, draft))}
        />
      </FormEnd>
      <LastText last={record.last} words={words.last} />
    </form>
  );
}

const nobody = new Failure("VALIDATION", { fields: { to: [words.nobody] } });

/** Sends the report to each address of the form, or to whoever asks if there is none. */
async function sendTests(path: string, draft: ReportsDraft): Promise<readonly Outcome[]> {
  const period = wantedPeriods.find((name) => draft[name]);
  const addresses = addressesIn(draft.addresses);
  const outcomes: Outcome[] = [];
  for (const to of addresses.length === 0 ? [undefined] : addresses) {
    const body = { ...(to !== undefined && { to }), ...(period && { period }) };
    outcomes.push(await sendTest(path, body, to));
  }
  return outcomes;
}

function addressErrors({ addresses }: ReportsDraft, errors: Failure["fields"]): readonly string[] {
  const list = addressesIn(addresses);
  return errorsOfList(errors).map(({ index, text }) => {
    const address = index === undefined ? undefined : list[index];
    return address === undefined ? text : notificationsWords.recipients.wrong(address, text);
  });
}
