import "./websites.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { WebsiteSummary } from "../../model/summary.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { closeTo, useAddress } from "../address/address.ts";
import { dayIn, lastDays } from "../address/calendar-day.ts";
import {
  readWebsiteListQuery,
  type WebsiteListQuery,
  writeWebsiteListQuery,
} from "../address/website-list-query.ts";
import { getAllPages } from "../api/all-pages.ts";
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
import { takeDeleted } from "./deleted-website.ts";
import { ListToolbar } from "./list-toolbar.tsx";
import { ServerState } from "./server-state.tsx";
import { UnknownWebsites } from "./unknown-websites.tsx";
import { inOrder } from "./website-order.ts";
import { WebsiteTile } from "./website-tile.tsx";

const NewWebsite = lazy(
  () => import("../views/user-views.tsx"),
  (module) => module.NewWebsite,
);

const perPage = 25;
/** From so many websites on, each is a row. */
const rowsFrom = 12;

/** Lists the caller's websites, favourites first. */
export function WebsitesPage() {
  const query = readWebsiteListQuery(useAddress().search);
  const hrefWith = (change: Partial<WebsiteListQuery>) =>
    `/${writeWebsiteListQuery({ ...query, ...change })}`;
  const all = useAnswer<readonly WebsiteRecord[]>(listPath(query.search), getAllPages);
  const me = useMe();
  const mayAdd = may(me, "create");
  // The first website needs no search, and its button stands below.
  const isEmpty = query.search === "" && all.data?.length === 0;
  const close = () => closeTo(hrefWith({ adding: undefined }));
  const heading = useRef<HTMLHeadingElement>(null);
  const [deleted, setDeleted] = useState("");
  useEffect(() => {
    const taken = takeDeleted();
    if (taken === "") return;
    // Screen readers say what comes into a line that is there already.
    setDeleted(taken);
    heading.current?.focus();
  }, []);
  return (
    <PageFrame title={words.title} isUser head={<AccountMenu />}>
      <div class="bar-row">
        <h1 ref={heading} tabIndex={-1}>
          {words.title}
        </h1>
        {!isEmpty && <ListToolbar query={query} hrefWith={hrefWith} />}
      </div>
      <p class={deleted === "" ? "hidden" : "hint"} role="status">
        {deleted && words.deleted(deleted)}
      </p>
      {may(me, "admin") && <ServerState />}
      {mayAdd && <UnknownWebsites hrefWith={hrefWith} />}
      {all.failure && <Notice failure={all.failure} onRetry={all.retry} />}
      {!all.data && !all.failure && pageToCome}
      {all.data && (
        <List query={query} found={all.data} hrefWith={hrefWith} onChange={all.refresh} />
      )}
      {query.adding !== undefined && mayAdd && <NewWebsite domain={query.adding} onClose={close} />}
    </PageFrame>
  );
}

/** Returns the path of the websites. The last of thousands are found by a search alone. */
function listPath(search: string): string {
  const params = new URLSearchParams({ sort_by: "domain", sort: "asc", per_page: "100" });
  if (search !== "") params.set("search", search);
  return `/api/v1/websites?${params}`;
}

interface ListProps {
  readonly query: WebsiteListQuery;
  readonly found: readonly WebsiteRecord[];
  readonly hrefWith: (change: Partial<WebsiteListQuery>) => string;
  readonly onChange: () => void;
}

function List({ query, found, hrefWith, onChange }: ListProps) {
  const numbers = useNumbers(query);
  if (found.length === 0) {
    return <Empty search={query.search} addHref={hrefWith({ adding: "" })} />;
  }
  const sorted = inOrder(found, query, numbers);
  const favorites = sorted.filter(({ favorited_at }) => favorited_at !== null);
  const others = sorted.filter(({ favorited_at }) => favorited_at === null);
  const first = (query.page - 1) * perPage;
  // A star moves a tile to the other list. One array lets the tile keep its state.
  const shown = [...favorites, ...others.slice(first, first + perPage)];
  const meta = {
    path: "",
    current_page: query.page,
    per_page: perPage,
    from: first + 1,
    to: Math.min(first + perPage, others.length),
    total: others.length,
    last_page: Math.max(1, Math.ceil(others.length / perPage)),
  };
  return (
    <>
      {found.length > 1 && <AllTotals query={query} />}
      <ul class={found.length < rowsFrom ? "tiles" : "tiles rows"}>
        {shown.map((website) => (
          <WebsiteTile
            key={website.id}
            website={website}
            query={query}
            summary={numbers.summaries.get(website.id)}
            hasFailed={numbers.haveFailed}
            onChange={onChange}
          />
        ))}
      </ul>
      {meta.last_page > 1 && <Pager meta={meta} hrefOf={(page) => hrefWith({ page })} />}
    </>
  );
}

/** The numbers of websites, as far as they are there. */
interface Numbers {
  readonly summaries: ReadonlyMap<number, WebsiteSummary>;
  /** The ids of the websites, the one with the most visitors of now first. */
  readonly online: readonly number[];
  readonly haveFailed: boolean;
}

/**
 * Fetches the last 30 days and the 30 before, wherever today has begun or is not over. In the order
 * of a number every website is needed, as any may be the first.
 */
function useNumbers({ search, sort, page }: WebsiteListQuery): Numbers {
  const { from } = lastDays(60, dayIn("Etc/GMT+12", serverNow()));
  const to = dayIn("Pacific/Kiritimati", serverNow());
  const pathOf = (params: Readonly<Record<string, string>>) => {
    const all = new URLSearchParams({ ...params, from, to, ...(search !== "" && { search }) });
    return `/api/v1/websites/summary?${all}`;
  };
  const days = { sort_by: "domain", sort: "asc", interval: "day" };
  const isByName = sort === "name";
  const favorites = useAnswer<Page<WebsiteSummary>>(
    isByName ? pathOf({ ...days, favorite: "1", per_page: "100" }) : undefined,
  );
  const others = useAnswer<Page<WebsiteSummary>>(
    isByName
      ? pathOf({ ...days, favorite: "0", per_page: String(perPage), page: String(page) })
      : undefined,
  );
  const every = useAnswer<readonly WebsiteSummary[]>(
    isByName ? undefined : pathOf({ ...days, per_page: "100" }),
    getAllPages,
  );
  const online = useAnswer<readonly WebsiteSummary[]>(
    sort === "online" ? pathOf({ sort_by: "online", sort: "desc", per_page: "100" }) : undefined,
    getAllPages,
  );
  const known = [
    ...(favorites.data?.data ?? []),
    ...(others.data?.data ?? []),
    ...(every.data ?? []),
  ];
  return {
    summaries: new Map(known.map((summary) => [summary.website_id, summary])),
    online: online.data?.map(({ website_id }) => website_id) ?? [],
    haveFailed: [favorites, others, every].some(({ failure }) => failure !== undefined),
  };
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
