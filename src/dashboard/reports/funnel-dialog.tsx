import { useState } from "preact/hooks";
import type { FunnelRecord } from "../../model/funnel.ts";
import { funnelStepsMax, funnelStepsMin } from "../../model/limits.ts";
import type { FieldErrors } from "../api/failure.ts";
import { Choice } from "../components/choice.tsx";
import { focusBeside } from "../components/focus-beside.ts";
import { Icon } from "../components/icon.tsx";
import { NameField } from "../components/text-field.tsx";
import { useSite } from "../site/site.ts";
import { funnelsWords as words } from "../words/funnels.ts";
import { DefinitionDialog } from "./definition-dialog.tsx";
import { moved, newStep, type StepDraft, stepDraftOf, stepsOf } from "./matcher-draft.ts";
import { MatcherFields } from "./matcher-fields.tsx";
import { useReport } from "./use-report.ts";

/** Asks for a funnel: the given one, or a new one. */
export function FunnelDialog({ funnel }: { readonly funnel: FunnelRecord | undefined }) {
  const { paths } = useSite();
  const { hrefOf, freshHref } = useReport();
  const [name, setName] = useState(funnel?.name ?? "");
  const [within, setWithin] = useState(funnel?.within ?? "day");
  const [steps, setSteps] = useState<readonly StepDraft[]>(
    () => funnel?.steps.map(stepDraftOf) ?? [newStep(), newStep()],
  );
  return (
    <DefinitionDialog
      words={words.form}
      listPath={`${paths.website}/funnels`}
      id={funnel?.id}
      name={name}
      onName={setName}
      body={() => ({ within, steps: stepsOf(steps) })}
      closeHref={hrefOf({ form: undefined })}
      deletedHref={freshHref({})}
      addedHref={(id) => freshHref({ id })}
      isWide
    >
      {(errors) => (
        <>
          <Choice
            label={words.timeLimit}
            options={[
              { value: "day", label: words.limits.day },
              { value: "visit", label: words.limits.visit },
            ]}
            chosen={within}
            onChoose={setWithin}
          />
          <p class="hint">{words.limitHints[within]}</p>
          <Steps steps={steps} errors={errors} onChange={setSteps} />
        </>
      )}
    </DefinitionDialog>
  );
}

interface StepsProps {
  readonly steps: readonly StepDraft[];
  readonly errors: FieldErrors;
  readonly onChange: (steps: readonly StepDraft[]) => void;
}

function Steps({ steps, errors, onChange }: StepsProps) {
  return (
    <>
      <ol class="step-fields">
        {steps.map((step, i) => (
          <li key={step.id}>
            <fieldset class="form-part">
              <legend>{words.step(i + 1)}</legend>
              <StepButtons steps={steps} index={i} onChange={onChange} />
              <MatcherFields
                draft={step}
                errors={errors}
                path={`steps.${i}.`}
                onChange={(changed) => onChange(steps.with(i, changed))}
              />
              <NameField
                label={words.stepName}
                errors={errors[`steps.${i}.name`]}
                value={step.name}
                placeholder={words.stepNameExample}
                onInput={({ currentTarget: { value } }) =>
                  onChange(steps.with(i, { ...step, name: value }))
                }
              />
            </fieldset>
          </li>
        ))}
      </ol>
      {steps.length < funnelStepsMax && (
        <button class="button" type="button" onClick={() => onChange([...steps, newStep()])}>
          <Icon name="plus" />
          {words.addStep}
        </button>
      )}
    </>
  );
}

interface StepButtonsProps extends Pick<StepsProps, "steps" | "onChange"> {
  readonly index: number;
}

function StepButtons({ steps, index, onChange }: StepButtonsProps) {
  const number = index + 1;
  return (
    <div class="step-buttons">
      <button
        class="quiet-button"
        type="button"
        disabled={index === 0}
        aria-label={words.moveUp(number)}
        onClick={() => onChange(moved(steps, index, -1))}
      >
        {words.up}
      </button>
      <button
        class="quiet-button"
        type="button"
        disabled={index === steps.length - 1}
        aria-label={words.moveDown(number)}
        onClick={() => onChange(moved(steps, index, 1))}
      >
        {words.down}
      </button>
      <button
        class="quiet-button"
        type="button"
        disabled={steps.length <= funnelStepsMin}
        aria-label={words.removeStep(number)}
        onClick={({ currentTarget }) => {
          focusBeside(currentTarget.closest("li"));
          onChange(steps.toSpliced(index, 1));
        }}
      >
        {words.remove}
      </button>
    </div>
  );
}
