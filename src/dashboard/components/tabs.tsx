import { useEffect, useRef } from "preact/hooks";

import { backKey, onKey } from "./arrow-keys.ts";
import { showCurrent } from "./show-current.ts";

interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
}

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly selected: Name;
  readonly panelId: string;
  readonly onSelect: (name: Name) => void;
}

/** Shows tabs with a single tab stop. Arrow keys, Home and End move between them. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, selected, panelId, onSelect } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => showCurrent(list.current), [selected]);
  const move = (event: KeyboardEvent) => {
    const now = tabs.findIndex(({ name }) => name === selected);
    const targets: Readonly<Record<string, number>> = {
      [onKey]: (now + 1) % tabs.length,
      [backKey]: (now + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = targets[event.key];
    const tab = target === undefined ? undefined : tabs[target];
    if (target === undefined || tab === undefined) return;
    event.preventDefault();
    onSelect(tab.name);
    list.current?.querySelectorAll("button")[target]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          role="tab"
          aria-selected={tab.name === selected}
          aria-controls={panelId}
          tabIndex={tab.name === selected ? 0 : -1}
          onClick={() => onSelect(tab.name)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
