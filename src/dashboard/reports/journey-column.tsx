import { useState } from "preact/hooks";
import type { JourneyStep } from "../../model/journey.ts";
import { pathMax } from "../address/report-query.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page } from "../api/answers.ts";
import { reportPath } from "../api/report-path.ts";
import { Bar } from "../components/bar.tsx";
import { Download } from "../components/download.tsx";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { journeysWords as words } from "../words/journeys.ts";
import { format } from "../words/reader.ts";
import { journeyParams } from "./journey-params.ts";
import { percentOrNone } from "./percent.ts";
import { useReport } from "./use-report.ts";

interface JourneyColumnProps {
  /** The elements chosen in the columns before. */
  readonly path: readonly string[];
  /** The element chosen in this column. */
  readonly chosen: string | undefined;
}

/** The lengths of a column, one after the other. The CSV file has the rest. */
const lengths = [10, 25, 50, 100] as const;

/** Shows where visits went after some elements. A click on an element opens the next column. */
export function JourneyColumn({ path, chosen }: JourneyColumnProps) {
  const site = useSite();
  const { report } = useReport();
  const [size, setSize] = useState(0);
  const length = lengths[size] ?? 100;
  const address = reportPath(site, "journeys", {
    ...journeyParams(report),
    path,
    per_page: length,
  });
  const { data, isCurrent, failure, retry } = useAnswer<Branches>(address);
  const title = titleOf(path.length, report.isBack, report.start !== undefined);
  const total = data?.meta.total ?? 0;
  const hasElements = path.length > 0 || report.start !== undefined;
  return (
    <section
      class={chosen === undefined ? "journey-column" : "journey-column passed"}
      aria-label={title}
      data-stale={!isCurrent && !failure}
    >
      <header>
        <h3>{title}</h3>
        {data && <p class="muted">{visitsText(data, hasElements, report.isBack)}</p>}
      </header>
      {failure && !isCurrent && <Notice failure={failure} onRetry={retry} isBrief />}
      {data && total === 0 && <p class="empty">{words.noVisits}</p>}
      <ol aria-busy={!isCurrent && !failure}>
        {data?.data.map((branch) => (
          <Branch
            key={`${branch.type}:${branch.value}`}
            branch={branch}
            path={path}
            chosen={chosen}
          />
        ))}
      </ol>
      <footer>
        {total > length && size < lengths.length - 1 && (
          <button class="quiet-button" type="button" onClick={() => setSize(size + 1)}>
            {words.moreOf(total)}
          </button>
        )}
        {total > 0 && <Download path={address} />}
      </footer>
    </section>
  );
}

function titleOf(depth: number, isBack: boolean, hasStart: boolean): string {
  const number = depth + 1;
  if (hasStart) return isBack ? words.earlier(number) : words.later(number);
  if (depth === 0) return isBack ? words.last : words.first;
  return isBack ? words.earlier(depth) : words.step(number);
}

type Branches = Page<JourneyStep, { readonly visits: number }>;

/** Says how many visits went on after the elements before, where the column shows who did not. */
function visitsText({ data, meta }: Branches, hasElements: boolean, isBack: boolean): string {
  const end = data.find(({ type }) => type === "end");
  const isKnown = end !== undefined || data.length === meta.total;
  if (!hasElements || !isKnown || meta.visits === 0) return words.visits(meta.visits);
  const count = meta.visits - (end?.visits ?? 0);
  return isBack ? words.hadMore(count, meta.visits) : words.wentOn(count, meta.visits);
}

interface BranchProps extends JourneyColumnProps {
  readonly branch: JourneyStep;
}

function Branch({ branch: { type, value, visits, share }, path, chosen }: BranchProps) {
  const { report, hrefOf } = useReport();
  const element = `${type}:${value}`;
  const end = report.isBack ? words.began : words.ended;
  const isChosen = element === chosen;
  const content = (
    <>
      <Bar share={share} />
      <span class="branch-value">
        {type === "event" && <span class="code">{words.event}</span>}
        {type === "end" ? end : value}
      </span>{" "}
      <span class="branch-visits">
        <span aria-hidden="true">{format.count(visits)}</span>
        <span class="hidden">{words.visits(visits)}</span>
      </span>{" "}
      <span class="branch-share muted">{percentOrNone(share, visits)}</span>
    </>
  );
  if (type === "end" || path.length === pathMax) {
    return <li class="branch end">{content}</li>;
  }
  return (
    <li class={isChosen ? "branch chosen" : "branch"}>
      <Link
        href={hrefOf({ path: isChosen ? path : [...path, element] })}
        title={value}
        aria-current={isChosen ? "true" : undefined}
      >
        {content}
      </Link>
    </li>
  );
}
