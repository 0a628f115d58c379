import { readerCharactersMax } from "../../model/limits.ts";
import type { FieldErrors } from "../api/failure.ts";
import { SelectField } from "../components/select-field.tsx";
import { TextField } from "../components/text-field.tsx";
import { notificationsWords } from "../words/notifications.ts";
import {
  type AlertDraft,
  isOfReads,
  measureOfReader,
  ownMetrics,
  readerOf,
  ruleKinds,
  windowsOf,
  withKind,
  withMeasure,
} from "./alert-draft.ts";
import { durationText, type Goals, shareText } from "./alert-text.ts";

const words = notificationsWords.alerts;

interface RuleFieldsProps {
  readonly draft: AlertDraft;
  readonly goals: Goals;
  readonly errors: FieldErrors;
  readonly onChange: (draft: AlertDraft) => void;
}

/** Asks when an alert shall tell people. */
export function RuleFields(props: RuleFieldsProps) {
  const { draft, goals, errors, onChange } = props;
  const { kind } = draft;
  const kinds = ruleKinds.filter((each) => each !== "goal" || goals.length > 0 || kind === "goal");
  const option = (each: AlertDraft["kind"]) => [each, words.kinds[each].option] as const;
  return (
    <>
      <SelectField
        label={words.when}
        hint={words.kinds[kind].hint}
        value={kind}
        options={[...kinds.map(option), ...(kind === "other" ? [option("other")] : [])]}
        errors={errors["when"]}
        onSelect={(chosen) => {
          const known = ruleKinds.find((each) => each === chosen);
          const ids = goals.map(({ id }) => id);
          if (known) onChange(withKind(draft, known, ids));
        }}
      />
      {kind !== "other" && (
        <div class="field-pair roomy">
          {kind !== "silence" && <MeasureField {...props} />}
          {isOfReads(draft.measure) && kind !== "silence" && <ReaderField {...props} />}
          <ThresholdField {...props} />
          <WindowField {...props} />
        </div>
      )}
    </>
  );
}

/** Asks for the number that is looked at. */
function MeasureField({ draft, goals, errors, onChange }: RuleFieldsProps) {
  const isOfGoal = draft.kind === "goal";
  const isUsual = draft.kind.startsWith("usual");
  const own = ownMetrics
    .filter((name) => !isUsual || name !== "reads")
    .map((name) => [name, words.measures[name]] as const);
  const ofGoals = goals.map(
    ({ id, name }) => [`goal:${id}`, isOfGoal ? name : words.measureOfGoal(name)] as const,
  );
  const known = isOfGoal ? ofGoals : [...own, ...ofGoals];
  const chosen = isOfReads(draft.measure) ? "reads" : draft.measure;
  const isKnown = known.some(([value]) => value === chosen);
  const gone = [draft.measure, words.unknownGoal(Number(draft.measure.split(":")[1]))] as const;
  return (
    <SelectField
      label={isOfGoal ? words.goal : words.measure}
      value={chosen}
      options={isKnown ? known : [...known, gone]}
      errors={errors["when.goal_id"] ?? errors["when.metric"]}
      onSelect={(measure) => onChange(withMeasure(draft, measure))}
    />
  );
}

/** Asks whose reads are counted. */
function ReaderField({ draft, errors, onChange }: RuleFieldsProps) {
  return (
    <TextField
      label={words.reader}
      hint={words.readerHint}
      errors={errors["when.reader"]}
      maxLength={readerCharactersMax}
      value={readerOf(draft.measure)}
      onInput={({ currentTarget: { value } }) =>
        onChange({ ...draft, measure: measureOfReader(value) })
      }
    />
  );
}

const factors = [1.5, 2, 3, 5, 10];
const shares = [0.75, 0.5, 0.25, 0.1];

/** Asks how much is too much, or too little. */
function ThresholdField({ draft, errors, onChange }: RuleFieldsProps) {
  const { kind, timesAbove, timesBelow } = draft;
  if (kind === "silence" || kind === "other") return null;
  if (kind === "usualAbove") {
    const all = [...new Set([...factors, timesAbove])].sort((a, b) => a - b);
    return (
      <SelectField
        label={words.timesAbove}
        value={String(timesAbove)}
        options={all.map((factor) => [String(factor), words.times(factor)])}
        errors={errors["when.times_above"]}
        onSelect={(factor) => onChange({ ...draft, timesAbove: Number(factor) })}
      />
    );
  }
  if (kind === "usualBelow") {
    const all = [...new Set([...shares, timesBelow])].sort((a, b) => b - a);
    return (
      <SelectField
        label={words.timesBelow}
        value={String(timesBelow)}
        options={all.map((share) => [String(share), shareText(share)])}
        errors={errors["when.times_below"]}
        onSelect={(share) => onChange({ ...draft, timesBelow: Number(share) })}
      />
    );
  }
  return <NumberField draft={draft} kind={kind} errors={errors} onChange={onChange} />;
}

interface NumberFieldProps extends Omit<RuleFieldsProps, "goals"> {
  readonly kind: "above" | "below" | "goal";
}

function NumberField({ draft, kind, errors, onChange }: NumberFieldProps) {
  const labels = { above: words.more, below: words.fewer, goal: words.least };
  return (
    <TextField
      label={labels[kind]}
      errors={errors[kind === "below" ? "when.below" : "when.above"]}
      type="number"
      inputMode="numeric"
      min={kind === "above" ? 0 : 1}
      max={1_000_000_000}
      step={1}
      required
      value={draft.number}
      onInput={(event) => onChange({ ...draft, number: event.currentTarget.value })}
    />
  );
}

/** Asks for the last minutes that the number is of. */
function WindowField({ draft, errors, onChange }: RuleFieldsProps) {
  const { kind, measure, windowMinutes } = draft;
  const all = [...new Set([...windowsOf(kind, measure), windowMinutes])].sort((a, b) => a - b);
  return (
    <SelectField
      label={kind === "silence" ? words.silentFor : words.window}
      value={String(windowMinutes)}
      options={all.map((minutes) => [String(minutes), durationText(minutes)])}
      errors={errors["when.window_minutes"] ?? errors["when.silent_minutes"]}
      onSelect={(minutes) => onChange({ ...draft, windowMinutes: Number(minutes) })}
    />
  );
}
