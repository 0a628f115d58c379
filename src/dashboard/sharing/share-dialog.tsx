import { useState } from "preact/hooks";
import {
  nameCharactersMax,
  passwordCharactersMax,
  passwordCharactersMin,
} from "../../model/limits.ts";
import type { ShareRecord } from "../../model/share.ts";
import { shareReports } from "../../model/share-reports.ts";

import type { SegmentRecord } from "../api/answers.ts";
import type { FieldErrors } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { Dialog } from "../components/dialog.tsx";
import { ExpiryField } from "../components/expiry-field.tsx";
import { Field } from "../components/field.tsx";
import { FormEnd } from "../components/form-end.tsx";
import { PasswordField } from "../components/password-field.tsx";
import { commonWords } from "../words/common.ts";
import { reportTabsWords } from "../words/report-tabs.ts";
import { sharingWords as words } from "../words/sharing.ts";
import { bodyOf } from "./share-body.ts";

interface ShareDialogProps {
  /** The API path of the list. */
  readonly path: string;
  /** Undefined to make a link. */
  readonly share: ShareRecord | undefined;
  readonly segments: readonly Pick<SegmentRecord, "id" | "name">[];
  readonly onClose: () => void;
}

/** Makes a shared link, or changes one. */
export function ShareDialog({ path, share, segments, onClose }: ShareDialogProps) {
  const [reports, setReports] = useState<ShareRecord["reports"]>(share?.reports ?? "all");
  const { isBusy, failure, wait } = useSending();
  const chosen = share?.segment_id ?? null;
  const isUnknown = chosen !== null && segments.every(({ id }) => id !== chosen);
  // The link keeps its segment, also while the list has not come.
  const options = isUnknown
    ? [...segments, { id: chosen, name: words.unnamedSegment(chosen) }]
    : segments;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const body = { ...bodyOf(form, share), reports };
    const sent = share
      ? sendJson("PATCH", `${path}/${share.id}`, body)
      : sendJson("POST", path, body);
    wait(sent, onClose);
  };
  const errors = failure?.fields ?? {};
  return (
    <Dialog title={share ? words.change(share.name) : words.make} onClose={onClose}>
      <form class="form dialog-form" onSubmit={submit}>
        <Field label={words.name} hint={words.nameHint} errors={errors["name"]}>
          {(control) => (
            <input
              {...control}
              class="input"
              name="name"
              defaultValue={share?.name ?? ""}
              maxLength={nameCharactersMax}
              autoComplete="off"
              required
            />
          )}
        </Field>
        <Field label={words.segment} hint={words.segmentHint} errors={errors["segment_id"]}>
          {(control) => (
            <select {...control} class="input" name="segment">
              <option value="">{words.everybody}</option>
              {options.map(({ id, name }) => (
                <option key={id} value={String(id)} selected={id === chosen}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <ReportsField reports={reports} onChange={setReports} />
        <SharePassword hasPassword={share?.has_password ?? false} errors={errors} />
        <ExpiryField expires={share?.expires_at ?? null} errors={errors["expires_at"]} />
        <p class="hint">{words.language}</p>
        <FormEnd
          action={share ? commonWords.save : words.makeDone}
          isDisabled={isBusy || reports.length === 0}
          failure={failure}
          fields={["name", "segment_id", "password", "expires_at"]}
        />
      </form>
    </Dialog>
  );
}

interface ReportsFieldProps {
  readonly reports: ShareRecord["reports"];
  readonly onChange: (reports: ShareRecord["reports"]) => void;
}

function ReportsField({ reports, onChange }: ReportsFieldProps) {
  const radio = (label: string, isChosen: boolean, chosen: ShareRecord["reports"]) => (
    <label class="radio">
      <input type="radio" name="reports" checked={isChosen} onChange={() => onChange(chosen)} />
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset class="form-part">
      <legend>{words.reports}</legend>
      <div class="grants">
        {radio(words.allReports, reports === "all", "all")}
        {radio(words.someReports, reports !== "all", ["overview"])}
        {reports !== "all" && (
          <div class="grants-list">
            {shareReports.map((name) => (
              <label key={name} class="check">
                <input
                  type="checkbox"
                  checked={reports.includes(name)}
                  onChange={(event) => {
                    const others = reports.filter((other) => other !== name);
                    onChange(event.currentTarget.checked ? [...others, name] : others);
                  }}
                />
                <span>{reportTabsWords.names[name]}</span>
              </label>
            ))}
          </div>
        )}
      </div>
    </fieldset>
  );
}

interface SharePasswordProps {
  readonly hasPassword: boolean;
  readonly errors: FieldErrors;
}

function SharePassword({ hasPassword, errors }: SharePasswordProps) {
  const [isRemoved, setRemoved] = useState(false);
  return (
    <>
      <PasswordField
        label={hasPassword ? words.optionalNewPassword : words.optionalPassword}
        name="password"
        isNew
        min={passwordCharactersMin}
        max={passwordCharactersMax}
        hint={hasPassword ? words.keepPassword : undefined}
        isRequired={false}
        isDisabled={isRemoved}
        errors={errors["password"]}
      />
      {hasPassword && (
        <label class="check">
          <input
            type="checkbox"
            name="no_password"
            checked={isRemoved}
            onChange={(event) => setRemoved(event.currentTarget.checked)}
          />
          <span>{words.removePassword}</span>
        </label>
      )}
    </>
  );
}
