import { useEffect, useRef, useState } from "preact/hooks";

import { closeTo, goTo } from "../address/address.ts";
import { cards } from "../address/cards.ts";
import { isDimension, isOfDays, wordsOf } from "../address/dimension-words.ts";
import {
  type Condition,
  conditionText,
  type Filter,
  type FilterName,
  filterLabel,
  filtersMax,
  groupFilters,
  hasFilter,
  keyOfProp,
  readFilter,
  relationOf,
} from "../address/filters.ts";
import { filterValue, negate, propName } from "../address/make-filters.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { Icon } from "../components/icon.tsx";
import { useSite } from "../site/site.ts";
import { filterDialogWords } from "../words/filter-dialog.ts";
import { filtersWords } from "../words/filters.ts";
import { valueMeant, valueText } from "../words/values.ts";
import {
  type FilterKind,
  KeyField,
  type Reached,
  spelled,
  useReached,
  ValueField,
} from "./filter-value.tsx";

type Relation = Omit<Condition, "text">;

/** Returns the relations of each match, each followed by its opposite. */
const relationsOf = (matches: readonly Condition["match"][]): readonly Relation[] =>
  matches.flatMap((match) => [false, true].map((isNegated) => ({ isNegated, match })));
const valueRelations = relationsOf(["is", "begins", "contains", "any"]);
const reachedRelations = relationsOf(["reached"]);

/** The filters that the dialog has so far. */
interface Draft {
  readonly kind: FilterKind;
  /** The key of a property. */
  readonly key: string;
  /** The index of the relation. */
  readonly relation: number;
  /** The filters that are chosen already. */
  readonly chosen: readonly Filter[];
  /** The next value, or what a goal or a step is called. */
  readonly text: string;
}

const newDraft: Draft = { kind: "page", key: "", relation: 0, chosen: [], text: "" };

/** Returns the draft that a chip's filters begin with. */
function draftOf(chosen: readonly Filter[]): Draft {
  const [first] = chosen;
  if (first === undefined) return newDraft;
  const { isNegated, match } = readFilter(first);
  const key = keyOfProp(first.name);
  const kind = key === "" ? (first.name as FilterKind) : "prop";
  const relation = relationsFor(kind).findIndex(
    (each) => each.isNegated === isNegated && each.match === match,
  );
  return { kind, key, relation: Math.max(relation, 0), chosen, text: "" };
}

interface FilterDialogProps {
  /** The key of the chip whose filters are changed. */
  readonly edits?: string;
}

/** Adds filters to the page, or changes those of a chip. */
export function FilterDialog({ edits }: FilterDialogProps) {
  const { query, hrefWith } = useSite();
  return (
    <FilterEditor
      filters={query.filters}
      edits={edits}
      onSave={(filters) => goTo(hrefWith({ filters, open: undefined }), { replace: true })}
      onClose={() => closeTo(hrefWith({ open: undefined }))}
    />
  );
}

interface FilterEditorProps {
  readonly filters: readonly Filter[];
  /** The key of the group whose filters are changed; undefined to add some. */
  readonly edits: string | undefined;
  /** Whether it offers dimensions alone: no properties, goals and funnels. */
  readonly isOfDimensions?: boolean;
  readonly onSave: (filters: readonly Filter[]) => void;
  readonly onClose: () => void;
}

