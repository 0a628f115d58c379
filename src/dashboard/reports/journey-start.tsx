import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { goTo } from "../address/address.ts";
import { Choice } from "../components/choice.tsx";
import { useSite } from "../site/site.ts";
import { journeysWords as words } from "../words/journeys.ts";
import { matchersWords } from "../words/matchers.ts";
import { type MatcherDraft, matcherDraftOf, matcherOf, newMatcher } from "./matcher-draft.ts";
import { MatchField } from "./matcher-fields.tsx";
import { useReport } from "./use-report.ts";
import { ValueField } from "./value-field.tsx";

type Kind = "visit" | MatcherDraft["type"];

interface JourneyStartProps {
  /** Is called when another start is asked for, whose journeys are not known yet. */
  readonly onAsk: (isAsking: boolean) => void;
}

/** Asks for the page or event at which a journey starts, in place of the visit's beginning. */
export function JourneyStart({ onAsk }: JourneyStartProps) {
  const { days } = useSite();
  const { report, hrefOf } = useReport();
  const [draft, setDraft] = useState(() => draftOf(report.start));
  const form = useRef<HTMLFormElement>(null);
  const shownType = draftOf(report.start)?.type;
  const type = draft?.type;
  // Before anything is drawn: who types right after the choice types into the field.
  useLayoutEffect(() => {
    if (type !== shownType) form.current?.querySelector("input")?.focus();
  }, [type, shownType]);
  const show = (start: string | undefined) =>
    goTo(hrefOf({ start, path: [], page: 1 }), { replace: true });
  const choose = (chosen: Kind) => {
    if (chosen === type) return;
    setDraft(chosen === "visit" ? undefined : newMatcher(chosen));
    onAsk(chosen !== "visit");
    if (chosen === "visit" && report.start !== undefined) show(undefined);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (draft === undefined) return;
    onAsk(false);
    show(`${draft.type}:${matcherOf(draft).value}`);
  };
  return (
    <form class="journey-start" ref={form} onSubmit={submit}>
      <Choice<Kind>
        label={words.start}
        options={[
          { value: "visit", label: report.isBack ? words.visitEnd : words.visitStart },
          { value: "page", label: words.aPage },
          { value: "event", label: words.anEvent },
        ]}
        chosen={type ?? "visit"}
        onChoose={choose}
      />
      {draft && (
        <>
          <MatchField match={draft.match} onChoose={(match) => setDraft({ ...draft, match })} />
          {draft.match !== "any" && (
            <ValueField
              label={matchersWords.value[draft.type]}
              type={draft.type}
              value={draft.value}
              days={days}
              onType={(value) => setDraft({ ...draft, value })}
            />
          )}
          <button class="button primary" type="submit">
            {words.show}
          </button>
        </>
      )}
    </form>
  );
}

/** Returns the fields for a start as the address has it: `page:/blog/*`. */
function draftOf(start: string | undefined): MatcherDraft | undefined {
  if (start === undefined) return undefined;
  const type = start.startsWith("page:") ? "page" : "event";
  return matcherDraftOf({ type, value: start.slice(type.length + 1), props: null });
}
