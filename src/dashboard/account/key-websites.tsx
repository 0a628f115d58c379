import { useState } from "preact/hooks";
import type { KeyRecord } from "../../model/api-key.ts";

import { Checks, Radio } from "../components/check.tsx";
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
        <Radio
          label={words.allAlsoLater}
          name="websites"
          isOn={websites === "all"}
          onChoose={() => onChange("all")}
        />
        <Radio
          label={words.keys.onlySome}
          name="websites"
          isOn={websites !== "all"}
          onChoose={() => onChange([])}
        />
        {websites !== "all" && all.length >= searchFrom && (
          <SearchField label={words.searchWebsites} value={search} onSearch={setSearch} />
        )}
        {websites !== "all" && (
          <div class="grants-list">
            <Checks
              options={shown.map(({ id, domain_unicode: domain }) => [id, domain])}
              chosen={websites}
              onChange={onChange}
            />
          </div>
        )}
      </div>
    </fieldset>
  );
}
