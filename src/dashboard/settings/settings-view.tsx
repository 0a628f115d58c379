import "./settings.css";
import { Fragment } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { WebsiteRecord } from "../../model/website.ts";
import { useAnswer } from "../api/answer.ts";
import { useMe } from "../api/caller.ts";
import { may } from "../api/me.ts";
import { useSending } from "../api/sending.ts";
import { getTagged, sendTagged, type Tagged } from "../api/tagged.ts";
import { FormEnd } from "../components/form-end.tsx";
import { LanguageField } from "../components/language-field.tsx";
import { lazy, pageToCome } from "../components/lazy.tsx";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { useUnsaved } from "../components/use-unsaved.ts";
import { useSite } from "../site/site.ts";
import { commonWords } from "../words/common.ts";
import { settingsWords as words } from "../words/settings.ts";
import { trackingWords } from "../words/tracking.ts";
import { viewWords } from "../words/views.ts";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { DeleteWebsite } from "./delete-website.tsx";
import { CountingFields } from "./settings-fields.tsx";
import { isOfCounting, settingsOf } from "./settings-form.ts";
import { TrackingCode } from "./tracking-code.tsx";

const EventSettings = lazy(
  () => import("./event-views.tsx"),
  (part) => part.EventSettings,
);

/** Shows a website's settings to its editors. */
export function SettingsView() {
  const { record } = useSite();
  const answer = useAnswer<Tagged<WebsiteRecord>>(
    record && `/api/v1/websites/${record.id}`,
    getTagged,
  );
  const mayDelete = may(useMe(), "create", record?.id);
  const { data, failure, retry } = answer;
  if (record === undefined) return null;
  return (
    <div class="settings">
      <section class="surface form brief">
        <h2>{trackingWords.code}</h2>
        <TrackingCode record={record} />
      </section>
      {data && <SettingsForm newest={data} />}
      {failure && !data && <Notice failure={failure} onRetry={retry} />}
      {!data && !failure && pageToCome}
      {(data || failure) && (
        <>
          <ViewLink view="what-counts" words={whatCountsWords} />
          <EventSettings record={record} />
          <ViewLink view="notifications" words={words.notifications} />
          <ViewLink view="import" words={words.moving} />
          {mayDelete && <DeleteWebsite record={record} />}
        </>
      )}
    </div>
  );
}

const whatCountsWords = { title: viewWords["what-counts"], ...words.whatCounts };

interface ViewLinkProps {
  readonly view: "what-counts" | "notifications" | "import";
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

interface SettingsFormProps {
  /** The website as the server has it. A form that was changed keeps what it began with. */
  readonly newest: Tagged<WebsiteRecord>;
}

function SettingsForm({ newest }: SettingsFormProps) {
  const sending = useSending();
  const form = useRef<HTMLFormElement>(null);
  const [{ record, tag }, setBase] = useState(newest);
  const [isCounting, setCounting] = useState(false);
  const changes = () => (form.current ? settingsOf(new FormData(form.current), record) : {});
  const isUnsaved = () => Object.keys(changes()).length > 0;
  useUnsaved(isUnsaved);
  useEffect(() => {
    if (!isUnsaved()) setBase(newest);
  }, [newest]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const settings = changes();
    const path = `/api/v1/websites/${record.id}`;
    sending.wait(sendTagged<WebsiteRecord>("PATCH", path, settings, tag), (changed) => {
      setBase(changed);
      setCounting(isOfCounting(settings));
    });
  };
  const isChanged = sending.failure?.code === "CHANGED_MEANWHILE";
  const showNewest = () => {
    sending.wait(getTagged<WebsiteRecord>(`/api/v1/websites/${record.id}`), setBase);
  };
  return (
    <form class="surface form" ref={form} onSubmit={submit} onInput={sending.touch}>
      <Fragment key={tag}>
        <CountingFields record={record} errors={sending.errors} />
        <LanguageField
          label={words.language}
          hint={words.languageHint}
          value={record.language}
          errors={sending.errors["language"]}
        />
      </Fragment>
      {isChanged && <ChangedMeanwhile websiteId={record.id} onShow={showNewest} />}
      <FormEnd
        action={commonWords.save}
        sending={isChanged ? { ...sending, failure: undefined } : sending}
        done={isCounting ? words.savedCounting : commonWords.saved}
        fields={["timezone", "aliases", "exclude_ips", "exclude_params", "language"]}
      />
    </form>
  );
}
