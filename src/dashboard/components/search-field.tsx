import { useEffect, useRef, useState } from "preact/hooks";

import { Icon } from "./icon.tsx";

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** Delays the search after the last key, so that not every letter causes a request. */
const pauseMs = 250;

export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Going back also changes the text, but never while the user is typing.
  useEffect(() => {
    if (timer.current === undefined) setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      onSearch(next);
    }, pauseMs);
  };
  return (
    <label class="search">
      <span class="hidden">{label}</span>
      <Icon name="search" />
      <input
        type="search"
        placeholder={label}
        value={text}
        autoComplete="off"
        spellcheck={false}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}
