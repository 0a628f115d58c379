import { h } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type {
  LinkedWebsite as LinkedRecord,
  SharedWebsite as SharedRecord,
} from "../../model/access.ts";
import type { shareReports } from "../../model/choices.ts";

import type { Live } from "../../model/live.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { useAddress } from "../address/address.ts";
import { clockPointIn, laterOf } from "../address/calendar-day.ts";
import { comparisonOf, earlierDays } from "../address/comparison.ts";
import { daysOf } from "../address/ranges.ts";
import { type ReportView, reportViews } from "../address/report-query.ts";
import {
  changeWebsiteQuery,
  isReportView,
  readWebsiteQuery,
  type WebsiteView,
  writeWebsiteQuery,
} from "../address/website-query.ts";
import { useAnswer } from "../api/answer.ts";
import { useMe } from "../api/caller.ts";
import type { Failure } from "../api/failure.ts";
import { findWebsite, websiteSearchPath } from "../api/find-website.ts";
import { may } from "../api/me.ts";
import { type ApiPaths, linkPaths, sharedPaths, userPaths } from "../api/paths.ts";
import { hasWrongClock, serverNow } from "../api/server-clock.ts";
import { AccountMenu } from "../components/account-menu.tsx";
import { Icon } from "../components/icon.tsx";
import { lazy, pageToCome } from "../components/lazy.tsx";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { PaletteKey } from "../palette/palette-key.tsx";
import { ReportTabs } from "../reports/report-tabs.tsx";
import { useFirstDay } from "../site/first-day.ts";
import { useFreshAnswers } from "../site/fresh-answers.ts";
import { usePolled } from "../site/polled.ts";
import { type Site, SiteContext } from "../site/site.ts";
import { LivePill } from "../statistics/live-pill.tsx";
import { Shortcuts, StatisticsView } from "../statistics/statistics-view.tsx";
import { ViewLinks } from "../statistics/view-links.tsx";
import { noPageWords } from "../words/no-page.ts";
import { format, ownTimezone } from "../words/reader.ts";
import { reportTabsWords } from "../words/report-tabs.ts";
import { viewWords } from "../words/views.ts";
import { NotFoundPage } from "./not-found.tsx";

const ImportsView = lazy(
  () => import("../imports/imports-view.tsx"),
  (module) => module.ImportsView,
  pageToCome,
);

const UserView = lazy(
  () => import("./user-views.tsx"),
  (module) => module.UserView,
  pageToCome,
);

// The code of all reports is one file.
const ReportPage = lazy(
  () => import("../reports/reports-view.tsx"),
  ({ reports }) =>
    ({ name }: { readonly name: ReportView }) => [h(reports[name], {}), h(Shortcuts, {})],
  pageToCome,
);

const livePollMs = 10_000;

const NotificationsView = lazy(
  () => import("../notifications/notifications-view.tsx"),
  (module) => module.NotificationsView,
  pageToCome,
);

/** The website that the page shows, or a part of it. */
interface Identity {
  readonly domain: string;
  readonly timezone: string;
  /** The day there, by the clock of the server, when it answered. */
  readonly today: string;
  readonly paths: ApiPaths;
  readonly record: WebsiteRecord | undefined;
  readonly mayWrite: boolean;
  /** The reports of a shared link; undefined if all are shown. */
  readonly reports?: readonly Report[];
  /** The name of the segment of a shared link; null or undefined for all visitors. */
  readonly segment?: string | null;
}

type Report = (typeof shareReports)[number];

/** Shows a website to somebody who is signed in. */
export function UserWebsite({ domain }: { readonly domain: string }) {
  const answer = useAnswer(websiteSearchPath(domain), findWebsite);
  const record = answer.data?.record ?? undefined;
  const mayWrite = may(useMe(), "write", record?.id);
  const identity = useMemo(
    () =>
      record && {
        domain,
        timezone: record.timezone,
        today: record.today,
        paths: userPaths(record.id),
        record,
        mayWrite,
      },
    [record, domain, mayWrite],
  );
  if (answer.failure && !record) {
    return <Unavailable domain={domain} isUser failure={answer.failure} onRetry={answer.retry} />;
  }
  if (answer.data && !record) return <NotFoundPage isUser />;
  const page = { name: record?.domain_unicode ?? domain, path: `/${domain}` };
  return <Website page={page} identity={identity} isUser />;
}

/** Shows a website to its viewers. */
export function SharedWebsite({ domain }: { readonly domain: string }) {
  const paths = sharedPaths(domain);
  const path = `/shared/${encodeURIComponent(domain)}`;
  const answer = useAnswer<{ data: SharedRecord }>(path);
  const website = answer.data?.data;
  if (answer.failure && !website) {
    const { failure, retry } = answer;
    return <Unavailable domain={domain} isUser={false} failure={failure} onRetry={retry} />;
  }
  const identity = website && { ...website, paths, ...viewer };
  const page = { name: website?.domain_unicode ?? domain, path: `/${domain}` };
  return <Website page={page} identity={identity} isUser={false} />;
}

/** Shows what a shared link shows. */
export function LinkedWebsite({ token }: { readonly token: string }) {
  const paths = linkPaths(token);
  const answer = useAnswer<{ data: LinkedRecord }>(`${paths.website}/website`);
  const website = answer.data?.data;
  const name = website?.domain_unicode ?? noPageWords.shared;
  if (answer.failure && !website) {
    const { failure, retry } = answer;
    return <Unavailable domain={name} isUser={false} failure={failure} onRetry={retry} />;
  }
  const identity = website && { ...website, paths, ...viewer };
  const page = { name, path: paths.website };
  return <Website page={page} identity={identity} isUser={false} />;
}

