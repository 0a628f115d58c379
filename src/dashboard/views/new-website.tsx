import { useState } from "preact/hooks";

import { forgetAnswers } from "../api/answer.ts";
import type { WebsiteRecord } from "../api/answers.ts";
import { explain, Failure, toFailure } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { TimezoneField } from "../components/timezone-field.tsx";
import { goTo } from "../location.ts";
import { ownTimezone } from "../reader.ts";

/** Adds a website, and goes on to its settings, where the tracker's line is. */
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
          hint="Its subdomains are counted with it. It cannot be changed later."
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
          hint="Days begin at its midnight."
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
  forgetAnswers();
  if (answer === undefined) throw new Failure("UNKNOWN");
  return answer.data.domain;
}
