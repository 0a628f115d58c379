import { useState } from "preact/hooks";
import { shareReports } from "../../model/choices.ts";
import { passwordCharactersMax, passwordCharactersMin } from "../../model/limits.ts";
import type { SegmentRecord } from "../../model/segment.ts";
import type { ShareRecord } from "../../model/share.ts";
import type { FieldErrors } from "../api/failure.ts";
import { Check, Checks, Radio } from "../components/check.tsx";
import type { DialogEnds } from "../components/entries.tsx";
import { ExpiryField } from "../components/expiry-field.tsx";
import { PasswordField } from "../components/password-field.tsx";
import { RecordDialog, useRecordForm } from "../components/record-form.tsx";
import { SelectField } from "../components/select-field.tsx";
import { NameField } from "../components/text-field.tsx";
import { reportTabsWords } from "../words/report-tabs.ts";
import { sharingWords as words } from "../words/sharing.ts";
import { bodyOf } from "./share-body.ts";

interface ShareDialogProps extends DialogEnds {
  /** The API path of the list. */
  readonly path: string;
  /** Undefined to make a link. */
  readonly share: ShareRecord | undefined;
  readonly segments: readonly Pick<SegmentRecord, "id" | "name">[];
}

/** Makes a shared link, or changes one. */
export function ShareDialog({ path, share, segments, onClose, onDone }: ShareDialogProps) {
  const [reports, setReports] = useState<ShareRecord["reports"]>(share?.reports ?? "all");
  const chosen = share?.segment_id ?? null;
  const isUnknown = chosen !== null && segments.every(({ id }) => id !== chosen);
  // The link keeps its segment, also while the list has not come.
  const options = isUnknown
    ? [...segments, { id: chosen, name: words.unnamedSegment(chosen) }]
    : segments;
  const form = useRecordForm({
    path,
    id: share?.id,
    bodyOf: (fields) => ({ ...bodyOf(fields, share), reports }),
    onDone,
  });
  const { errors } = form;
  return (
    <RecordDialog
      form={form}
      name={share?.name}
      add={words.make}
      addAction={words.makeDone}
      isDisabled={reports.length === 0}
      fields={["name", "segment_id", "password", "expires_at"]}
      onClose={onClose}
    >
      <NameField
        label={words.name}
        hint={words.nameHint}
        errors={errors["name"]}
        defaultValue={share?.name ?? ""}
        required
      />
      <SelectField
        label={words.segment}
        hint={words.segmentHint}
        errors={errors["segment_id"]}
        name="segment"
        value={String(chosen ?? "")}
        options={[
          ["", words.everybody],
          ...options.map(({ id, name }) => [String(id), name] as const),
        ]}
      />
      <ReportsField reports={reports} onChange={setReports} />
      <SharePassword hasPassword={share?.has_password ?? false} errors={errors} />
      <ExpiryField expires={share?.expires_at ?? null} errors={errors["expires_at"]} />
      <p class="hint">{words.language}</p>
    </RecordDialog>
  );
}

interface ReportsFieldProps {
  readonly reports: ShareRecord["reports"];
  readonly onChange: (reports: ShareRecord["reports"]) => void;
}

function ReportsField({ reports, onChange }: ReportsFieldProps) {
  return (
    <fieldset class="form-part">
      <legend>{words.reports}</legend>
      <div class="grants">
        <Radio
          label={words.allReports}
          name="reports"
          isOn={reports === "all"}
          onChoose={() => onChange("all")}
        />
        <Radio
          label={words.someReports}
          name="reports"
          isOn={reports !== "all"}
          onChoose={() => onChange(["overview"])}
        />
        {reports !== "all" && (
          <div class="grants-list">
            <Checks
              options={shareReports.map((name) => [name, reportTabsWords.names[name]])}
              chosen={reports}
              onChange={onChange}
            />
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
        <Check
          label={words.removePassword}
          name="no_password"
          isOn={isRemoved}
          onChange={setRemoved}
        />
      )}
    </>
  );
}
