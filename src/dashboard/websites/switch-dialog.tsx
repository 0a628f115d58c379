import { useState } from "preact/hooks";
import type { WebsiteRecord } from "../../model/website.ts";
import { closeTo, goTo } from "../address/address.ts";
import { noReport } from "../address/report-query.ts";
import { writeWebsiteQuery } from "../address/website-query.ts";
import { Dialog } from "../components/dialog.tsx";
import { ListboxOptions, useListbox } from "../components/listbox.tsx";
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
  const others = (data ?? []).filter((website) => website.domain !== domain);
  const found = findWebsites(others, search);
  const listbox = useListbox(found);
  const choose = ({ domain }: WebsiteRecord) => {
    const kept = { ...query, filters: [], segment: undefined, open: undefined, report: noReport };
    goTo(`/${domain}${writeWebsiteQuery(kept)}`, { replace: true });
  };
  const press = (event: KeyboardEvent) => {
    const next = listbox.next(event.key);
    if (next === undefined) return;
    event.preventDefault();
    listbox.setActive(next);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const website = found[listbox.active];
    if (website !== undefined) choose(website);
  };
  return (
    <Dialog title={words.title} onClose={() => closeTo(hrefWith({ open: undefined }))}>
      <form class="form switcher" onSubmit={submit} aria-busy={!data && !failure}>
        <input
          {...listbox.field}
          class="input"
          type="text"
          aria-label={words.search}
          placeholder={words.search}
          value={search}
          onInput={(event) => {
            setSearch(event.currentTarget.value);
            listbox.setActive(0);
          }}
          onKeyDown={press}
        />
        {failure && !data && <Notice failure={failure} onRetry={retry} />}
        <ListboxOptions
          listbox={listbox}
          label={words.list}
          keyOf={({ id }) => id}
          onChoose={choose}
        >
          {({ domain_unicode }) => domain_unicode}
        </ListboxOptions>
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
