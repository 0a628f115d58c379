import { emailCharactersMax } from "../../model/limits.ts";
import type { FieldErrors } from "../api/failure.ts";
import { Checks } from "../components/check.tsx";
import { Field } from "../components/field.tsx";
import { notificationsWords } from "../words/notifications.ts";
import { type KnownRecipients, recipientText } from "./known-recipients.ts";
import { errorsOfList, type Recipients, toRecipients } from "./recipients.ts";

const words = notificationsWords.recipients;

interface AddressesFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly errors: readonly string[];
  readonly onType: (text: string) => void;
}

/** Asks for e-mail addresses, one per line. */
export function AddressesField({ label, hint, value, errors, onType }: AddressesFieldProps) {
  return (
    <Field label={label} hint={hint} errors={errors.length === 0 ? undefined : errors}>
      {(control) => (
        <textarea
          {...control}
          class="input addresses"
          rows={2}
          value={value}
          maxLength={20 * (emailCharactersMax + 1)}
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface RecipientsFieldProps {
  readonly recipients: Recipients;
  readonly known: KnownRecipients;
  readonly errors: FieldErrors;
  readonly onChange: (recipients: Recipients) => void;
}

/** Asks who is told: people and webhooks that Footfall knows, and addresses. */
export function RecipientsField({ recipients, known, errors, onChange }: RecipientsFieldProps) {
  const { people, webhooks, addresses } = recipients;
  const { me } = known;
  const others = [...known.people.map(({ id }) => id), ...people].filter((id) => id !== me?.id);
  const hooks = [...known.webhooks.map(({ id }) => id), ...webhooks];
  const boxes = (name: "people" | "webhooks", options: readonly (readonly [number, string])[]) => (
    <Checks
      options={options}
      chosen={recipients[name]}
      onChange={(list) => onChange({ ...recipients, [name]: list })}
    />
  );
  const personLabel = (id: number) => {
    const person = known.people.find((each) => each.id === id);
    return person ? words.person(person.name, person.email) : words.unknownPerson(id);
  };
  const hasBoxes = me !== undefined || others.length > 0 || hooks.length > 0;
  return (
    <fieldset class="form-part recipients">
      <legend>{words.title}</legend>
      {hasBoxes && (
        <div class="grants">
          {me && boxes("people", [[me.id, words.me(me.email)]])}
          {(others.length > 0 || hooks.length > 0) && (
            <div class="grants-list">
              {boxes(
                "people",
                [...new Set(others)].map((id) => [id, personLabel(id)]),
              )}
              {boxes(
                "webhooks",
                [...new Set(hooks)].map((id) => [id, recipientText({ webhook_id: id }, known)]),
              )}
            </div>
          )}
        </div>
      )}
      <AddressesField
        label={hasBoxes ? words.moreAddresses : words.addresses}
        hint={words.addressesHint}
        value={addresses}
        errors={errorTexts(errors, recipients, known)}
        onType={(text) => onChange({ ...recipients, addresses: text })}
      />
    </fieldset>
  );
}

/** Returns the errors of the recipients, each with the name of the one that is wrong. */
function errorTexts(
  errors: FieldErrors,
  recipients: Recipients,
  known: KnownRecipients,
): readonly string[] {
  const sent = toRecipients(recipients);
  return errorsOfList(errors).map(({ index, text }) => {
    const recipient = index === undefined ? undefined : sent[index];
    return recipient === undefined ? text : words.wrong(recipientText(recipient, known), text);
  });
}
