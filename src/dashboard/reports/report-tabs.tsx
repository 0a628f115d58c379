import "./report-tabs.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { dayParams } from "../address/calendar-day.ts";
import { noReport, type ReportView, reportViews } from "../address/report-query.ts";
import { isReportView } from "../address/website-query.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page, WithImports } from "../api/answers.ts";
import { Help } from "../components/help.tsx";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import { showCurrent } from "../components/show-current.ts";
import { useSite } from "../site/site.ts";
import { ImportsNote } from "../statistics/overview.tsx";
import { reportTabsWords } from "../words/report-tabs.ts";

/**
 * Links to the reports. All of them have their places from the first draw on. An editor can add the
 * first goal and funnel at the end.
 */
export function ReportTabs() {
  const { mayWrite, paths, shows, query, hrefWith } = useSite();
  const isReady = useReadiness();
  const imports = useImports(isReady);
  const list = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(list.current), [query.view]);
  const hrefOf = (view: "statistics" | ReportView, report = noReport) =>
    hrefWith({ view, open: undefined, report });
  const lacksOf = (view: "goals" | "funnels") =>
    isReady && mayWrite && query.view !== view ? `${paths.website}/${view}?per_page=10` : undefined;
  const lacks = {
    goals: useLength(lacksOf("goals")) === 0,
    funnels: useLength(lacksOf("funnels")) === 0,
  };
  return (
    <>
      <div class="report-tabs">
        <nav aria-label={reportTabsWords.tabs} ref={list}>
          {shows("overview") && (
            <Link
              href={hrefOf("statistics")}
              aria-current={query.view === "statistics" ? "page" : undefined}
            >
              {reportTabsWords.names.overview}
            </Link>
          )}
          {reportViews.map(
            (view) =>
              shows(view) && (
                <Link
                  key={view}
                  href={hrefOf(view)}
                  aria-current={query.view === view ? "page" : undefined}
                >
                  {reportTabsWords.names[view]}
                </Link>
              ),
          )}
          {(["goals", "funnels"] as const).map(
            (view) =>
              lacks[view] &&
              query.view !== view && (
                <Link key={view} class="add" href={hrefOf(view, { ...noReport, form: "new" })}>
                  <Icon name="plus" />
                  {reportTabsWords.add[view]}
                </Link>
              ),
          )}
        </nav>
        {isReportView(query.view) && (
          <Help topic={query.view} name={reportTabsWords.names[query.view]} />
        )}
      </div>
      {imports && <ImportsNote imports={imports} />}
    </>
  );
}

/** Leaves the first requests to the page itself. */
const delayMs = 200;

function useReadiness(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  return isReady;
}

/** Fetches the number of records of a list. */
function useLength(path: string | undefined): number | undefined {
  const { data } = useAnswer<Page<unknown>>(path);
  return path === undefined ? undefined : data?.meta.total;
}

/** Finds out which of a report's days were imported as totals. The overview does so itself. */
function useImports(isReady: boolean) {
  const { paths, days, query, shows } = useSite();
  const path = `${paths.summary}?${new URLSearchParams(dayParams(days))}`;
  const isAsked = isReady && shows("overview") && query.view !== "statistics";
  const { data } = useAnswer<WithImports>(isAsked ? path : undefined);
  return isAsked ? data?.meta?.imports : undefined;
}
