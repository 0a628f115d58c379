import { useEffect, useRef, useState } from "preact/hooks";
import { addDays, countDays } from "../address/calendar-day.ts";
import { noReport, type ReportView, reportViews } from "../address/report-query.ts";
import { useAnswer } from "../api/answer.ts";
import type { ImportsMeta, Page, WithImports } from "../api/answers.ts";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import { useSite } from "../site/site.ts";
import { ImportsNote } from "../statistics/imports-note.tsx";
import { reportTabsWords as words } from "../words/report-tabs.ts";

/** Links to the reports that have something in them. An owner can add the first goal and funnel. */
export function ReportTabs() {
  const { mayWrite, shows, query, hrefWith } = useSite();
  const { filled, imports } = useContents();
  const list = useRef<HTMLElement>(null);
  const known = Object.keys(filled).length;
  useEffect(() => showCurrent(list.current), [query.view, known]);
  const hrefOf = (view: "statistics" | ReportView, report = noReport) =>
    hrefWith({ view, open: undefined, report });
  const isFirst = (view: "goals" | "funnels") =>
    mayWrite && filled[view] === false && query.view !== view;
  return (
    <>
      <nav class="report-tabs" aria-label={words.tabs} ref={list}>
        {shows("overview") && (
          <Link
            href={hrefOf("statistics")}
            aria-current={query.view === "statistics" ? "page" : undefined}
          >
            {words.names.overview}
          </Link>
        )}
        {reportViews.map(
          (view) =>
            shows(view) &&
            (filled[view] || query.view === view) && (
              <Link
                key={view}
                href={hrefOf(view)}
                aria-current={query.view === view ? "page" : undefined}
              >
                {words.names[view]}
              </Link>
            ),
        )}
        {(["goals", "funnels"] as const).map(
          (view) =>
            isFirst(view) && (
              <Link key={view} class="add" href={hrefOf(view, { ...noReport, form: "new" })}>
                <Icon name="plus" />
                {words.add[view]}
              </Link>
            ),
        )}
      </nav>
      {imports && <ImportsNote imports={imports} />}
    </>
  );
}

/** Scrolls sideways to the current tab, of which a narrow window may show nothing. */
function showCurrent(list: HTMLElement | null): void {
  const current = list?.querySelector("[aria-current]");
  if (!list || !current) return;
  const [outer, inner] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  list.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}

/** Leaves the first requests to the page itself. */
const delayMs = 200;
/** Properties are counted from events, so a few days have to do. */
const propDays = 7;

/** The numbers of a summary that tell which reports have something in them. */
interface Activity {
  readonly visits: number;
  readonly engaged_visitors?: number;
}

/** Fetches the number of records of a list. */
function useLength(path: string | undefined): number | undefined {
  return useAnswer<Page<unknown>>(path).data?.meta.total;
}

interface Contents {
  /** Whether a report has something in it; undefined until that is known. */
  readonly filled: Readonly<Partial<Record<ReportView, boolean>>>;
  /** The note on days that were imported as totals. */
  readonly imports: ImportsMeta | undefined;
}

/** Finds out what the reports of the chosen days have in them. */
function useContents(): Contents {
  const { paths, days, shows } = useSite();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  const { from, to } = days;
  const firstPropDay = countDays(days) > propDays ? addDays(to, 1 - propDays) : from;
  const at = (report: "overview" | ReportView, path: string) =>
    isReady && shows(report) ? `${paths.website}/${path}` : undefined;
  const answer = useAnswer<{ data: Activity } & WithImports>(
    at("overview", `summary?from=${from}&to=${to}`),
  );
  // Without the summary, nothing tells whether these reports are empty.
  const summary = shows("overview") ? answer.data?.data : { visits: 1, engaged_visitors: 1 };
  const totals = {
    goals: useLength(at("goals", "goals?per_page=10")),
    funnels: useLength(at("funnels", "funnels?per_page=10")),
    journeys: summary?.visits,
    engagement: summary?.engaged_visitors,
    properties: useLength(at("properties", `props?from=${firstPropDay}&to=${to}&per_page=10`)),
    revenue: useLength(at("revenue", `revenue?from=${from}&to=${to}&per_page=10`)),
  };
  const filled = Object.fromEntries(
    Object.entries(totals).flatMap(([view, total]) =>
      total === undefined ? [] : [[view, total > 0]],
    ),
  );
  return { filled, imports: answer.data?.meta?.imports };
}
