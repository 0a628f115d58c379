import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";

import { nextOption } from "./next-option.ts";

/** The options of a combobox: a field that keeps the focus while arrow keys go through a list. */
export interface Listbox<Item> {
  readonly id: string;
  readonly items: readonly Item[];
  /** The option that the keys have reached; -1 for none. */
  readonly active: number;
  readonly setActive: (index: number) => void;
  /** Returns the option that an arrow key goes to; undefined for other keys. */
  readonly next: (key: string) => number | undefined;
  /** The properties of the field, beside its name. */
  readonly field: {
    readonly role: "combobox";
    readonly "aria-expanded": boolean;
    readonly "aria-controls": string;
    readonly "aria-autocomplete": "list";
    readonly "aria-activedescendant": string | undefined;
    readonly autoComplete: "off";
    readonly spellcheck: false;
  };
}

/** Returns the state of a combobox. `first` is the option that is active before any key. */
export function useListbox<Item>(items: readonly Item[], first: -1 | 0 = 0): Listbox<Item> {
  const [active, setActive] = useState<number>(first);
  const id = useId();
  return {
    id,
    items,
    active,
    setActive,
    next: (key) => nextOption(key, active, items.length),
    field: {
      role: "combobox",
      "aria-expanded": items.length > 0,
      "aria-controls": id,
      "aria-autocomplete": "list",
      "aria-activedescendant": active in items ? `${id}-${active}` : undefined,
      autoComplete: "off",
      spellcheck: false,
    },
  };
}

interface ListboxOptionsProps<Item> {
  readonly listbox: Listbox<Item>;
  readonly label: string;
  readonly keyOf: (item: Item) => string | number;
  readonly onChoose: (item: Item) => void;
  /** Renders an option. */
  readonly children: (item: Item) => ComponentChildren;
}

/** Shows the options of a combobox. */
export function ListboxOptions<Item>(props: ListboxOptionsProps<Item>) {
  const { listbox, label, keyOf, onChoose, children } = props;
  const { id, items, active } = listbox;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div
      id={id}
      ref={list}
      class="combobox-list"
      role="listbox"
      aria-label={label}
      hidden={items.length === 0}
    >
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
        <div
          key={keyOf(item)}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(item)}
        >
          {children(item)}
        </div>
      ))}
    </div>
  );
}
