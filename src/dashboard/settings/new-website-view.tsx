import { useState } from "preact/hooks";
import type { WebsiteRecord } from "../../model/website.ts";
import { goTo } from "../address/address.ts";
import { useAnswer } from "../api/answer.ts";
import { findWebsite, websiteSearchPath } from "../api/find-website.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { Dialog } from "../components/dialog.tsx";
import { FormEnd } from "../components/form-end.tsx";
import { Link } from "../components/link.tsx";
import { TextField } from "../components/text-field.tsx";
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
  const sending = useSending();
  const { errors } = sending;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const body = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement));
    const sent = sendJson<{ data: WebsiteRecord }>("POST", "/api/v1/websites", body);
    sending.wait(sent, (answer) => goTo(`/${answer?.data.domain}`, { replace: true }));
  };
  const isWrong = errors["domain"] !== undefined;
  const path = isWrong ? websiteSearchPath(domainIn(typed)) : undefined;
  const taken = useAnswer(path, findWebsite).data?.record;
  return (
    <Dialog title={words.add} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <TextField
          label={words.domain}
          hint={words.domainHint}
          errors={errors["domain"]}
          name="domain"
          defaultValue={domain}
          onInput={(event) => setTyped(event.currentTarget.value)}
          placeholder="example.com"
          required
          autoCapitalize="none"
          spellcheck={false}
        />
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
        <TimezoneField value={ownTimezone} hint={words.timezoneNew} errors={errors["timezone"]} />
        <FormEnd action={words.add} sending={sending} fields={["domain", "timezone"]} />
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
