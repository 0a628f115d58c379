import "./what-counts.css";
import { useEffect, useState } from "preact/hooks";
import { getAllPages } from "../api/all-pages.ts";
import { useAnswer } from "../api/answer.ts";
import { explainForm } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { Check } from "../components/check.tsx";
import { Entries, type EntryDialog } from "../components/entries.tsx";
import { EntryActions } from "../components/entry-actions.tsx";
import { SiteContext, useSite } from "../site/site.ts";
import { conditionsWords as words } from "../words/conditions.ts";
import { format } from "../words/reader.ts";
import { viewWords } from "../words/views.ts";
import { ConditionDialog } from "./condition-dialog.tsx";
import type { Condition, ConditionFilters } from "./condition-draft.ts";
import { conditionText } from "./condition-text.ts";

/** Lists the conditions under which visitors do not count. Editors add, change and delete them. */
export function WhatCountsView() {
  const site = useSite();
  const { paths, mayWrite, query } = site;
  const path = `${paths.website}/conditions`;
  const answer = useAnswer<readonly Condition[]>(
    `${path}?sort_by=name&sort=asc&per_page=100`,
    getAllPages,
  );
  // A form offers the values of those who are hidden, too.
  const all = { ...site, query: { ...query, counted: "all" } } as const;
  return (
    <SiteContext.Provider value={all}>
      <div class="settings">
        <Entries
          title={viewWords["what-counts"]}
          hint={mayWrite ? words.hint : `${words.hint} ${words.readOnly}`}
          add={mayWrite ? words.add : undefined}
          added={words.added}
          path={path}
          answer={answer}
          empty={words.none}
          nameOf={({ name }) => name}
          deleteHint={() => words.deleteHint}
          entry={(condition, onOpen) => <Entry {...{ path, condition, onOpen }} />}
          dialog={(condition, ends) => <ConditionDialog {...{ path, condition }} {...ends} />}
        >
          {mayWrite && answer.data && <Presets path={path} conditions={answer.data} />}
        </Entries>
      </div>
    </SiteContext.Provider>
  );
}

interface EntryProps {
  readonly path: string;
  readonly condition: Condition;
  readonly onOpen: (dialog: EntryDialog) => void;
}

/** Shows a condition. Editors switch it on and off. */
function Entry({ path, condition, onOpen }: EntryProps) {
  const { mayWrite } = useSite();
  const { isBusy, failure, wait } = useSending();
  const { id, name, filters, enabled, from } = condition;
  // The box stays as it was clicked until the list is there.
  const [wanted, setWanted] = useState<boolean>();
  useEffect(() => setWanted(undefined), [enabled, failure]);
  const always = conditionText(filters);
  const text = from ? words.from(always, format.day(from)) : always;
  const turn = (isOn: boolean) => {
    setWanted(isOn);
    wait(sendJson("PATCH", `${path}/${id}`, { enabled: isOn }));
  };
  if (!mayWrite) {
    return (
      <div class="entry record">
        <div>
          <p>
            <strong>{name}</strong>
            {!enabled && <span class="badge">{words.off}</span>}
          </p>
          <p class="hint">{text}</p>
        </div>
      </div>
    );
  }
  return (
    <div class="entry record">
      <div>
        <Check label={name} hint={text} isOn={wanted ?? enabled} onChange={turn} />
        <p class="error" role="alert">
          {explainForm(failure)}
        </p>
      </div>
      <EntryActions name={name} isBusy={isBusy} onOpen={onOpen} />
    </div>
  );
}

const presets: Readonly<Record<keyof typeof words.preset, ConditionFilters>> = {
  hosting: { mark: ["hosting"], engaged: "no" },
  automated: { mark: ["automated"] },
  spam: { mark: ["spam"] },
};

interface PresetsProps {
  readonly path: string;
  readonly conditions: readonly Condition[];
}

/** Offers conditions that many websites need, but for those that it has. */
function Presets({ path, conditions }: PresetsProps) {
  const { isBusy, failure, wait } = useSending();
  const known = conditions.map(({ filters }) => conditionText(filters));
  const names = Object.keys(presets) as (keyof typeof presets)[];
  const lacking = names.filter((name) => !known.includes(conditionText(presets[name])));
  if (lacking.length === 0) return null;
  const add = (preset: keyof typeof presets) => {
    const body = { name: words.preset[preset], filters: presets[preset] };
    wait(sendJson("POST", path, body));
  };
  return (
    <>
      <h3 class="suggestions">{words.presets}</h3>
      <ul class="entries">
        {lacking.map((preset) => (
          <li key={preset} class="entry record">
            <div>
              <p>
                <strong>{words.preset[preset]}</strong>
              </p>
              <p class="hint">{words.presetHints[preset]}</p>
            </div>
            <button
              class="button"
              type="button"
              aria-label={words.addPresetNamed(words.preset[preset])}
              disabled={isBusy}
              onClick={() => add(preset)}
            >
              {words.addPreset}
            </button>
          </li>
        ))}
      </ul>
      <p class="error" role="alert">
        {explainForm(failure)}
      </p>
    </>
  );
}
