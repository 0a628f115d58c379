import "./settings.css";
import { useState } from "preact/hooks";

import type { WebsiteRecord } from "../../model/website.ts";
import { useMe } from "../api/caller.ts";
import { may } from "../api/me.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { FormEnd } from "../components/form-end.tsx";
import { LanguageField } from "../components/language-field.tsx";
import { Link } from "../components/link.tsx";
import { useSite } from "../site/site.ts";
import { commonWords } from "../words/common.ts";
import { settingsWords as words } from "../words/settings.ts";
import { trackingWords } from "../words/tracking.ts";
import { DeleteWebsite } from "./delete-website.tsx";
import { CountingFields } from "./settings-fields.tsx";
import { isOfCounting, settingsOf } from "./settings-form.ts";
import { TrackingCode } from "./tracking-code.tsx";

/** Shows a website's settings to its editors. */
export function SettingsView() {
  const { record } = useSite();
  const mayDelete = may(useMe(), "create", record?.id);
  if (record === undefined) return null;
  return (
    <div class="settings">
      <section class="surface form brief">
        <h2>{trackingWords.code}</h2>
        <TrackingCode record={record} />
      </section>
      <SettingsForm record={record} />
      <ViewLink view="notifications" words={words.notifications} />
      <ViewLink view="import" words={words.moving} />
      {mayDelete && <DeleteWebsite record={record} />}
    </div>
  );
}

interface ViewLinkProps {
  readonly view: "notifications" | "import";
  readonly words: Readonly<Record<"title" | "hint" | "open", string>>;
}

/** Links to settings that have a view of their own. */
function ViewLink({ view, words: { title, hint, open } }: ViewLinkProps) {
  const { hrefWith } = useSite();
  return (
    <section class="surface form brief">
      <h2>{title}</h2>
      <p class="hint">{hint}</p>
      <div class="form-end">
        <Link class="button" href={hrefWith({ view, open: undefined })}>
          {open}
        </Link>
      </div>
    </section>
  );
}

function SettingsForm({ record }: { readonly record: WebsiteRecord }) {
  const sending = useSending();
  const [isCounting, setCounting] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const settings = settingsOf(new FormData(event.currentTarget as HTMLFormElement), record);
    sending.wait(sendJson("PATCH", `/api/v1/websites/${record.id}`, settings), () =>
      setCounting(isOfCounting(settings)),
    );
  };
  return (
    <form class="surface form" onSubmit={submit} onInput={sending.touch}>
      <CountingFields record={record} errors={sending.errors} />
      <LanguageField
        label={words.language}
        hint={words.languageHint}
        value={record.language}
        errors={sending.errors["language"]}
      />
      <FormEnd
        action={commonWords.save}
        sending={sending}
        done={isCounting ? words.savedCounting : commonWords.saved}
        fields={["timezone", "aliases", "exclude_ips", "exclude_params", "language"]}
      />
    </form>
  );
}
