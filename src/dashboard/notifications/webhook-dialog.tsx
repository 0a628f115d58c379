import { useState } from "preact/hooks";
import { webhookEvents, webhookFormats } from "../../model/choices.ts";
import { urlCharactersMax, webhookSecretCharactersMax } from "../../model/limits.ts";
import type { WebhookRecord } from "../../model/webhook.ts";
import type { FieldErrors } from "../api/failure.ts";
import { Check } from "../components/check.tsx";
import type { DialogEnds } from "../components/entries.tsx";
import { RecordDialog, useRecordForm } from "../components/record-form.tsx";
import { SelectField } from "../components/select-field.tsx";
import { NameField, TextField } from "../components/text-field.tsx";
import { notificationsWords } from "../words/notifications.ts";
import { webhooksPath } from "./known-recipients.ts";

const words = notificationsWords.webhooks;

interface WebhookDialogProps extends DialogEnds {
  /** Undefined to make one. */
  readonly webhook: WebhookRecord | undefined;
}

/** Makes a webhook, or changes one. Its secret is only asked for, as nobody can read it. */
export function WebhookDialog({ webhook, onClose, onDone }: WebhookDialogProps) {
  const [format, setFormat] = useState<string>(webhook?.format ?? "json");
  const form = useRecordForm({
    path: webhooksPath,
    id: webhook?.id,
    bodyOf: (fields) => bodyOf(fields, webhook, format),
    onDone,
  });
  const { errors } = form;
  return (
    <RecordDialog
      form={form}
      name={webhook?.name}
      add={words.add}
      addAction={words.addAction}
      fields={["name", "url", "format", "secret"]}
      onClose={onClose}
    >
      <NameField
        label={notificationsWords.name}
        errors={errors["name"]}
        defaultValue={webhook?.name ?? ""}
        required
      />
      <TextField
        label={words.url}
        hint={words.urlHint}
        errors={errors["url"]}
        type="url"
        name="url"
        defaultValue={webhook?.url ?? ""}
        maxLength={urlCharactersMax}
        required
      />
      <SelectField
        label={words.format}
        value={format}
        options={webhookFormats.map((name) => [name, words.formats[name]])}
        errors={errors["format"]}
        onSelect={setFormat}
      />
      <fieldset class="form-part">
        <legend>{words.events}</legend>
        <div class="grants">
          {webhookEvents.map((name) => (
            <Check
              key={name}
              label={words.eventNames[name]}
              name={name}
              isOn={webhook?.events.includes(name) ?? false}
            />
          ))}
          <p class="hint">{words.eventsHint}</p>
        </div>
      </fieldset>
      {format === "json" && <SecretField webhook={webhook} errors={errors} />}
      {webhook && <Check label={words.isOn} name="enabled" isOn={webhook.enabled} />}
    </RecordDialog>
  );
}

/** Returns the fields of the form as the API takes them. An empty secret changes nothing. */
function bodyOf(form: FormData, webhook: WebhookRecord | undefined, format: string): object {
  const text = (name: string) => String(form.get(name) ?? "");
  return {
    name: text("name").trim(),
    url: text("url").trim(),
    format,
    events: webhookEvents.filter((name) => form.has(name)),
    ...(text("secret") !== "" && { secret: text("secret") }),
    ...(form.has("no_secret") && { secret: null }),
    ...(webhook && { enabled: form.has("enabled") }),
  };
}

interface SecretFieldProps {
  readonly webhook: WebhookRecord | undefined;
  readonly errors: FieldErrors;
}

function SecretField({ webhook, errors }: SecretFieldProps) {
  const [isRemoved, setRemoved] = useState(false);
  const hasSecret = webhook?.has_secret ?? false;
  return (
    <>
      <TextField
        label={words.secret}
        hint={hasSecret ? words.secretKeep : words.secretHint}
        errors={errors["secret"]}
        type="password"
        name="secret"
        maxLength={webhookSecretCharactersMax}
        autoComplete="new-password"
        disabled={isRemoved}
      />
      {hasSecret && (
        <Check label={words.secretRemove} name="no_secret" isOn={isRemoved} onChange={setRemoved} />
      )}
    </>
  );
}
