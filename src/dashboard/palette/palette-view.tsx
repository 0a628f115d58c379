import { useContext, useEffect, useState } from "preact/hooks";
import type { StatPage } from "../../model/stat.ts";
import { goTo } from "../address/address.ts";
import type { DimensionName } from "../address/dimension-words.ts";
import { withBasePath } from "../address/server-address.ts";
import { useAnswer } from "../api/answer.ts";
import { useMe } from "../api/caller.ts";
import { statPath } from "../api/paths.ts";
import { accountPages } from "../components/account-menu.tsx";
import { Dialog } from "../components/dialog.tsx";
import { ListboxOptions, useListbox } from "../components/listbox.tsx";
import { useSavedViews } from "../site/saved-views.ts";
import { type Site, SiteContext } from "../site/site.ts";
import { useWebsites } from "../site/websites.ts";
import { paletteWords as words } from "../words/palette.ts";
import { byValue, type Command, commandOfValue, commandsOf, filterOf } from "./commands.ts";
import { scoreOf } from "./fuzzy.ts";
import { isPalettePress } from "./palette-press.ts";
import { recentIds, rememberId } from "./recent.ts";

/** More would be scrolled through by nobody. */
const shownMax = 50;
/** Waits after the last key before it asks for values. */
const pauseMs = 250;
const valuesMax = 3;
const searchMax = 100;

/** Goes to whatever somebody types a part of. The search has the keys of a combobox. */
export function PaletteView({ onClose }: { readonly onClose: () => void }) {
  const [search, setSearch] = useState("");
  const found = useCommands(search);
  const listbox = useListbox(found);
  const choose = ({ id: chosen, href, opens = false, isOutside }: Command) => {
    rememberId(chosen);
    onClose();
    if (isOutside) location.assign(withBasePath(href));
    else goTo(href, { opens });
  };
  const press = (event: KeyboardEvent) => {
    // An input method takes the keys while it composes. Safari ends that before it says so.
    if (event.isComposing || event.keyCode === 229) return;
    const next = listbox.next(event.key);
    const command = event.key === "Enter" ? found[listbox.active] : undefined;
    if (next !== undefined) listbox.setActive(next);
    else if (command !== undefined) choose(command);
    else if (isPalettePress(event)) onClose();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form class="form switcher" onSubmit={(event) => event.preventDefault()}>
        <input
          {...listbox.field}
          class="input"
          type="text"
          aria-label={words.search}
          placeholder={words.search}
          value={search}
          maxLength={searchMax}
          onInput={(event) => {
            setSearch(event.currentTarget.value);
            listbox.setActive(0);
          }}
          onKeyDown={press}
        />
        <ListboxOptions
          listbox={listbox}
          label={words.list}
          keyOf={({ id }) => id}
          onChoose={choose}
        >
          {({ label, group }) => (
            <>
              <bdi>{label}</bdi> <span class="muted">{group}</span>
            </>
          )}
        </ListboxOptions>
        <p class="hint" role="status">
          {found.length === 0 ? words.none : words.found(found.length)}
        </p>
      </form>
    </Dialog>
  );
}

/** Returns the commands that match, the best first, and recent ones before all that are as good. */
function useCommands(search: string): readonly Command[] {
  const site = useContext(SiteContext);
  const me = useMe();
  const websites = useWebsites().data ?? [];
  const savedViews = useSavedViews(site?.paths.website).data ?? [];
  const values = useValues(site, search);
  const [recent] = useState(recentIds);
  const past = recent.flatMap((each) => (site && commandOfValue(site, each)) ?? []);
  const offered = { me, site, accountPages, websites, savedViews };
  const ranked = [...past, ...commandsOf(offered)].flatMap((command) => {
    const { label, group, id } = command;
    const score = scoreOf(label, search) ?? scoreOf(`${group} ${label}`, search);
    const place = recent.indexOf(id);
    return score === undefined
      ? []
      : [{ command, score, place: place < 0 ? recent.length : place }];
  });
  const sorted = ranked.toSorted((a, b) => b.score - a.score || a.place - b.place);
  const all = [...sorted.map(({ command }) => command), ...values];
  return [...new Map(all.map((command) => [command.id, command])).values()].slice(0, shownMax);
}

/** Finds values of the shown days that contain the search, which the page can be filtered by. */
function useValues(site: Site | undefined, search: string): readonly Command[] {
  const [paused, setPaused] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setPaused(search.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [search]);
  const text = search.trim() === paused ? paused : "";
  return [
    ...useValuesOf("page", site, text),
    ...useValuesOf("source", site, text),
    ...useValuesOf("country", site, text),
    ...useValuesOf("event", site, text),
  ];
}

function useValuesOf(name: DimensionName, site: Site | undefined, search: string): Command[] {
  const isAsked = site !== undefined && search.length > 1;
  const path = isAsked ? statPath(site.paths.stats, { name, days: site.days, search }) : undefined;
  const { data, isCurrent } = useAnswer<StatPage>(path);
  if (!isAsked || !isCurrent) return [];
  const found = data?.data.slice(0, valuesMax) ?? [];
  return found.map(({ value }) => byValue(site, filterOf(name, value)));
}
