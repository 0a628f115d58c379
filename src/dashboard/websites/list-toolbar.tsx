import { goTo } from "../address/address.ts";
import type { WebsiteListQuery } from "../address/website-list-query.ts";
import { useMe } from "../api/caller.ts";
import { may } from "../api/me.ts";
import { Choice } from "../components/choice.tsx";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import { SearchField } from "../components/search-field.tsx";

interface ListToolbarProps {
  readonly query: WebsiteListQuery;
  readonly hrefWith: (change: Partial<WebsiteListQuery>) => string;
}

/** Shows the controls of the list of websites, and the button that adds one. */
export function ListToolbar({ query, hrefWith }: ListToolbarProps) {
  const mayAdd = may(useMe(), "create");
  const show = (change: Partial<WebsiteListQuery>) => goTo(hrefWith(change), { replace: true });
  return (
    <div class="toolbar">
      <SearchField
        label="Search websites"
        value={query.search}
        onSearch={(search) => show({ search, page: 1 })}
      />
      <Choice
        label="Measure of the small charts"
        options={[
          { value: "visitors", label: "Visitors" },
          { value: "pageviews", label: "Page views" },
        ]}
        chosen={query.measure}
        onChoose={(measure) => show({ measure })}
      />
      <Choice
        label="Days of the small charts"
        options={[
          { value: 7, label: "7 days" },
          { value: 30, label: "30 days" },
        ]}
        chosen={query.days}
        onChoose={(days) => show({ days })}
      />
      {mayAdd && (
        <Link class="button primary" href={hrefWith({ isAdding: true })} opens>
          <Icon name="plus" />
          Add website
        </Link>
      )}
    </div>
  );
}
