import { useRef, useState } from "preact/hooks";
import type { WebsiteRecord } from "../../model/website.ts";
import { useMe } from "../api/caller.ts";
import type { FieldErrors } from "../api/failure.ts";
import { Check } from "../components/check.tsx";
import { Field } from "../components/field.tsx";
import { settingsWords as words } from "../words/settings.ts";
import { readExcludedParams, writeAliases } from "./settings-form.ts";
import { TimezoneField } from "./timezone-field.tsx";

interface FieldsProps {
  readonly record: WebsiteRecord;
  readonly errors: FieldErrors;
}

/** Shows the settings that control the counting of events. */
export function CountingFields({ record, errors }: FieldsProps) {
  const params = readExcludedParams(record.exclude_params);
  const [isAllExcluded, setAllExcluded] = useState(params.isAll);
  return (
    <fieldset class="form-part">
      <legend>{words.counting}</legend>
      <TimezoneField
        value={record.timezone}
        hint={words.timezoneChange}
        errors={errors["timezone"]}
      />
      <Field label={words.aliases} hint={words.aliasesHint} errors={errors["aliases"]}>
        {(control) => (
          <textarea
            {...control}
            class="input code-input"
            name="aliases"
            rows={3}
            defaultValue={writeAliases(record.aliases)}
            spellcheck={false}
            autocapitalize="none"
          />
        )}
      </Field>
      <Check
        label={words.bots}
        hint={words.botsHint}
        name="exclude_bots"
        isOn={record.exclude_bots === 1}
      />
      <AddressesField value={record.exclude_ips} errors={errors["exclude_ips"]} />
      <Check
        label={words.dropParams}
        hint={words.dropParamsHint}
        name="exclude_all_params"
        isOn={isAllExcluded}
        onChange={setAllExcluded}
      />
      <div hidden={isAllExcluded && errors["exclude_params"] === undefined}>
        <Field label={words.params} hint={words.paramsHint} errors={errors["exclude_params"]}>
          {(control) => (
            <textarea
              {...control}
              class="input code-input"
              name="exclude_params"
              rows={3}
              placeholder={"ref\nfilter_*"}
              defaultValue={params.listed}
              spellcheck={false}
            />
          )}
        </Field>
      </div>
    </fieldset>
  );
}

interface AddressesFieldProps {
  readonly value: string | null;
  readonly errors: readonly string[] | undefined;
}

/** Asks for excluded addresses, and adds that of this browser. */
function AddressesField({ value, errors }: AddressesFieldProps) {
  const ip = useMe()?.ip;
  const [text, setText] = useState(value ?? "");
  const area = useRef<HTMLTextAreaElement>(null);
  const has = (list: string) => list.split("\n").some((line) => line.trim() === ip);
  const isThere = has(text);
  const add = () => {
    setText([text.trim(), ip].filter((part) => part !== "").join("\n"));
    area.current?.focus();
  };
  return (
    <div class="field">
      <Field label={words.addresses} hint={words.addressesHint} errors={errors}>
        {(control) => (
          <textarea
            {...control}
            ref={area}
            class="input code-input"
            name="exclude_ips"
            rows={3}
            placeholder={"203.0.113.7\n2001:db8::/32"}
            value={text}
            spellcheck={false}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      {ip && (
        <p class="own-address" role="status">
          {isThere ? words.yoursIsThere(ip, has(value ?? "")) : words.yours(ip)}
          {!isThere && (
            <button class="button" type="button" aria-label={words.addYoursNamed(ip)} onClick={add}>
              {words.addYours}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