const viewer = { record: undefined, mayWrite: false };

interface UnavailableProps {
  readonly domain: string;
  readonly isUser: boolean;
  readonly failure: Failure;
  readonly onRetry: () => void;
}

function Unavailable({ domain, isUser, failure, onRetry }: UnavailableProps) {
  return (
    <PageFrame title={domain} isUser={isUser}>
      <Notice failure={failure} onRetry={onRetry} />
    </PageFrame>
  );
}

interface WebsiteProps {
  /** The heading of the page, and the path of its address. */
  readonly page: { readonly name: string; readonly path: string };
  /** Undefined until the server has answered. */
  readonly identity: Identity | undefined;
  readonly isUser: boolean;
}

function Website({ page, identity, isUser }: WebsiteProps) {
  const me = useMe();
  const { search } = useAddress();
  // A public page has no reads.
  const shows = (report: Report) =>
    identity?.reports?.includes(report) ?? (isUser || report !== "reads");
  const live = usePolled<{ data: Live }>(
    shows("overview") ? identity?.paths.live : undefined,
    livePollMs,
  );
  const asked = readWebsiteQuery(search);
  const view = isUser ? asked.view : viewersView(asked.view, shows);
  // What is hidden is not for viewers.
  const query = { ...asked, view, counted: isUser ? asked.counted : undefined };
  const isReport = isReportView(view);
  const hrefWith: Site["hrefWith"] = (change) =>
    keepWishes(search, `${page.path}${writeWebsiteQuery(changeWebsiteQuery(query, change))}`);
  const now = serverNow();
  const firstDay = useFirstDay(query.range === "all" ? identity : undefined, now);
  const site =
    identity && (query.range !== "all" || firstDay !== undefined)
      ? siteOf({ ...identity, shows, live, query, hrefWith }, now, firstDay)
      : undefined;
  useFreshAnswers(site);
  const head = (
    <>
      <h1 class="domain">
        {isUser ? (
          <Link
            class="switch-link"
            href={hrefWith({ view: "statistics", open: "websites" })}
            title={viewWords.switch}
            opens
          >
            <span>{page.name}</span>
            <Icon name="down" />
          </Link>
        ) : (
          <span>{page.name}</span>
        )}
      </h1>
      {isUser && <ViewLinks view={view} mayWrite={me && identity?.mayWrite} hrefWith={hrefWith} />}
      {site && shows("overview") && <LivePill site={site} />}
      {isUser && <AccountMenu />}
    </>
  );
  return (
    <PageFrame title={titleOf(view, page.name)} isUser={isUser} head={head}>
      {site === undefined ? (
        pageToCome
      ) : (
        <SiteContext.Provider value={site}>
          <NotRefreshed failure={live.failure} />
          {hasWrongClock() && (
            <p class="paused" role="status">
              {viewWords.wrongClock}
            </p>
          )}
          {(view === "statistics" || isReport) && <ReportTabs />}
          {view === "statistics" && <StatisticsView />}
          {isReportView(view) && <ReportPage key={view} name={view} />}
          {(view === "tracking-check" || view === "what-counts") && <UserView view={view} />}
          {me && view === "import" && <ImportsView />}
          {me && view === "notifications" && <NotificationsView />}
          {me && (view === "sharing" || view === "settings") && <UserView view={view} />}
          {isUser && <PaletteKey />}
        </SiteContext.Provider>
      )}
    </PageFrame>
  );
}

/** Says since when nothing is refreshed, after one attempt that failed. */
function NotRefreshed({ failure }: { readonly failure: Failure | undefined }) {
  const lastMs = useRef(serverNow());
  if (failure === undefined) {
    lastMs.current = serverNow();
    return null;
  }
  return (
    <p class="paused" role="status">
      {viewWords.notRefreshed(format.minute(new Date(lastMs.current).toISOString(), ownTimezone))}
    </p>
  );
}

/** Returns the title of the window. That of the overview is the website's name alone. */
function titleOf(view: WebsiteView, name: string): string {
  if (view === "statistics") return name;
  return `${isReportView(view) ? reportTabsWords.names[view] : viewWords[view]} · ${name}`;
}

/** Returns the address with the language of the page, and the wish to see it as viewers do. */
function keepWishes(search: string, href: string): string {
  const kept = [...new URLSearchParams(search)].filter(
    ([name]) => name === "lang" || name === "as",
  );
  if (kept.length === 0) return href;
  return `${href}${href.includes("?") ? "&" : "?"}${new URLSearchParams(kept)}`;
}

/** Returns the view that viewers get instead of one that they do not have. */
function viewersView(view: WebsiteView, shows: Site["shows"]): WebsiteView {
  if (isReportView(view) && shows(view)) return view;
  if (shows("overview")) return "statistics";
  return reportViews.find((each) => shows(each)) ?? "statistics";
}

/** Returns the site with the days that its query means. */
function siteOf(
  site: Omit<Site, "hour" | "days" | "comparison" | "earlier">,
  nowMs: number,
  firstDay: string | undefined,
): Site {
  const [day = "", time = ""] = clockPointIn(site.timezone, nowMs).split("T");
  // A day may have ended since the server has answered.
  const today = laterOf(day, site.today);
  const hour = Number(time.slice(0, 2));
  const days = daysOf(site.query.range, today, hour, firstDay);
  const comparison = comparisonOf(site.query.range, site.query.comparison);
  return { ...site, today, hour, days, comparison, earlier: earlierDays(days, comparison, today) };
}
