import "./select.css";
import type { ComponentChildren } from "preact";

import { cards } from "../address/cards.ts";
import { type DimensionName, isDimension, isOfDays, wordsOf } from "../address/dimension-words.ts";
import { commonWords as words } from "../words/common.ts";

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly onSelect: (value: string) => void;
  /** The options. */
  readonly children: ComponentChildren;
}

/** Shows a list of options that opens, with its label in front. */
export function Select({ label, value, onSelect, children }: SelectProps) {
  return (
    <label class="select">
      <span>{label}</span>
      <select class="input" value={value} onChange={(event) => onSelect(event.currentTarget.value)}>
        {children}
      </select>
    </label>
  );
}

interface DimensionSelectProps {
  readonly value: DimensionName;
  readonly onSelect: (name: DimensionName) => void;
}

/** Asks for the dimension of a breakdown. They are grouped as on the cards. */
export function DimensionSelect({ value, onSelect }: DimensionSelectProps) {
  const select = (name: string) => {
    if (isDimension(name)) onSelect(name);
  };
  return (
    <Select label={words.by} value={value} onSelect={select}>
      {cards
        .filter(({ tabs }) => !isOfDays(tabs[0]))
        .map(({ id, title, tabs }) => (
          <optgroup key={id} label={title}>
            {tabs.map((name) => (
              <option key={name} value={name}>
                {wordsOf(name).one}
              </option>
            ))}
          </optgroup>
        ))}
    </Select>
  );
}
