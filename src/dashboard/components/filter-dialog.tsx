import { useEffect, useId, useState } from "preact/hooks";

import { closeTo, goTo } from "../address.ts";
import { useAnswer } from "../api/answer.ts";
import type { StatPage } from "../api/answers.ts";
import { statPath } from "../api/paths.ts";
import { cards } from "../cards.ts";
import { type DimensionName, isDimension, isOfDays, wordsOf } from "../dimension-words.ts";
import {
  type Condition,
  filtersMax,
  filterValue,
  hasFilter,
  propName,
  relationOf,
} from "../filters.ts";
import { useSite } from "../site.ts";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";

/** Waits after the last key before it asks for values. */
const pauseMs = 200;

const relations = (["is", "begins", "contains", "any"] as const).flatMap((match) =>
  [false, true].map((isNegated): Omit<Condition, "text"> => ({ isNegated, match })),
);

/** Adds a filter: by what, how the value is compared, and the value. */
export function FilterDialog() {
  const { query, hrefWith } = useSite();
  const [name, setName] = useState<DimensionName | "prop">("page");
  const [key, setKey] = useState("");
  const [relation, setRelation] = useState(0);
  const [text, setText] = useState("");
  const condition = relations[relation] ?? { isNegated: false, match: "is" };
  const isFull = query.filters.length >= filtersMax;
  const submit = (event: Event) => {
    event.preventDefault();
    const filterName = name === "prop" ? propName(key) : name;
    const filter = { name: filterName, value: filterValue({ ...condition, text }) };
    const filters = hasFilter(query.filters, filter) ? query.filters : [...query.filters, filter];
    goTo(hrefWith({ filters, open: undefined }), { replace: true });
  };
  return (
    <Dialog title="Filter" onClose={() => closeTo(hrefWith({ open: undefined }))}>
      <form class="form" onSubmit={submit}>
        <Field label="Filter by">
          {(control) => (
            <select
              {...control}
              class="input"
              value={name}
              onChange={({ currentTarget: { value } }) =>
                setName(isDimension(value) ? value : "prop")
              }
            >
              <FilterNames />
            </select>
          )}
        </Field>
        {name === "prop" && (
          <Field label="Key" hint="The key of a property that events have.">
            {(control) => (
              <input
                {...control}
                class="input"
                value={key}
                required
                autoComplete="off"
                autoCapitalize="none"
                spellcheck={false}
                onInput={({ currentTarget: { value } }) => setKey(value)}
              />
            )}
          </Field>
        )}
        <Field label="Condition">
          {(control) => (
            <select
              {...control}
              class="input"
              value={relation}
              onChange={({ currentTarget: { value } }) => setRelation(Number(value))}
            >
              {relations.map((each, index) => (
                <option key={relationOf(each)} value={index}>
                  {relationOf(each)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {condition.match !== "any" && (
          <ValueField key={name} name={name} text={text} onChange={setText} />
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

function FilterNames() {
  return (
    <>
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
      <optgroup label="Properties">
        <option value="prop">Property of events</option>
      </optgroup>
    </>
  );
}

interface ValueFieldProps {
  readonly name: DimensionName | "prop";
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Asks for the value. Of a dimension, it offers the values that contain what was typed. */
function ValueField({ name, text, onChange }: ValueFieldProps) {
  const { paths, days } = useSite();
  const searched = useDelayed(text);
  const path =
    name === "prop" ? undefined : statPath(paths.stats, { name, days, search: searched });
  const { data } = useAnswer<StatPage>(path);
  const listId = useId();
  return (
    <Field label="Value">
      {(control) => (
        <>
          <input
            {...control}
            class="input"
            value={text}
            required
            list={listId}
            autoComplete="off"
            autoCapitalize="none"
            spellcheck={false}
            onInput={({ currentTarget: { value } }) => onChange(value)}
          />
          <datalist id={listId}>
            {path !== undefined &&
              data?.data.map(({ value }) => <option key={value} value={value} />)}
          </datalist>
        </>
      )}
    </Field>
  );
}

/** Returns the text once it has not changed for a moment. */
function useDelayed(text: string): string {
  const [delayed, setDelayed] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return delayed;
}
