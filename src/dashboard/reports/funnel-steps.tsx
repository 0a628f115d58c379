import type { ComponentChildren } from "preact";
import type { FunnelStatsStep } from "../../model/funnel-stats.ts";
import type { Filter } from "../address/filters.ts";
import { negate, reachedStep } from "../address/make-filters.ts";
import { Link } from "../components/link.tsx";
import { withNodes } from "../components/with-nodes.ts";
import { funnelsWords as words } from "../words/funnels.ts";
import { format } from "../words/reader.ts";
import { percentOrNone } from "./percent.ts";
import { useStatisticsHref } from "./use-statistics-href.ts";

interface FunnelStepsProps {
  /** Name of the funnel. */
  readonly name: string;
  readonly steps: readonly FunnelStatsStep[];
}

/** Shows a bar for each step, and between two steps the visitors who went no further. */
export function FunnelSteps({ name, steps }: FunnelStepsProps) {
  return (
    <ol class="funnel" aria-label={words.stepsOf(name)}>
      {steps.map((step) => (
        <Step key={step.step} name={name} step={step} />
      ))}
    </ol>
  );
}

interface StepProps {
  readonly name: string;
  readonly step: FunnelStatsStep;
}

function Step({ name, step }: StepProps) {
  const { step: number, visitors, from_start, from_previous, dropped } = step;
  const reached = reachedStep(name, number);
  const shareText = (share: number | null) => percentOrNone(share, visitors);
  return (
    <li>
      <div class="funnel-step">
        <span class="funnel-name">
          <span class="funnel-number">{number}</span>
          <FilterLink filters={[reached]} hint={words.reachedHint}>
            {step.name}
          </FilterLink>
        </span>
        <span class="funnel-visitors">
          {withNodes(
            (text) => words.visitors(visitors, text),
            <strong>{format.count(visitors)}</strong>,
          )}
        </span>
        <span class="funnel-track" aria-hidden="true">
          <span class="funnel-bar" style={{ width: `${(from_start ?? 0) * 100}%` }} />
        </span>
        <span class="funnel-shares muted">
          {number === 1
            ? words.ofStart(shareText(from_start))
            : words.ofStartAndBefore(shareText(from_start), shareText(from_previous))}
        </span>
      </div>
      {dropped !== null && (
        <p class="funnel-drop">
          {dropped === 0 ? (
            <span class="muted">{words.allWentOn}</span>
          ) : (
            <FilterLink
              filters={[reached, negate(reachedStep(name, number + 1))]}
              hint={words.leftHint}
              label={words.leftAfter(dropped, format.percent(dropped / visitors), number)}
            >
              {words.left(dropped, format.percent(dropped / visitors))}
            </FilterLink>
          )}
        </p>
      )}
    </li>
  );
}

interface FilterLinkProps {
  readonly filters: readonly Filter[];
  /** Says what the link shows. */
  readonly hint: string;
  /** The name of the link, where its text alone does not say enough. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

/** Links to the statistics of visitors that some more filters select. */
function FilterLink({ filters, hint, label, children }: FilterLinkProps) {
  const hrefOf = useStatisticsHref();
  return (
    <Link href={hrefOf(filters)} title={hint} {...(label && { "aria-label": label })}>
      {children}
    </Link>
  );
}
