import { useEffect, useId, useState } from "preact/hooks";
import { dayParams } from "../address/calendar-day.ts";
import type { DimensionName } from "../address/dimension-words.ts";
import { type Filter, readFilter } from "../address/filters.ts";
import { reachedGoal, reachedStep } from "../address/make-filters.ts";
import { getAllPages } from "../api/all-pages.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page } from "../api/answers.ts";
import { statPath } from "../api/paths.ts";
import { getJson } from "../api/request.ts";
import { Field } from "../components/field.tsx";
import { type Site, useSite } from "../site/site.ts";
import { filterDialogWords } from "../words/filter-dialog.ts";
import { hasWords, valueText } from "../words/values.ts";

/** By what a filter is: a dimension, a key of properties, a goal, or a step of a funnel. */
export type FilterKind = DimensionName | "prop" | "goal" | "funnel";

/** Waits after the last key before it asks for values. */
const pauseMs = 200;

interface ReachedFilter {
  readonly label: string;
  readonly filter: Filter;
}

/** The filters by the goals and by the steps of the funnels that there are. */
export type Reached = Readonly<Record<"goal" | "funnel", readonly ReachedFilter[]>>;

type NamedGoal = { readonly name: string };
type NamedFunnel = { readonly name: string; readonly steps: readonly object[] };

export function useReached(): Reached {
  const { paths, shows } = useSite();
  const listOf = (kind: "goals" | "funnels") =>
    shows(kind) ? `${paths.website}/${kind}?sort_by=name&sort=asc&per_page=100` : undefined;
  const goals = useAnswer<readonly NamedGoal[]>(listOf("goals"), getAllPages);
  const funnels = useAnswer<readonly NamedFunnel[]>(listOf("funnels"), getAllPages);
  const withLabel = (filter: Filter) => ({ label: readFilter(filter).text, filter });
  return {
    goal: (goals.data ?? []).map(({ name }) => withLabel(reachedGoal(name))),
    funnel: (funnels.data ?? []).flatMap(({ name, steps }) =>
      steps.map((_, index) => withLabel(reachedStep(name, index + 1))),
    ),
  };
}

interface ValueFieldProps {
  readonly kind: FilterKind;
  readonly propKey: string;
  readonly reached: Reached;
  readonly text: string;
  /** Whether there are values already, so that this one may stay empty. */
  readonly isAnother: boolean;
  readonly onChange: (text: string) => void;
}

/** Asks for the value: among the goals or steps, or as text, for which it offers values. */
export function ValueField(props: ValueFieldProps) {
  const { kind, propKey, reached, text, isAnother, onChange } = props;
  const site = useSite();
  const search = useDelayed(text);
  const key = useDelayed(propKey);
  if (kind === "goal" || kind === "funnel") {
    return (
      <Field label={kind === "goal" ? filterDialogWords.goal : filterDialogWords.step}>
        {(control) => (
          <select
            {...control}
            class="input"
            value={text === "" && !isAnother ? reached[kind][0]?.label : text}
            onChange={({ currentTarget: { value } }) => onChange(value)}
          >
            {isAnother && <option value="" />}
            {reached[kind].map(({ label }) => (
              <option key={label} value={label}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
    );
  }
  const path = valuesPath(site, kind, key, search);
  return (
    <TextField
      label={isAnother ? filterDialogWords.another : filterDialogWords.value}
      isRequired={!isAnother}
      text={text}
      path={kind === "prop" && key === "" ? undefined : path}
      read={({ value }) => value && valueText(kind, value)}
      onChange={onChange}
    />
  );
}

interface KeyFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Asks for the key of a property, and offers those of the shown days. */
export function KeyField({ text, onChange }: KeyFieldProps) {
  const site = useSite();
  const path = propPath(site, "", useDelayed(text));
  return (
    <TextField
      label={filterDialogWords.key}
      isRequired
      text={text}
      path={path}
      read={({ key }) => key}
      onChange={onChange}
    />
  );
}

/** Returns the path of the values that contain a text, or of all values that have words. */
function valuesPath(site: Site, kind: DimensionName | "prop", key: string, search: string): string {
  return kind === "prop"
    ? propPath(site, key && `/${encodeURIComponent(key)}`, search)
    : statPath(site.paths.stats, {
        name: kind,
        days: site.days,
        population: { filters: [], segment: undefined, counted: site.query.counted },
        // The server knows the values, not the words for them: the browser looks among all of them.
        ...(hasWords(kind) ? { perPage: 100 } : { search }),
      });
}

/**
 * Resolves with a value as visitors had it, if the text differs from one in nothing but case;
 * otherwise with the text.
 */
export async function spelled(
  site: Site,
  { kind, key, text }: { readonly kind: FilterKind; readonly key: string; readonly text: string },
): Promise<string> {
  if (kind === "goal" || kind === "funnel" || text === "") return text;
  const found = await getJson<Page<Row>>(valuesPath(site, kind, key, text)).catch(() => undefined);
  const values = (found?.data ?? []).map(({ value }) => value ?? "");
  if (values.includes(text)) return text;
  return values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? text;
}

/** Returns the path of the keys of properties, or with a part for the key of its values. */
function propPath({ paths, days }: Site, part: string, search: string): string {
  const params = new URLSearchParams(dayParams(days));
  if (search !== "") params.set("search", search);
  return `${paths.website}/props${part}?${params}`;
}

/** A row that has the offered text, under `value` or `key`. */
type Row = Readonly<Record<"value" | "key", string | undefined>>;

interface TextFieldProps {
  readonly label: string;
  readonly isRequired: boolean;
  readonly text: string;
  /** The list that offers texts. */
  readonly path: string | undefined;
  readonly read: (row: Row) => string | undefined;
  readonly onChange: (text: string) => void;
}

function TextField({ label, isRequired, text, path, read, onChange }: TextFieldProps) {
  const { data } = useAnswer<Page<Row>>(path);
  const listId = useId();
  return (
    <Field label={label} hint={filterDialogWords.choose}>
      {(control) => (
        <>
          <input
            {...control}
            class="input"
            value={text}
            required={isRequired}
            list={listId}
            autoComplete="off"
            autoCapitalize="none"
            spellcheck={false}
            onInput={({ currentTarget: { value } }) => onChange(value)}
          />
          <datalist id={listId}>
            {path !== undefined &&
              data?.data.map((row) => <option key={read(row)} value={read(row)} />)}
          </datalist>
        </>
      )}
    </Field>
  );
}

/** Returns the text once it has not changed for a moment. */
export function useDelayed(text: string): string {
  const [delayed, setDelayed] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return delayed;
}
