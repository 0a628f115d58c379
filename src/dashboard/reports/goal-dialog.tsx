import { useState } from "preact/hooks";

import type { GoalRecord } from "../../model/goal.ts";
import { useSite } from "../site/site.ts";
import { goalsWords } from "../words/goals.ts";
import { DefinitionDialog } from "./definition-dialog.tsx";
import { matcherDraftOf, matcherOf, newMatcher } from "./matcher-draft.ts";
import { MatcherFields } from "./matcher-fields.tsx";
import { useReport } from "./use-report.ts";

interface GoalDialogProps {
  readonly goal: GoalRecord | undefined;
  readonly onDeleted: (goal: GoalRecord) => void;
}

/** Asks for a goal: the given one, or a new one. */
export function GoalDialog({ goal, onDeleted }: GoalDialogProps) {
  const { paths } = useSite();
  const { hrefOf, freshHref } = useReport();
  const [name, setName] = useState(goal?.name ?? "");
  const [draft, setDraft] = useState(() => (goal ? matcherDraftOf(goal) : newMatcher()));
  const fillNotFound = () => {
    setName(goalsWords.notFoundName);
    setDraft({ ...newMatcher("event"), value: "404" });
  };
  return (
    <DefinitionDialog
      words={goalsWords.form}
      listPath={`${paths.website}/goals`}
      id={goal?.id}
      name={name}
      onName={setName}
      body={() => matcherOf(draft)}
      closeHref={hrefOf({ form: undefined })}
      deletedHref={freshHref({})}
      onDeleted={() => goal && onDeleted(goal)}
    >
      {(errors) => (
        <>
          {goal === undefined && (
            <div>
              <button class="text-button" type="button" onClick={fillNotFound}>
                {goalsWords.notFound}
              </button>
            </div>
          )}
          <MatcherFields draft={draft} errors={errors} onChange={setDraft} />
        </>
      )}
    </DefinitionDialog>
  );
}
