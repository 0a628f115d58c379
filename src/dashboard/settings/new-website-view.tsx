import { useState } from "preact/hooks";
import { goTo } from "../address/address.ts";
import { clearAnswers, useAnswer } from "../api/answer.ts";
import type { WebsiteRecord } from "../api/answers.ts";
import { explain, Failure, toFailure } from "../api/failure.ts";
import { findWebsite, websiteSearchPath } from "../api/find-website.ts";
import { sendJson } from "../api/request.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { Link } from "../components/link.tsx";
import { ownTimezone } from "../words/reader.ts";
import { settingsWords as words } from "../words/settings.ts";
import { TimezoneField } from "./timezone-field.tsx";

export interface NewWebsiteProps {
  /** The domain that the form begins with; "" for none. */
  readonly domain: string;
  readonly onClose: () => void;
}

/** Adds a website, and then opens its statistics, which wait for the first visit. */
export function NewWebsiteDialog({ domain, onClose }: NewWebsiteProps) {
  const [typed, setTyped] = useState(domain);
  const [state, setState] = useState<"ready" | "busy" | Failure>("ready");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setState("busy");
    add(form).then(
      (added) => goTo(`/${added}`, { replace: true }),
      (cause: unknown) => setState(toFailure(cause)),
    );
  };
  const failure = state instanceof Failure ? state : undefined;
  const isWrong = failure?.fields["domain"] !== undefined;
  const path = isWrong ? websiteSearchPath(domainIn(typed)) : undefined;
  const taken = useAnswer(path, findWebsite).data?.record;
  return (
    <Dialog title={words.add} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <Field label={words.domain} hint={words.domainHint} errors={failure?.fields["domain"]}>
          {(control) => (
            <input
              {...control}
              class="input"
              name="domain"
              defaultValue={domain}
              onInput={(event) => setTyped(event.currentTarget.value)}
              placeholder="example.com"
              required
              autoComplete="off"
              autoCapitalize="none"
              spellcheck={false}
            />
          )}
        </Field>
        {isWrong && taken && (
          <p>
            <Link
              class="text-button"
              href={`/${taken.domain}`}
              aria-label={words.openNamed(taken.domain_unicode)}
            >
              {words.open}
            </Link>
          </p>
        )}
        <TimezoneField
          value={ownTimezone}
          hint={words.timezoneNew}
          errors={failure?.fields["timezone"]}
        />
        <p class="error" role="alert">
          {failure && failure.code !== "VALIDATION" && explain(failure)}
        </p>
        <div class="form-end">
          <button class="button primary" type="submit" disabled={state === "busy"}>
            {words.add}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns the host of what was typed: a domain, or an address of a page. */
function domainIn(typed: string): string {
  try {
    const address = typed.trim();
    const { hostname } = new URL(address.includes("://") ? address : `https://${address}`);
    return hostname.replace(/^www\./, "");
  } catch {
    return "";
  }
}

async function add(form: FormData): Promise<string> {
  const answer = await sendJson<{ data: WebsiteRecord }>("POST", "/api/v1/websites", {
    domain: form.get("domain"),
    timezone: form.get("timezone"),
  });
  clearAnswers();
  if (answer === undefined) throw new Failure("UNKNOWN");
  return answer.data.domain;
}
