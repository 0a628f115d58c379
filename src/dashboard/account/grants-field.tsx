import { useState } from "preact/hooks";
import { type GrantLevel, grantLevels } from "../../model/choices.ts";
import type { PersonRecord } from "../../model/person.ts";

import { SearchField } from "../components/search-field.tsx";
import { useWebsites } from "../site/websites.ts";
import { accountWords } from "../words/account.ts";
import { withGrant } from "./grants.ts";

const words = accountWords.grants;

type Grants = PersonRecord["grants"];

interface GrantsFieldProps {
  readonly grants: Grants;
  readonly onChange: (grants: Grants) => void;
}

/** A list with more websites than this has a search. */
const searchFrom = 8;

/** Asks what a member may do, on all websites and on each of them. */
export function GrantsField({ grants, onChange }: GrantsFieldProps) {
  const websites = useWebsites().data ?? [];
  const [search, setSearch] = useState("");
  const shown = websites.filter(({ domain_unicode: domain }) =>
    domain.includes(search.trim().toLowerCase()),
  );
  const row = (id: Grants[number]["website_id"], name: string, none: string) => (
    <GrantRow
      key={id}
      name={name}
      none={none}
      level={grants.find(({ website_id }) => website_id === id)?.may}
      onChange={(level) => onChange([...withGrant(grants, id, level)])}
    />
  );
  const hasAll = grants.some(({ website_id }) => website_id === "all");
  return (
    <fieldset class="form-part">
      <legend>{accountWords.websites}</legend>
      <div class="grants">
        {row("all", accountWords.allAlsoLater, words.onlyBelow)}
        {websites.length >= searchFrom && (
          <SearchField label={accountWords.searchWebsites} value={search} onSearch={setSearch} />
        )}
        <div class="grants-list">
          {shown.map(({ id, domain_unicode: domain }) =>
            row(id, domain, hasAll ? words.asAbove : words.noAccess),
          )}
        </div>
      </div>
    </fieldset>
  );
}

interface GrantRowProps {
  readonly name: string;
  /** Label of the option without a grant. */
  readonly none: string;
  readonly level: GrantLevel | undefined;
  readonly onChange: (level: GrantLevel | undefined) => void;
}

function GrantRow({ name, none, level, onChange }: GrantRowProps) {
  const select = (value: string) => onChange(grantLevels.find((each) => each === value));
  return (
    <label class="grant">
      <span>{name}</span>
      <select
        class="input"
        value={level ?? ""}
        onChange={(event) => select(event.currentTarget.value)}
      >
        <option value="">{none}</option>
        {grantLevels.map((each) => (
          <option key={each} value={each}>
            {words[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
