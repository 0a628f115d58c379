import { useState } from "preact/hooks";
import type { JourneyElement, JourneyPath } from "../../model/journey.ts";
import { goTo } from "../address/address.ts";
import { pathMax, type ReportQuery, stepsMax, stepsMin } from "../address/report-query.ts";
import { reportPath } from "../api/report-path.ts";
import { Choice } from "../components/choice.tsx";
import { Link } from "../components/link.tsx";
import { Select } from "../components/select.tsx";
import { useSite } from "../site/site.ts";
import { journeysWords as words } from "../words/journeys.ts";
import { format } from "../words/reader.ts";
import { reportTabsWords } from "../words/report-tabs.ts";
import { reportsWords } from "../words/reports.ts";
import { countColumn } from "./columns.tsx";
import { JourneyColumn } from "./journey-column.tsx";
import { journeyParams } from "./journey-params.ts";
import { JourneyStart } from "./journey-start.tsx";
import { percentOrNone } from "./percent.ts";
import { ReportBar } from "./report-bar.tsx";
import { ReportList } from "./report-list.tsx";
import { useReport } from "./use-report.ts";

/** Shows where visits go: one column for each step, and the most frequent paths. */
export function JourneysView() {
  const { report } = useReport();
  return (
    <>
      <ReportBar />
      <Journeys key={report.start} />
    </>
  );
}

/** Shows the journeys from one start. None of them are shown while another start is asked for. */
function Journeys() {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <section class="surface report" aria-label={reportTabsWords.names.journeys}>
        <header class="report-head">
          <h2>{reportTabsWords.names.journeys}</h2>
          <JourneyControls />
        </header>
        <JourneyStart onAsk={setAsking} />
        {!isAsking && <Columns />}
      </section>
      {!isAsking && <Paths />}
    </>
  );
}

function JourneyControls() {
  const { report, hrefOf } = useReport();
  const show = (change: Partial<ReportQuery>) =>
    goTo(hrefOf({ ...change, path: [], page: 1 }), { replace: true });
  return (
    <>
      <Choice
        label={words.direction}
        options={[
          { value: "forward", label: words.forward },
          { value: "back", label: words.back },
        ]}
        chosen={report.isBack ? "back" : "forward"}
        onChoose={(direction) => show({ isBack: direction === "back" })}
      />
      <Choice
        label={words.steps}
        options={[
          { value: "pages", label: words.pages },
          { value: "events", label: words.pagesAndEvents },
        ]}
        chosen={report.hasEvents ? "events" : "pages"}
        onChoose={(elements) => show({ hasEvents: elements === "events" })}
      />
    </>
  );
}

function Columns() {
  const { report, hrefOf } = useReport();
  const { path, isBack } = report;
  const depths = [...Array(Math.min(path.length, pathMax) + 1).keys()];
  return (
    <>
      {path.length === 0 ? (
        <p class="journey-hint muted">{isBack ? words.chooseBefore : words.chooseNext}</p>
      ) : (
        <p class="journey-path">
          <Link class="quiet-button" href={hrefOf({ path: [] })}>
            {words.beginAgain}
          </Link>
        </p>
      )}
      <div class="journey">
        {depths.map((depth) => (
          <JourneyColumn
            key={path.slice(0, depth).join("\n")}
            path={path.slice(0, depth)}
            chosen={path[depth]}
          />
        ))}
      </div>
    </>
  );
}

function Paths() {
  const site = useSite();
  const { report, hrefOf } = useReport();
  const { steps, isBack } = report;
  const counts = [...Array(stepsMax - stepsMin + 1).keys()].map((i) => i + stepsMin);
  return (
    <ReportList<JourneyPath>
      title={isBack ? words.endings : words.paths}
      path={reportPath(site, "journeys/paths", { ...journeyParams(report), steps })}
      columns={[
        { name: "path", label: words.path, show: ({ path }) => <PathText path={path} /> },
        { ...countColumn("visits", reportsWords.visits), isSorted: false },
        { name: "share", label: words.share, show: shareText },
        {
          ...countColumn("continued", isBack ? words.before : words.continued),
          hint: isBack ? words.beforeHint : words.continuedHint,
          show: ({ continued }) =>
            continued === 0 ? <span class="muted">–</span> : format.count(continued),
          isSorted: false,
        },
      ]}
      keyOf={({ path }) => path.map(textOf).join("\n")}
      barOf={({ visits }) => visits}
      usualSort="visits"
      empty={words.none}
    >
      <Select
        label={words.length}
        value={String(steps)}
        onSelect={(count) => goTo(hrefOf({ steps: Number(count), page: 1 }), { replace: true })}
      >
        {counts.map((count) => (
          <option key={count} value={String(count)}>
            {words.stepCount(count)}
          </option>
        ))}
      </Select>
    </ReportList>
  );
}

function PathText({ path }: { readonly path: readonly JourneyElement[] }) {
  return (
    <ol class="path-text">
      {path.map((element, i) => (
        <li key={i} class={element.type}>
          <bdi>{element.value}</bdi>
        </li>
      ))}
    </ol>
  );
}

function shareText({ share, visits }: JourneyPath): string {
  return percentOrNone(share, visits);
}

function textOf({ type, value }: JourneyElement): string {
  return `${type}:${value}`;
}
