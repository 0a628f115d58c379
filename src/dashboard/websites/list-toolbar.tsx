import { goTo } from "../address/address.ts";
import { type WebsiteListQuery, websiteSorts } from "../address/website-list-query.ts";
import { useMe } from "../api/caller.ts";
import { may } from "../api/me.ts";
import { Choice } from "../components/choice.tsx";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import { SearchField } from "../components/search-field.tsx";
import { Select } from "../components/select.tsx";
import { websitesWords as words } from "../words/websites.ts";

interface ListToolbarProps {
  readonly query: WebsiteListQuery;
  readonly hrefWith: (change: Partial<WebsiteListQuery>) => string;
}

/** Shows the controls of the list of websites, and the button that adds one. */
export function ListToolbar({ query, hrefWith }: ListToolbarProps) {
  const me = useMe();
  const show = (change: Partial<WebsiteListQuery>) => goTo(hrefWith(change), { replace: true });
  return (
    <div class="toolbar">
      <SearchField
        label={words.search}
        value={query.search}
        onSearch={(search) => show({ search, page: 1 })}
      />
      <Choice
        label={words.measure}
        options={[
          { value: "visitors", label: words.visitors },
          { value: "pageviews", label: words.pageviews },
        ]}
        chosen={query.measure}
        onChoose={(measure) => show({ measure })}
      />
      <Choice
        label={words.period}
        options={[
          { value: 7, label: words.days(7) },
          { value: 30, label: words.days(30) },
        ]}
        chosen={query.days}
        onChoose={(days) => show({ days })}
      />
      <Select
        label={words.sort}
        value={query.sort}
        onSelect={(sort) => show({ sort: sort as WebsiteListQuery["sort"], page: 1 })}
      >
        {websiteSorts.map((sort) => (
          <option key={sort} value={sort}>
            {words.sorts[sort]}
          </option>
        ))}
      </Select>
      {(me === undefined || may(me, "create")) && (
        <Link
          class={me ? "button primary" : "button primary to-come"}
          href={hrefWith({ adding: "" })}
          opens
        >
          <Icon name="plus" />
          {words.add}
        </Link>
      )}
    </div>
  );
}
