import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { WebsiteRecord } from "../../model/website.ts";
import { closeTo, goTo } from "../address/address.ts";
import { noReport } from "../address/report-query.ts";
import { writeWebsiteQuery } from "../address/website-query.ts";
import { Dialog } from "../components/dialog.tsx";
import { nextOption } from "../components/next-option.ts";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { useWebsites } from "../site/websites.ts";
import { switcherWords as words } from "../words/switcher.ts";

/**
 * Goes to another website, in the same view and for the same days. The search has the keys of a
 * combobox.
 */
export function SwitchDialog() {
  const { query, domain, hrefWith } = useSite();
  const { data, failure, retry } = useWebsites();
  const [search, setSearch] = useState("");
  const [active, setActive] = useState(0);
  const listId = useId();
  const others = (data ?? []).filter((website) => website.domain !== domain);
  const found = findWebsites(others, search);
  const choose = ({ domain }: WebsiteRecord) => {
    const kept = { ...query, filters: [], segment: undefined, open: undefined, report: noReport };
    goTo(`/${domain}${writeWebsiteQuery(kept)}`, { replace: true });
  };
  const press = (event: KeyboardEvent) => {
    const next = nextOption(event.key, active, found.length);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const website = found[active];
    if (website !== undefined) choose(website);
  };
  return (
    <Dialog title={words.title} onClose={() => closeTo(hrefWith({ open: undefined }))}>
      <form class="form switcher" onSubmit={submit} aria-busy={!data && !failure}>
        <input
          class="input"
          type="text"
          role="combobox"
          aria-label={words.search}
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `${listId}-${active}` : undefined}
          placeholder={words.search}
          value={search}
          autoComplete="off"
          spellcheck={false}
          onInput={(event) => {
            setSearch(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={press}
        />
        {failure && !data && <Notice failure={failure} onRetry={retry} />}
        <WebsiteOptions id={listId} websites={found} active={active} onChoose={choose} />
        <p class="hint" role="status">
          {data && (found.length === 0 ? words.none : words.found(found.length))}
        </p>
      </form>
    </Dialog>
  );
}

/** Returns the websites whose domain contains a text, favourites first. */
function findWebsites(websites: readonly WebsiteRecord[], search: string): WebsiteRecord[] {
  const text = search.trim().toLowerCase();
  const rank = ({ favorited_at }: WebsiteRecord) => (favorited_at === null ? 1 : 0);
  return websites
    .filter(({ domain, domain_unicode }) => domain.includes(text) || domain_unicode.includes(text))
    .toSorted((a, b) => rank(a) - rank(b));
}

interface WebsiteOptionsProps {
  readonly id: string;
  readonly websites: readonly WebsiteRecord[];
  /** The option that the keys have reached. */
  readonly active: number;
  readonly onChoose: (website: WebsiteRecord) => void;
}

function WebsiteOptions({ id, websites, active, onChoose }: WebsiteOptionsProps) {
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
      aria-label={words.list}
      hidden={websites.length === 0}
    >
      {websites.map((website, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search
        <div
          key={website.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // The search keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(website)}
        >
          {website.domain_unicode}
        </div>
      ))}
    </div>
  );
}
