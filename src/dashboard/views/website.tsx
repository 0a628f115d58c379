import { useMemo } from "preact/hooks";
import { useAddress } from "../address/address.ts";
import { dayIn } from "../address/calendar-day.ts";
import { earlierDays } from "../address/comparison.ts";
import { daysOf } from "../address/ranges.ts";
import {
  isReportView,
  readWebsiteQuery,
  type WebsiteQuery,
  writeWebsiteQuery,
} from "../address/website-query.ts";
import { useAnswer } from "../api/answer.ts";
import type { WebsiteRecord } from "../api/answers.ts";
import { useMe } from "../api/caller.ts";
import type { Failure } from "../api/failure.ts";
import { findWebsite, websiteSearchPath } from "../api/find-website.ts";
import { may } from "../api/me.ts";
import { type ApiPaths, ownerPaths, sharedPaths } from "../api/paths.ts";
import { AccountMenu } from "../components/account-menu.tsx";
import { lazy } from "../components/lazy.tsx";
import { Notice } from "../components/notice.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { useTicks } from "../components/visibility.ts";
import { Report } from "../reports/report-frame.tsx";
import { ReportTabs } from "../reports/report-tabs.tsx";
import { type Site, SiteContext } from "../site/site.ts";
import { LivePill, useLive } from "../statistics/live-pill.tsx";
import { StatisticsView } from "../statistics/statistics-view.tsx";
import { ViewLinks } from "../statistics/view-links.tsx";
import { NotFoundPage } from "./not-found.tsx";

const ImportsView = lazy(
  () => import("../imports/imports-view.tsx").then((module) => module.ImportsView),
  <div class="page-to-come" />,
);

const OwnerView = lazy(
  () => import("../settings/owner-views.tsx").then((module) => module.OwnerView),
  <div class="page-to-come" />,
);

interface Identity {
  readonly domain: string;
  readonly timezone: string;
  readonly paths: ApiPaths;
  readonly record: WebsiteRecord | undefined;
  readonly mayWrite: boolean;
}

/** Shows a website to its owner. */
export function OwnedWebsite({ domain }: { readonly domain: string }) {
  const answer = useAnswer(websiteSearchPath(domain), findWebsite);
  const record = answer.data?.record ?? undefined;
  const mayWrite = may(useMe(), "write", record?.id);
  const identity = useMemo(
    () =>
      record && {
        domain,
        timezone: record.timezone,
        paths: ownerPaths(record.id),
        ...{ record, mayWrite },
      },
    [record, domain, mayWrite],
  );
  if (answer.failure && !record) {
    return <Unavailable domain={domain} isOwner failure={answer.failure} onRetry={answer.retry} />;
  }
  if (answer.data && !record) return <NotFoundPage isOwner />;
  return <Website domain={domain} identity={identity} isOwner onChange={answer.refresh} />;
}

/** Shows a website to its viewers. */
export function SharedWebsite({ domain }: { readonly domain: string }) {
  const paths = sharedPaths(domain);
  const path = `/shared/${encodeURIComponent(domain)}`;
  const answer = useAnswer<{ data: { domain: string; timezone: string } }>(path);
  const timezone = answer.data?.data.timezone;
  if (answer.failure && !timezone) {
    const { failure, retry } = answer;
    return <Unavailable domain={domain} isOwner={false} failure={failure} onRetry={retry} />;
  }
  const viewer = { record: undefined, mayWrite: false };
  const identity = timezone ? { domain, timezone, paths, ...viewer } : undefined;
  return <Website domain={domain} identity={identity} isOwner={false} onChange={answer.refresh} />;
}

interface UnavailableProps {
  readonly domain: string;
  readonly isOwner: boolean;
  readonly failure: Failure;
  readonly onRetry: () => void;
}

function Unavailable({ domain, isOwner, failure, onRetry }: UnavailableProps) {
  return (
    <PageFrame title={domain} isOwner={isOwner}>
      <Notice failure={failure} onRetry={onRetry} />
    </PageFrame>
  );
}

interface WebsiteProps {
  readonly domain: string;
  /** Undefined until the server has answered. */
  readonly identity: Identity | undefined;
  readonly isOwner: boolean;
  readonly onChange: () => void;
}

function Website({ domain, identity, isOwner, onChange }: WebsiteProps) {
  const { search } = useAddress();
  // A day may end while the page is open.
  useTicks(60_000);
  const live = useLive(identity?.paths.live);
  const query = readWebsiteQuery(search);
  const isReport = isReportView(query.view);
  const view = isOwner || isReport ? query.view : "statistics";
  const hrefWith: Site["hrefWith"] = (change) =>
    keepViewer(search, `/${domain}${writeWebsiteQuery({ ...query, ...change })}`);
  const site = identity && siteOf(identity, live, query, hrefWith);
  const head = (
    <>
      <h1 class="domain">{domain}</h1>
      {isOwner && (
        <ViewLinks view={view} mayWrite={identity?.mayWrite ?? false} hrefWith={hrefWith} />
      )}
      {site && <LivePill site={site} />}
      {isOwner && <AccountMenu />}
    </>
  );
  return (
    <PageFrame title={domain} isOwner={isOwner} head={head}>
      {site === undefined ? (
        <div class="page-to-come" />
      ) : (
        <SiteContext.Provider value={site}>
          {(view === "statistics" || isReport) && <ReportTabs />}
          {view === "statistics" && <StatisticsView />}
          {isReportView(view) && <Report key={view} name={view} />}
          {view === "import" && <ImportsView />}
          {(view === "intake" || view === "sharing" || view === "settings") && (
            <OwnerView view={view} onChange={onChange} />
          )}
        </SiteContext.Provider>
      )}
    </PageFrame>
  );
}

/** Returns the address with the wish of an owner to see the page as viewers do. */
function keepViewer(search: string, href: string): string {
  if (new URLSearchParams(search).get("as") !== "viewer") return href;
  return `${href}${href.includes("?") ? "&" : "?"}as=viewer`;
}

function siteOf(
  identity: Identity,
  live: Site["live"],
  query: WebsiteQuery,
  hrefWith: Site["hrefWith"],
): Site {
  const today = dayIn(identity.timezone, Date.now());
  const days = daysOf(query.range, today);
  const earlier = earlierDays(days, query.comparison);
  return { ...identity, live, query, today, days, earlier, hrefWith };
}
