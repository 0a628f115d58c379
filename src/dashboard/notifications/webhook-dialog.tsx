import { useState } from "preact/hooks";
import {
  nameCharactersMax,
  urlCharactersMax,
  webhookSecretCharactersMax,
} from "../../model/limits.ts";
import type { WebhookRecord } from "../../model/webhook.ts";
import type { FieldErrors } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormEnd } from "../components/form-end.tsx";
import { commonWords } from "../words/common.ts";
import { notificationsWords } from "../words/notifications.ts";
import { webhooksPath } from "./known-recipients.ts";
import { SelectField } from "./rule-fields.tsx";

const words = notificationsWords.webhooks;

const formats = ["json", "slack", "discord"] as const;
const eventNames = ["report", "import", "goal"] as const;

interface WebhookDialogProps {
  /** Undefined to make one. */
  readonly webhook: WebhookRecord | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Makes a webhook, or changes one. Its secret is only asked for, as nobody can read it. */
export function WebhookDialog({ webhook, onClose, onDone }: WebhookDialogProps) {
  const [format, setFormat] = useState<string>(webhook?.format ?? "json");
  const { isBusy, failure, wait } = useSending();
  const errors = failure?.fields ?? {};
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const body = bodyOf(new FormData(event.currentTarget as HTMLFormElement), webhook, format);
    const sent = webhook
      ? sendJson("PATCH", `${webhooksPath}/${webhook.id}`, body)
      : sendJson("POST", webhooksPath, body);
    wait(sent, onDone);
  };
  const title = webhook ? notificationsWords.changeNamed(webhook.name) : words.add;
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="form dialog-form" onSubmit={submit}>
        <AddressFields webhook={webhook} errors={errors} />
        <SelectField
          label={words.format}
          value={format}
          options={formats.map((name) => [name, words.formats[name]])}
          errors={errors["format"]}
          onSelect={setFormat}
        />
        <fieldset class="form-part">
          <legend>{words.events}</legend>
          <div class="grants">
            {eventNames.map((name) => (
              <label key={name} class="check">
                <input
                  type="checkbox"
                  name={name}
                  defaultChecked={webhook?.events.includes(name) ?? false}
                />
                <span>{words.eventNames[name]}</span>
              </label>
            ))}
            <p class="hint">{words.eventsHint}</p>
          </div>
        </fieldset>
        {format === "json" && <SecretField webhook={webhook} errors={errors} />}
        {webhook && (
          <label class="check">
            <input type="checkbox" name="enabled" defaultChecked={webhook.enabled} />
            <span>{words.isOn}</span>
          </label>
        )}
        <FormEnd
          action={webhook ? commonWords.save : words.addAction}
          isDisabled={isBusy}
          failure={failure}
          fields={["name", "url", "format", "secret"]}
        />
      </form>
    </Dialog>
  );
}

/** Returns the fields of the form as the API takes them. An empty secret changes nothing. */
function bodyOf(form: FormData, webhook: WebhookRecord | undefined, format: string): object {
  const text = (name: string) => String(form.get(name) ?? "");
  return {
    name: text("name").trim(),
    url: text("url").trim(),
    format,
    events: eventNames.filter((name) => form.has(name)),
    ...(text("secret") !== "" && { secret: text("secret") }),
    ...(form.has("no_secret") && { secret: null }),
    ...(webhook && { enabled: form.has("enabled") }),
  };
}

interface FieldsProps {
  readonly webhook: WebhookRecord | undefined;
  readonly errors: FieldErrors;
}

function AddressFields({ webhook, errors }: FieldsProps) {
  return (
    <>
      <Field label={notificationsWords.name} errors={errors["name"]}>
        {(control) => (
          <input
            {...control}
            class="input"
            name="name"
            defaultValue={webhook?.name ?? ""}
            maxLength={nameCharactersMax}
            autoComplete="off"
            required
          />
        )}
      </Field>
      <Field label={words.url} hint={words.urlHint} errors={errors["url"]}>
        {(control) => (
          <input
            {...control}
            class="input"
            type="url"
            name="url"
            defaultValue={webhook?.url ?? ""}
            maxLength={urlCharactersMax}
            autoComplete="off"
            required
          />
        )}
      </Field>
    </>
  );
}

function SecretField({ webhook, errors }: FieldsProps) {
  const [isRemoved, setRemoved] = useState(false);
  const hasSecret = webhook?.has_secret ?? false;
  return (
    <>
      <Field
        label={words.secret}
        hint={hasSecret ? words.secretKeep : words.secretHint}
        errors={errors["secret"]}
      >
        {(control) => (
          <input
            {...control}
            class="input"
            type="password"
            name="secret"
            maxLength={webhookSecretCharactersMax}
            autoComplete="new-password"
            disabled={isRemoved}
          />
        )}
      </Field>
      {hasSecret && (
        <label class="check">
          <input
            type="checkbox"
            name="no_secret"
            checked={isRemoved}
            onChange={(event) => setRemoved(event.currentTarget.checked)}
          />
          <span>{words.secretRemove}</span>
        </label>
      )}
    </>
  );
}
