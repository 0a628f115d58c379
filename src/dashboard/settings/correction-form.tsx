import { useRef, useState } from "preact/hooks";

import { correctionKinds, redactedValues } from "../../model/choices.ts";
import type { CorrectionResult } from "../../model/correction.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { Check } from "../components/check.tsx";
import { FormEnd } from "../components/form-end.tsx";
import { SelectField } from "../components/select-field.tsx";
import { TextField } from "../components/text-field.tsx";
import { correctionsWords as words } from "../words/corrections.ts";
import {
  type CorrectionBody,
  CorrectionDialog,
  type TriedCorrection,
} from "./correction-dialog.tsx";

type CorrectionKind = CorrectionBody["kind"];
type Errors = Readonly<Record<string, readonly string[]>>;

/** Asks for a correction, and shows first what it would change. */
export function CorrectionForm({ website }: { readonly website: WebsiteRecord }) {
  const [kind, setKind] = useState<CorrectionKind>("delete");
  const [tried, setTried] = useState<TriedCorrection>();
  const form = useRef<HTMLFormElement>(null);
  const sending = useSending("stay");
  const path = `/api/v1/websites/${website.id}/corrections`;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (form.current === null) return;
    const body = bodyOf(kind, new FormData(form.current));
    const asked = sendJson<{ data: CorrectionResult }>("POST", path, { ...body, dry_run: 1 });
    sending.wait(asked, (answer) => {
      if (answer !== undefined) setTried({ body, result: answer.data });
    });
  };
  const { errors } = sending;
  return (
    <>
      <form ref={form} onSubmit={submit} onInput={sending.touch}>
        <SelectField
          label={words.kind}
          name="kind"
          value={kind}
          options={correctionKinds.map((each) => [each, words.kinds[each]])}
          onSelect={(chosen) => setKind(chosen as CorrectionKind)}
        />
        <TextField label={words.from} name="from" type="date" required errors={errors["from"]} />
        <TextField label={words.to} name="to" type="date" required errors={errors["to"]} />
        {kind === "delete" && <DeletionFields errors={errors} />}
        {kind === "pages" && <PageFields errors={errors} />}
        {kind === "redact" && <RedactionFields errors={errors} />}
        <FormEnd action={words.preview} sending={sending} done="" fields={Object.keys(errors)} />
      </form>
      {tried !== undefined && (
        <CorrectionDialog
          path={path}
          website={website}
          tried={tried}
          onClose={() => setTried(undefined)}
        />
      )}
    </>
  );
}

function DeletionFields({ errors }: { readonly errors: Errors }) {
  const wrong = Object.entries(errors).find(([name]) => name.startsWith("filters"));
  const names = Object.entries(words.filters);
  return (
    <>
      <SelectField label={words.filter} name="filter" value="page" options={names} />
      <TextField
        label={words.value}
        hint={words.filterHint}
        name="value"
        required
        errors={wrong?.[1]}
      />
      <Check label={words.wholeDays} name="wholeDays" />
    </>
  );
}

function PageFields({ errors }: { readonly errors: Errors }) {
  return (
    <>
      <TextField
        label={words.match}
        hint={words.matchHint}
        name="match"
        placeholder="/users/*"
        required
        errors={errors["rules.0.match"]}
      />
      <TextField
        label={words.page}
        name="page"
        placeholder="/users/:id"
        required
        errors={errors["rules.0.page"]}
      />
      <Check label={words.keepQuery} name="keepQuery" isOn />
    </>
  );
}

function RedactionFields({ errors }: { readonly errors: Errors }) {
  const [what, setWhat] = useState<string>("page_query");
  return (
    <>
      <SelectField
        label={words.what}
        name="what"
        value={what}
        options={redactedValues.map((each) => [each, words.values[each]])}
        onSelect={setWhat}
      />
      {what === "props" && (
        <TextField label={words.key} hint={words.keyHint} name="key" errors={errors["key"]} />
      )}
    </>
  );
}

/** Returns the body of the request that the form stands for. */
function bodyOf(kind: CorrectionKind, data: FormData): CorrectionBody {
  const text = (name: string) => String(data.get(name) ?? "").trim();
  const common = { kind, from: text("from"), to: text("to") };
  if (kind === "pages") {
    const keep = data.has("keepQuery") ? 1 : 0;
    return { ...common, rules: [{ match: text("match"), page: text("page"), keep_query: keep }] };
  }
  if (kind === "redact") {
    const key = text("key");
    return { ...common, what: text("what"), ...(key !== "" && { key }) };
  }
  const unit = data.has("wholeDays") ? "visitor_day" : "event";
  return { ...common, filters: { [text("filter")]: [text("value")] }, unit };
}
