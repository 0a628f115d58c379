import { useState } from "preact/hooks";

import type { correctionKinds } from "../../model/choices.ts";
import type { CorrectionResult } from "../../model/correction.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { explain } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { Dialog } from "../components/dialog.tsx";
import { TextField } from "../components/text-field.tsx";
import { commonWords } from "../words/common.ts";
import { correctionsWords as words } from "../words/corrections.ts";
import { format } from "../words/reader.ts";

/** Pages that the dialog shows before and after. */
const pairsShown = 10;

/** A correction that was tried, and what it would change. */
export interface TriedCorrection {
  readonly body: CorrectionBody;
  readonly result: CorrectionResult;
}

export interface CorrectionBody {
  readonly kind: (typeof correctionKinds)[number];
  readonly from: string;
  readonly to: string;
  readonly [field: string]: unknown;
}

interface CorrectionDialogProps {
  readonly path: string;
  readonly website: WebsiteRecord;
  readonly tried: TriedCorrection;
  readonly onClose: () => void;
}

/** Shows what a correction would change, and begins it. A deletion asks for the domain. */
export function CorrectionDialog({ path, website, tried, onClose }: CorrectionDialogProps) {
  const { body, result } = tried;
  const { domain, domain_unicode: written } = website;
  const [typed, setTyped] = useState("");
  const { isBusy, failure, wait } = useSending();
  const isConfirmed = body.kind !== "delete" || [domain, written].includes(typed.trim());
  const submit = (event: Event) => {
    event.preventDefault();
    wait(sendJson("POST", path, body), onClose);
  };
  const { before, after } = result.pageviews;
  return (
    <Dialog title={words.kinds[body.kind]} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        {result.events === 0 ? (
          <p>{words.nothing}</p>
        ) : (
          <>
            <p>{words.pageviews(format.count(before), format.count(after))}</p>
            {result.pairs.slice(0, pairsShown).map((pair) => (
              <p class="hint" key={pair.before}>
                {words.renamed(pair.before, pair.after)}
              </p>
            ))}
            <p>{words.warning}</p>
            {body.kind === "delete" && (
              <TextField
                label={words.confirm(written)}
                value={typed}
                spellcheck={false}
                onInput={(event) => setTyped(event.currentTarget.value)}
              />
            )}
          </>
        )}
        <p class="error" role="alert">
          {failure && explain(failure)}
        </p>
        <div class="form-end">
          <button class="button" type="button" onClick={onClose}>
            {commonWords.cancel}
          </button>
          {result.events > 0 && (
            <button
              class={body.kind === "pages" ? "button primary" : "button danger"}
              type="submit"
              disabled={!isConfirmed || isBusy}
            >
              {words.changes[body.kind](result.events, result.visitor_days)}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
