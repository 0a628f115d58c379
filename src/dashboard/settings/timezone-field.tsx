import { useEffect, useId, useRef, useState } from "preact/hooks";

import { Field } from "../components/field.tsx";
import { nextOption } from "../components/next-option.ts";
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
  const [active, setActive] = useState(-1);
  const listId = useId();
  const found = isOpen ? findZones(zones, text === value ? "" : text).slice(0, shownMax) : [];
  const close = () => {
    setOpen(false);
    setActive(-1);
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
    const next = nextOption(event.key, active, found.length);
    const isUsed = isOpen && (event.key === "Enter" || event.key === "Escape");
    if (next === undefined && !isUsed) return;
    event.preventDefault();
    if (event.key === "Escape") return close();
    if (event.key === "Enter") return choose(found[active] ?? found[0]);
    if (!isOpen) setOpen(true);
    else if (next !== undefined) setActive(next);
  };
  return (
    <Field label={words.timezone} hint={hintOf(text, hint)} errors={errors}>
      {(control) => (
        <div class="combobox">
          <input
            {...control}
            class="input"
            name="timezone"
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
            value={text}
            autoComplete="off"
            spellcheck={false}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setActive(-1);
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
          <ZoneList id={listId} zones={found} active={active} isOpen={isOpen} onChoose={choose} />
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

interface ZoneListProps {
  readonly id: string;
  readonly zones: readonly Zone[];
  /** The option that the keys have reached; -1 for none. */
  readonly active: number;
  readonly isOpen: boolean;
  readonly onChoose: (zone: Zone) => void;
}

function ZoneList({ id, zones, active, isOpen, onChoose }: ZoneListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const nowMs = Date.now();
  return (
    <>
      <div
        id={id}
        ref={list}
        class="combobox-list"
        role="listbox"
        aria-label={words.timezone}
        hidden={zones.length === 0}
      >
        {zones.map((zone, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
          <div
            key={zone.name}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(zone)}
          >
            <span>{words.timezoneOption(zone.city, zone.country)}</span>
            <span class="muted">{offsetOf(zone.name, nowMs)}</span>
          </div>
        ))}
      </div>
      <p class="hidden" role="status">
        {isOpen && words.timezonesFound(zones.length)}
      </p>
      {isOpen && zones.length === 0 && <p class="hint">{words.timezoneNone}</p>}
    </>
  );
}
