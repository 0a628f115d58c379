import { useState } from "preact/hooks";
import type { GoalRecord } from "../../model/goal.ts";
import { focusMain } from "../address/address.ts";
import { explainForm } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { useSite } from "../site/site.ts";
import { goalsWords as words } from "../words/goals.ts";

/**
 * Says that a goal was deleted, and makes it again on demand. It has another id then, by which
 * nothing was meant: what an alert or a shared link uses cannot be deleted.
 */
export function DeletedGoal({ goal }: { readonly goal: GoalRecord | undefined }) {
  const { paths } = useSite();
  const { isBusy, failure, wait } = useSending();
  const [restored, setRestored] = useState<GoalRecord>();
  const undo = ({ name, type, value, props }: GoalRecord) => {
    const sent = sendJson("POST", `${paths.website}/goals`, { name, type, value, props });
    wait(sent, () => {
      setRestored(goal);
      focusMain();
    });
  };
  return (
    <p class={goal === undefined ? "hidden" : "paused"} role="status">
      {goal && (restored === goal ? words.restored(goal.name) : words.deleted(goal.name))}{" "}
      {goal && restored !== goal && (
        <button class="quiet-button" type="button" disabled={isBusy} onClick={() => undo(goal)}>
          {words.undo}
        </button>
      )}
      {failure && explainForm(failure)}
    </p>
  );
}
