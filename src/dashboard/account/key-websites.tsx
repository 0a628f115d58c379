import { useState } from "preact/hooks";
import type { KeyRecord } from "../../model/api-key.ts";

import { SearchField } from "../components/search-field.tsx";
import { useWebsites } from "../site/websites.ts";
import { accountWords as words } from "../words/account.ts";

interface KeyWebsitesProps {
  readonly websites: KeyRecord["websites"];
  readonly onChange: (websites: KeyRecord["websites"]) => void;
}

/** A list with more websites than this has a search. */
const searchFrom = 8;

/** Asks for the websites of a key: all, or some. */
export function KeyWebsites({ websites, onChange }: KeyWebsitesProps) {
  const all = useWebsites().data ?? [];
  const [search, setSearch] = useState("");
  const shown = all.filter(({ domain_unicode: domain }) =>
    domain.includes(search.trim().toLowerCase()),
  );
  return (
    <fieldset class="form-part">
      <legend>{words.websites}</legend>
      <div class="grants">
        <label class="radio">
          <input
            type="radio"
            name="websites"
            checked={websites === "all"}
            onChange={() => onChange("all")}
          />
          <span>{words.allAlsoLater}</span>
        </label>
        <label class="radio">
          <input
            type="radio"
            name="websites"
            checked={websites !== "all"}
            onChange={() => onChange([])}
          />
          <span>{words.keys.onlySome}</span>
        </label>
        {websites !== "all" && all.length >= searchFrom && (
          <SearchField label={words.searchWebsites} value={search} onSearch={setSearch} />
        )}
        {websites !== "all" && (
          <div class="grants-list">
            {shown.map(({ id, domain_unicode: domain }) => (
              <label key={id} class="check">
                <input
                  type="checkbox"
                  checked={websites.includes(id)}
                  onChange={(event) => {
                    const others = websites.filter((other) => other !== id);
                    onChange(event.currentTarget.checked ? [...others, id] : others);
                  }}
                />
                <span>{domain}</span>
              </label>
            ))}
          </div>
        )}
      </div>
    </fieldset>
  );
}
