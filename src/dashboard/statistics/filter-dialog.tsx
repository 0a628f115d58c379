import { useState } from "preact/hooks";

import { closeTo, goTo } from "../address/address.ts";
import { cards } from "../address/cards.ts";
import { isDimension, isOfDays, wordsOf } from "../address/dimension-words.ts";
import {
  type Condition,
  type Filter,
  filtersMax,
  filterValue,
  hasFilter,
  negate,
  propName,
  relationOf,
} from "../address/filters.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { useSite } from "../site/site.ts";
import {
  type FilterKind,
  KeyField,
  type Reached,
  useReached,
  ValueField,
} from "./filter-value.tsx";

type Relation = Omit<Condition, "text">;

/** Returns the relations of each match, each followed by its opposite. */
const relationsOf = (matches: readonly Condition["match"][]): readonly Relation[] =>
  matches.flatMap((match) => [false, true].map((isNegated) => ({ isNegated, match })));
const valueRelations = relationsOf(["is", "begins", "contains", "any"]);
const reachedRelations = relationsOf(["reached"]);

/** The filter that the dialog has so far. */
interface Draft {
  readonly kind: FilterKind;
  /** The key of a property. */
  readonly key: string;
  /** The index of the relation. */
  readonly relation: number;
  /** The value, or what a goal or a step is called. */
  readonly text: string;
}

/** Adds a filter: by what, how the value is compared, and the value. */
export function FilterDialog() {
  const { query, hrefWith } = useSite();
  const [draft, setDraft] = useState<Draft>({ kind: "page", key: "", relation: 0, text: "" });
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const reached = useReached();
  const isFull = query.filters.length >= filtersMax;
  const submit = (event: Event) => {
    event.preventDefault();
    const filter = filterOf(draft, reached);
    if (filter === undefined) return;
    const filters = hasFilter(query.filters, filter) ? query.filters : [...query.filters, filter];
    goTo(hrefWith({ filters, open: undefined }), { replace: true });
  };
  const { kind, key, relation, text } = draft;
  const relations = relationsFor(kind);
  return (
    <Dialog title="Filter" onClose={() => closeTo(hrefWith({ open: undefined }))}>
      <form class="form" onSubmit={submit}>
        <KindField
          kind={kind}
          reached={reached}
          onChoose={(chosen) => change({ kind: chosen, relation: 0, text: "" })}
        />
        {kind === "prop" && <KeyField text={key} onChange={(typed) => change({ key: typed })} />}
        <Field label="Condition">
          {(control) => (
            <select
              {...control}
              class="input"
              value={relation}
              onChange={({ currentTarget: { value } }) => change({ relation: Number(value) })}
            >
              {relations.map((each, index) => (
                <option key={relationOf(each)} value={index}>
                  {relationOf(each)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {relations[relation]?.match !== "any" && (
          <ValueField
            key={kind}
            kind={kind}
            propKey={key}
            reached={reached}
            text={text}
            onChange={(typed) => change({ text: typed })}
          />
        )}
        <p class="error" role="alert">
          {isFull && `There are ${filtersMax} filters already, which is the most there can be.`}
        </p>
        <div class="form-end">
          <button class="button primary" type="submit" disabled={isFull}>
            Add filter
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function relationsFor(kind: FilterKind): readonly Relation[] {
  return kind === "goal" || kind === "funnel" ? reachedRelations : valueRelations;
}

/** Returns the filter that a draft means; undefined without a goal or a step. */
function filterOf({ kind, key, relation, text }: Draft, reached: Reached): Filter | undefined {
  const condition = relationsFor(kind)[relation];
  if (condition === undefined) return undefined;
  if (kind === "goal" || kind === "funnel") {
    const [first] = reached[kind];
    const chosen = reached[kind].find(({ label }) => label === text) ?? first;
    return chosen && (condition.isNegated ? negate(chosen.filter) : chosen.filter);
  }
  const name = kind === "prop" ? propName(key) : kind;
  return { name, value: filterValue({ ...condition, text }) };
}

interface KindFieldProps {
  readonly kind: FilterKind;
  readonly reached: Reached;
  readonly onChoose: (kind: FilterKind) => void;
}

/** Asks by what to filter: a dimension, a property, or a goal or funnel if there are any. */
function KindField({ kind, reached, onChoose }: KindFieldProps) {
  const others = [
    { value: "prop", label: "Property of events", isThere: true },
    { value: "goal", label: "Goal", isThere: reached.goal.length > 0 },
    { value: "funnel", label: "Step of a funnel", isThere: reached.funnel.length > 0 },
  ] as const;
  return (
    <Field label="Filter by">
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
          <optgroup label="Events">
            {others
              .filter(({ isThere }) => isThere)
              .map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </optgroup>
        </select>
      )}
    </Field>
  );
}