/** Adds filters, or changes those of a group: by what, how values are compared, and the values. */
export function FilterEditor(props: FilterEditorProps) {
  const { filters, edits, isOfDimensions = false, onSave, onClose } = props;
  const site = useSite();
  const edited = groupFilters(filters).find(({ key }) => key === edits)?.filters ?? [];
  const isEdit = edited.length > 0;
  const [draft, setDraft] = useState<Draft>(() => draftOf(edited));
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const reached = useReached();
  const others = filters.filter((each) => !edited.includes(each));
  const { kind, key, relation, chosen, text } = draft;
  const relations = relationsFor(kind);
  const match = relations[relation]?.match;
  const isReached = kind === "goal" || kind === "funnel";
  const all = withNext(draft, reached);
  const isFull = others.length + all.length > filtersMax;
  /** Resolves with the chosen filters, and the next value as visitors had it. */
  const allSpelled = async () =>
    match === "is" ? withNext({ ...draft, text: await spelled(site, draft) }, reached) : all;
  const isGone = useGone();
  const submit = async (event: Event) => {
    event.preventDefault();
    if (all.length === 0 || isFull) return;
    const more = (await allSpelled()).filter((each) => !hasFilter(others, each));
    // Somebody has closed the dialog meanwhile.
    if (isGone.current) return;
    onSave([...others, ...more]);
  };
  const addNext = async () => {
    const more = await allSpelled();
    // What somebody has typed meanwhile stays.
    setDraft((before) => (before === draft ? { ...draft, chosen: more, text: "" } : before));
  };
  return (
    <Dialog title={filterDialogWords[isEdit ? "edit" : "add"]} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <KindField
          kind={kind}
          isOfDimensions={isOfDimensions}
          reached={reached}
          onChoose={(next) => setDraft({ ...newDraft, kind: next })}
        />
        {kind === "prop" && (
          <KeyField text={key} onChange={(typed) => change({ key: typed, chosen: [] })} />
        )}
        <Field label={filterDialogWords.condition}>
          {(control) => (
            <select
              {...control}
              class="input"
              value={relation}
              onChange={({ currentTarget: { value } }) =>
                change({
                  relation: Number(value),
                  chosen: compareAnew(chosen, relations[Number(value)]),
                })
              }
            >
              {relations.map((each, index) => (
                <option key={relationOf(each)} value={index}>
                  {relationOf(each)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {match !== "any" && chosen.length > 0 && (
          <Chosen
            filters={chosen}
            onRemove={(filter) => change({ chosen: chosen.filter((each) => each !== filter) })}
          />
        )}
        {match !== "any" && (
          <>
            <ValueField
              key={`${kind} ${chosen.length}`}
              kind={kind}
              propKey={key}
              reached={reached}
              text={text}
              isAnother={chosen.length > 0}
              onChange={(typed) => change({ text: typed })}
            />
            <button
              class="quiet-button"
              type="button"
              disabled={text === "" && !isReached}
              onClick={addNext}
            >
              <Icon name="plus" />
              {filterDialogWords.addAnother}
            </button>
          </>
        )}
        <p class="error" role="alert">
          {isFull && filterDialogWords.tooMany(filtersMax)}
        </p>
        <div class="form-end">
          <button class="button primary" type="submit" disabled={isFull}>
            {filterDialogWords[isEdit ? "save" : "submit"]}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns a reference that becomes true when the component goes. */
function useGone(): { readonly current: boolean } {
  const isGone = useRef(false);
  useEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  return isGone;
}

interface ChosenProps {
  readonly filters: readonly Filter[];
  readonly onRemove: (filter: Filter) => void;
}

/** Lists the values that are chosen already. */
function Chosen({ filters, onRemove }: ChosenProps) {
  return (
    <ul class="chips" aria-label={filterDialogWords.chosen}>
      {filters.map((filter) => {
        const condition = readFilter(filter);
        const isPlain = condition.match === "is" || condition.match === "reached";
        const words = valueText(filter.name, condition.text);
        const text = isPlain ? words : conditionText(condition, words);
        return (
          <li key={filter.value} class="chip">
            <strong>{text}</strong>
            <button
              class="chip-close"
              type="button"
              aria-label={filterDialogWords.remove(
                filtersWords.condition(filterLabel(filter.name), text),
              )}
              onClick={({ currentTarget }) => {
                // The button goes, and the next value is what comes next.
                currentTarget.form?.querySelector<HTMLElement>("input, select")?.focus();
                onRemove(filter);
              }}
            >
              <Icon name="close" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function relationsFor(kind: FilterKind): readonly Relation[] {
  return kind === "goal" || kind === "funnel" ? reachedRelations : valueRelations;
}

/** Returns the filters with another relation. Those of a mixed group keep how they compare. */
function compareAnew(
  filters: readonly Filter[],
  relation: Relation | undefined,
): readonly Filter[] {
  if (relation === undefined) return filters;
  const conditions = filters.map(readFilter);
  const isMixed = new Set(conditions.map(({ match }) => match)).size > 1;
  return filters.map((filter, nth) => {
    const condition = conditions[nth];
    if (condition === undefined) return filter;
    const { isNegated, match } = relation;
    if (match === "reached" || match === "any" || isMixed) {
      return condition.isNegated === isNegated ? filter : negate(filter);
    }
    return { name: filter.name, value: filterValue({ ...condition, isNegated, match }) };
  });
}

/** Returns the chosen filters with the next one, if its value is there. */
function withNext(draft: Draft, reached: Reached): readonly Filter[] {
  const { chosen } = draft;
  const relation = relationsFor(draft.kind)[draft.relation];
  const next = filterOf(draft, relation, reached);
  if (relation?.match === "any" && next) return [next];
  return next === undefined || hasFilter(chosen, next) ? chosen : [...chosen, next];
}

/** Returns the filter of the next value; undefined without one, and without a goal or a step. */
function filterOf(
  { kind, key, text, chosen }: Draft,
  relation: Relation | undefined,
  reached: Reached,
): Filter | undefined {
  if (relation === undefined) return undefined;
  if (kind === "goal" || kind === "funnel") {
    const [first] = reached[kind];
    const isFirst = text === "" && chosen.length === 0;
    const found =
      reached[kind].find(({ label }) => label === text) ?? (isFirst ? first : undefined);
    return found && (relation.isNegated ? negate(found.filter) : found.filter);
  }
  if (text === "" && relation.match !== "any") return undefined;
  const name: FilterName = kind === "prop" ? propName(key) : kind;
  return { name, value: filterValue({ ...relation, text: valueMeant(name, text) }) };
}

interface KindFieldProps {
  readonly kind: FilterKind;
  readonly isOfDimensions: boolean;
  readonly reached: Reached;
  readonly onChoose: (kind: FilterKind) => void;
}

/** Asks by what to filter: a dimension, a property, or a goal or funnel if there are any. */
function KindField({ kind, isOfDimensions, reached, onChoose }: KindFieldProps) {
  const others = [
    { value: "prop", label: filterDialogWords.property, isThere: true },
    { value: "goal", label: filterDialogWords.goal, isThere: reached.goal.length > 0 },
    { value: "funnel", label: filterDialogWords.step, isThere: reached.funnel.length > 0 },
  ] as const;
  return (
    <Field label={filterDialogWords.by}>
      {(control) => (
        <select
          {...control}
          class="input"
          value={kind}
          onChange={({ currentTarget: { value } }) => {
            const other = others.find((each) => each.value === value);
            if (other) onChoose(other.value);
            else if (isDimension(value)) onChoose(value);
          }}
        >
          {cards.map(({ id, title, tabs }) => {
            const names = tabs.filter((name) => !isOfDays(name));
            if (names.length === 0) return null;
            return (
              <optgroup key={id} label={title}>
                {names.map((name) => (
                  <option key={name} value={name}>
                    {wordsOf(name).one}
                  </option>
                ))}
              </optgroup>
            );
          })}
          {!isOfDimensions && (
            <optgroup label={filterDialogWords.events}>
              {others
                .filter(({ isThere }) => isThere)
                .map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
            </optgroup>
          )}
        </select>
      )}
    </Field>
  );
}
