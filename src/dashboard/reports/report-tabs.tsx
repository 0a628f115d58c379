import "./report-tabs.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { noReport, type ReportView, reportViews } from "../address/report-query.ts";
import { isReportView } from "../address/website-query.ts";
import { type Answer, useAnswer } from "../api/answer.ts";
import type { Page, WithMeta } from "../api/answers.ts";
import { summaryPath } from "../api/paths.ts";
import { Help } from "../components/help.tsx";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import { showCurrent } from "../components/show-current.ts";
import { useSite } from "../site/site.ts";
import { Notes } from "../statistics/overview.tsx";
import { reportTabsWords } from "../words/report-tabs.ts";

/**
 * Links to the reports. All of them have their places from the first draw on. An editor can add the
 * first goal and funnel at the end.
 */
export function ReportTabs() {
  const { mayWrite, paths, shows, query, hrefWith } = useSite();
  const isReady = useReadiness();
  const summary = useSummary(isReady);
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
      {isReportView(query.view) && <Notes {...summary} />}
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

/** Asks what a report's numbers leave out, and more. The overview does so itself. */
function useSummary(isReady: boolean): Answer<WithMeta> {
  const { paths, days, query, shows } = useSite();
  const path = summaryPath(paths.summary, { days, population: query, comparison: undefined });
  const isAsked = isReady && shows("overview") && query.view !== "statistics";
  return useAnswer<WithMeta>(isAsked ? path : undefined);
}
