import { useState } from "preact/hooks";
import { goTo } from "../address/address.ts";
import { clearAnswers } from "../api/answer.ts";
import type { WebsiteRecord } from "../api/answers.ts";
import { explain, Failure, toFailure } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { ownTimezone } from "../words/reader.ts";
import { TimezoneField } from "./timezone-field.tsx";

/** Adds a website, and then opens its settings, which show the tracker's line of HTML. */
export function NewWebsiteDialog({ onClose }: { readonly onClose: () => void }) {
  const [state, setState] = useState<"ready" | "busy" | Failure>("ready");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setState("busy");
    add(form).then(
      (domain) => goTo(`/${domain}?view=settings`, { replace: true }),
      (cause: unknown) => setState(toFailure(cause)),
    );
  };
  const failure = state instanceof Failure ? state : undefined;
  return (
    <Dialog title="Add website" onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <Field
          label="Domain"
          hint="Subdomains are included. The domain cannot be changed later."
          errors={failure?.fields["domain"]}
        >
          {(control) => (
            <input
              {...control}
              class="input"
              name="domain"
              placeholder="example.com"
              required
              autoComplete="off"
              autoCapitalize="none"
              spellcheck={false}
            />
          )}
        </Field>
        <TimezoneField
          value={ownTimezone}
          hint="Days begin at midnight in this time zone."
          errors={failure?.fields["timezone"]}
        />
        <p class="error" role="alert">
          {failure && failure.code !== "VALIDATION" && explain(failure)}
        </p>
        <div class="form-end">
          <button class="button primary" type="submit" disabled={state === "busy"}>
            Add website
          </button>
        </div>
      </form>
    </Dialog>
  );
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
