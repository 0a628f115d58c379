import { useState } from "preact/hooks";
import type { Static } from "typebox";
import { wantedPeriods } from "../../model/choices.ts";
import type { MyEmailReports } from "../../model/email-reports.ts";
import { useAnswer } from "../api/answer.ts";
import { useMe } from "../api/caller.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { FormEnd } from "../components/form-end.tsx";
import { Notice } from "../components/notice.tsx";
import { SelectField } from "../components/select-field.tsx";
import { commonWords } from "../words/common.ts";
import { notificationsWords } from "../words/notifications.ts";
import { format, ownTimezone } from "../words/reader.ts";
import { timesOf } from "./email-reports-draft.ts";
import { LastText } from "./last-text.tsx";
import { PeriodsField, SendAtField } from "./report-fields.tsx";
import { sendTest, TestButton, TestResults, useTest } from "./test-results.tsx";

const words = notificationsWords.mine;

type Reports = Static<typeof MyEmailReports>;

const path = "/api/v1/me/email-reports";

/** Asks a person for the reports of all of its websites, which come in one mail. */
export function MyReports() {
  const { data, failure, retry } = useAnswer<{ data: Reports }>(path);
  if (data) return <MyReportsForm record={data.data} />;
  return failure ? <Notice failure={failure} onRetry={retry} /> : null;
}

function MyReportsForm({ record }: { readonly record: Reports }) {
  const me = useMe();
  const isOff = wantedPeriods.every((name) => !record[name]);
  const [draft, setDraft] = useState(isOff ? { ...record, timezone: ownTimezone } : record);
  const sending = useSending();
  const test = useTest();
  const { errors } = sending;
  const change = (part: Partial<Reports>) => {
    sending.touch();
    setDraft({ ...draft, ...part });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { day, week, month, send_at, timezone } = draft;
    sending.wait(sendJson("PUT", path, { day, week, month, send_at, timezone }));
  };
  const chosen = wantedPeriods.filter((name) => draft[name]);
  const [period] = chosen;
  const zones = [...new Set([ownTimezone, record.timezone])];
  return (
    <form class="surface form" onSubmit={submit}>
      <div>
        <h2>{words.title}</h2>
        <p class="hint">{words.hint}</p>
      </div>
      {!record.mail_server && <p class="warning">{notificationsWords.noMail.short}</p>}
      <PeriodsField chosen={draft} onChange={change} />
      <div class="field-pair">
        <SendAtField
          value={draft.send_at}
          errors={errors["send_at"]}
          onChange={(time) => change({ send_at: time })}
        />
        <SelectField
          label={words.timezone}
          value={draft.timezone}
          options={zones.map((zone) => [zone, zone])}
          errors={errors["timezone"]}
          onSelect={(timezone) => change({ timezone })}
        />
      </div>
      <div class="form-rows">
        <p class="plan" aria-live="polite">
          {chosen.length === 0
            ? words.off
            : words.plan(
                me?.email ?? "",
                timesOf(chosen),
                format.clock(draft.send_at),
                draft.timezone,
              )}
        </p>
        <TestResults state={test.state} />
      </div>
      <FormEnd
        action={commonWords.save}
        sending={sending}
        done={commonWords.saved}
        fields={["send_at", "timezone"]}
      >
        <TestButton
          state={test.state}
          name={words.title}
          onTest={() => test.run(async () => [await sendTest(path, period && { period })])}
        />
      </FormEnd>
      <LastText last={record.last} words={notificationsWords.reports.last} />
    </form>
  );
}
