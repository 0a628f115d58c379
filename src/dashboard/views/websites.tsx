import { useAnswer } from "../api/answer.ts";
import type { Page, WebsiteRecord } from "../api/answers.ts";
import { Link } from "../components/link.tsx";
import { ListToolbar } from "../components/list-toolbar.tsx";
import { Notice } from "../components/notice.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { Pager } from "../components/pager.tsx";
import { SignOut } from "../components/sign-out.tsx";
import { WebsiteTile } from "../components/website-tile.tsx";
import { closeTo, usePlace } from "../location.ts";
import {
  readWebsiteListQuery,
  type WebsiteListQuery,
  writeWebsiteListQuery,
} from "../website-list-query.ts";
import { NewWebsiteDialog } from "./new-website.tsx";

type WebsitePage = Page<WebsiteRecord>;

/** The owner's websites: favourites first, then the others by domain. */
export function WebsitesPage() {
  const query = readWebsiteListQuery(usePlace().search);
  const hrefWith = (change: Partial<WebsiteListQuery>) =>
    `/${writeWebsiteListQuery({ ...query, ...change })}`;
  const favorites = useAnswer<WebsitePage>(listPath(query.search, true, 1));
  const others = useAnswer<WebsitePage>(listPath(query.search, false, query.page));
  const failure = others.failure ?? favorites.failure;
  const refresh = () => {
    favorites.refresh();
    others.refresh();
  };
  const close = () => closeTo(hrefWith({ isAdding: false }));
  return (
    <PageFrame title="Websites" isOwner head={<SignOut />}>
      <div class="bar-row">
        <h1>Websites</h1>
        <ListToolbar query={query} hrefWith={hrefWith} />
      </div>
      {failure && <Notice failure={failure} onRetry={others.retry} />}
      {!(favorites.data && others.data) && !failure && <div class="page-to-come" />}
      {favorites.data && others.data && (
        <Lists
          query={query}
          favorites={favorites.data}
          others={others.data}
          hrefWith={hrefWith}
          onChange={refresh}
        />
      )}
      {query.isAdding && <NewWebsiteDialog onClose={close} />}
    </PageFrame>
  );
}

function listPath(search: string, isFavorite: boolean, page: number): string {
  const params = new URLSearchParams({
    favorite: isFavorite ? "1" : "0",
    sort_by: "domain",
    sort: "asc",
    per_page: isFavorite ? "100" : "25",
    page: String(page),
  });
  if (search !== "") params.set("search", search);
  return `/api/v1/websites?${params}`;
}

interface ListsProps {
  readonly query: WebsiteListQuery;
  readonly favorites: WebsitePage;
  readonly others: WebsitePage;
  readonly hrefWith: (change: Partial<WebsiteListQuery>) => string;
  readonly onChange: () => void;
}

function Lists({ query, favorites, others, hrefWith, onChange }: ListsProps) {
  if (favorites.meta.total + others.meta.total === 0) {
    return <Empty search={query.search} addHref={hrefWith({ isAdding: true })} />;
  }
  // Stars move a tile from one list to the other, which must not draw it anew.
  const shown = [...favorites.data, ...others.data];
  return (
    <>
      <ul class="tiles">
        {shown.map((website) => (
          <WebsiteTile key={website.id} website={website} query={query} onChange={onChange} />
        ))}
      </ul>
      {others.meta.last_page > 1 && (
        <Pager meta={others.meta} hrefOf={(page) => hrefWith({ page })} />
      )}
    </>
  );
}

function Empty({ search, addHref }: { readonly search: string; readonly addHref: string }) {
  if (search !== "") return <p class="empty">No website has “{search}” in its domain.</p>;
  return (
    <section class="gate">
      <h2>No websites yet</h2>
      <p>Add the first one, put one line of script on its pages, and its visitors are counted.</p>
      <Link class="button primary" href={addHref} opens>
        Add website
      </Link>
    </section>
  );
}
