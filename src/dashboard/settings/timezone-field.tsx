import { useEffect, useState } from "preact/hooks";

import { Field } from "../components/field.tsx";
import { ListboxOptions, useListbox } from "../components/listbox.tsx";
import { settingsWords as words } from "../words/settings.ts";
import { findZones, offsetOf, readZones, type Zone } from "./zone-search.ts";

interface TimezoneFieldProps {
  readonly value: string;
  readonly hint: string;
  readonly errors: readonly string[] | undefined;
}

const shownMax = 50;

/**
 * Asks for a time zone by city or country, as a combobox. The name of any zone can be typed, too. A
 * text that is no name becomes the first zone that it finds.
 */
export function TimezoneField({ value, hint, errors }: TimezoneFieldProps) {
  const zones = useZones();
  const [text, setText] = useState(value);
  const [isOpen, setOpen] = useState(false);
  const found = isOpen ? findZones(zones, text === value ? "" : text).slice(0, shownMax) : [];
  const listbox = useListbox(found, -1);
  const close = () => {
    setOpen(false);
    listbox.setActive(-1);
  };
  const choose = (zone: Zone | undefined) => {
    if (zone !== undefined) setText(zone.name);
    close();
  };
  const leave = () => {
    const isName = text === value || offsetOf(text.trim(), 0) !== "";
    choose(isName ? undefined : findZones(zones, text)[0]);
  };
  const press = (event: KeyboardEvent) => {
    const next = listbox.next(event.key);
    const isUsed = isOpen && (event.key === "Enter" || event.key === "Escape");
    if (next === undefined && !isUsed) return;
    event.preventDefault();
    if (event.key === "Escape") return close();
    if (event.key === "Enter") return choose(found[listbox.active] ?? found[0]);
    if (!isOpen) setOpen(true);
    else if (next !== undefined) listbox.setActive(next);
  };
  return (
    <Field label={words.timezone} hint={hintOf(text, hint)} errors={errors}>
      {(control) => (
        <div class="combobox">
          <input
            {...control}
            {...listbox.field}
            class="input"
            name="timezone"
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value);
              listbox.setActive(-1);
              setOpen(true);
            }}
            onClick={({ currentTarget }) => {
              // What is typed next replaces the zone.
              if (!isOpen) currentTarget.select();
              setOpen(true);
            }}
            onKeyDown={press}
            onBlur={leave}
          />
          <ListboxOptions
            listbox={listbox}
            label={words.timezone}
            keyOf={({ name }) => name}
            onChoose={choose}
          >
            {({ name, city, country }) => (
              <>
                <span>{words.timezoneOption(city, country)}</span>
                <span class="muted">{offsetOf(name, Date.now())}</span>
              </>
            )}
          </ListboxOptions>
          <p class="hidden" role="status">
            {isOpen && words.timezonesFound(found.length)}
          </p>
          {isOpen && found.length === 0 && <p class="hint">{words.timezoneNone}</p>}
        </div>
      )}
    </Field>
  );
}

function hintOf(text: string, hint: string): string {
  const offset = offsetOf(text.trim(), Date.now());
  return offset === "" ? hint : `${words.timezoneOffset(offset)} ${hint}`;
}

/** Loads the zones, which are a file of their own. */
function useZones(): readonly Zone[] {
  const [zones, setZones] = useState<readonly Zone[]>([]);
  useEffect(() => {
    import("./zones.json").then(
      (module) => setZones(readZones(module.default)),
      // Names can be typed all the same.
      () => undefined,
    );
  }, []);
  return zones;
}
