import "./websites.css";
import type { WebsiteSummary } from "../../model/summary.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { closeTo, useAddress } from "../address/address.ts";
import { dayIn, lastDays } from "../address/calendar-day.ts";
import {
  readWebsiteListQuery,
  type WebsiteListQuery,
  writeWebsiteListQuery,
} from "../address/website-list-query.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page } from "../api/answers.ts";
import { useMe } from "../api/caller.ts";
import { may } from "../api/me.ts";
import { serverNow } from "../api/server-clock.ts";
import { AccountMenu } from "../components/account-menu.tsx";
import { lazy, pageToCome } from "../components/lazy.tsx";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { Pager } from "../components/pager.tsx";
import { websitesWords as words } from "../words/websites.ts";
import { AllTotals } from "./all-totals.tsx";
import { ListToolbar } from "./list-toolbar.tsx";
import { ServerState } from "./server-state.tsx";
import { UnknownWebsites } from "./unknown-websites.tsx";
import { WebsiteTile } from "./website-tile.tsx";

const NewWebsite = lazy(() =>
  import("../views/user-views.tsx").then((module) => module.NewWebsite),
);

type WebsitePage = Page<WebsiteRecord>;

/** Lists the caller's websites by domain, favourites first. */
export function WebsitesPage() {
  const query = readWebsiteListQuery(useAddress().search);
  const hrefWith = (change: Partial<WebsiteListQuery>) =>
    `/${writeWebsiteListQuery({ ...query, ...change })}`;
  const favorites = useAnswer<WebsitePage>(listPath(query.search, true, 1));
  const others = useAnswer<WebsitePage>(listPath(query.search, false, query.page));
  const failure = others.failure ?? favorites.failure;
  const summaries = useSummaries([
    favorites.data && listPath(query.search, true, 1),
    others.data && listPath(query.search, false, query.page),
  ]);
  const refresh = () => {
    favorites.refresh();
    others.refresh();
  };
  const me = useMe();
  const mayAdd = may(me, "create");
  // The first website needs no search, and its button stands below.
  const count = (favorites.data?.meta.total ?? 1) + (others.data?.meta.total ?? 1);
  const isEmpty = query.search === "" && count === 0;
  const close = () => closeTo(hrefWith({ adding: undefined }));
  return (
    <PageFrame title={words.title} isUser head={<AccountMenu />}>
      <div class="bar-row">
        <h1>{words.title}</h1>
        {!isEmpty && <ListToolbar query={query} hrefWith={hrefWith} />}
      </div>
      {may(me, "admin") && <ServerState />}
      {mayAdd && <UnknownWebsites hrefWith={hrefWith} />}
      {failure && <Notice failure={failure} onRetry={others.retry} />}
      {!(favorites.data && others.data) && !failure && pageToCome}
      {favorites.data && others.data && (
        <Lists
          query={query}
          favorites={favorites.data}
          others={others.data}
          summaries={summaries}
          hrefWith={hrefWith}
          onChange={refresh}
        />
      )}
      {query.adding !== undefined && mayAdd && <NewWebsite domain={query.adding} onClose={close} />}
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

/** The numbers of websites by id, as far as they are there. */
interface Summaries {
  readonly byId: ReadonlyMap<number, WebsiteSummary>;
  readonly haveFailed: boolean;
}

/** Fetches the last days of all websites on the pages of the two lists. */
function useSummaries([first, second]: readonly (string | undefined)[]): Summaries {
  const favorites = useAnswer<Page<WebsiteSummary>>(first && summariesPath(first));
  const others = useAnswer<Page<WebsiteSummary>>(second && summariesPath(second));
  const all = [...(favorites.data?.data ?? []), ...(others.data?.data ?? [])];
  return {
    byId: new Map(all.map((summary) => [summary.website_id, summary])),
    haveFailed: favorites.failure !== undefined || others.failure !== undefined,
  };
}

/**
 * Returns the path of the last 30 days and the 30 before, wherever today has begun or is not over.
 */
function summariesPath(list: string): string {
  const [path = "", params = ""] = list.split("?");
  const { from } = lastDays(60, dayIn("Etc/GMT+12", serverNow()));
  const to = dayIn("Pacific/Kiritimati", serverNow());
  return `${path}/summary?${params}&from=${from}&to=${to}&interval=day`;
}

interface ListsProps {
  readonly query: WebsiteListQuery;
  readonly favorites: WebsitePage;
  readonly others: WebsitePage;
  readonly summaries: Summaries;
  readonly hrefWith: (change: Partial<WebsiteListQuery>) => string;
  readonly onChange: () => void;
}

function Lists({ query, favorites, others, summaries, hrefWith, onChange }: ListsProps) {
  if (favorites.meta.total + others.meta.total === 0) {
    return <Empty search={query.search} addHref={hrefWith({ adding: "" })} />;
  }
  // A star moves a tile to the other list. One array lets the tile keep its state.
  const shown = [...favorites.data, ...others.data];
  return (
    <>
      {shown.length > 1 && <AllTotals query={query} />}
      <ul class="tiles">
        {shown.map((website) => (
          <WebsiteTile
            key={website.id}
            website={website}
            query={query}
            summary={summaries.byId.get(website.id)}
            hasFailed={summaries.haveFailed}
            onChange={onChange}
          />
        ))}
      </ul>
      {others.meta.last_page > 1 && (
        <Pager meta={others.meta} hrefOf={(page) => hrefWith({ page })} />
      )}
    </>
  );
}

function Empty({ search, addHref }: { readonly search: string; readonly addHref: string }) {
  const me = useMe();
  if (search !== "") return <p class="empty">{words.noneFound(search)}</p>;
  if (me === undefined) return null;
  if (!may(me, "create")) {
    return <p class="empty">{words.noneSeen}</p>;
  }
  return (
    <section class="gate">
      <h2>{words.none}</h2>
      <p>{words.noneHint}</p>
      <Link class="button primary" href={addHref} opens>
        {words.add}
      </Link>
    </section>
  );
}
