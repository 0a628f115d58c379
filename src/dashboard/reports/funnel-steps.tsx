import type { ComponentChildren } from "preact";
import type { FunnelStatsStep } from "../../model/funnel-stats.ts";
import { type Filter, negate, reachedStep } from "../address/filters.ts";
import { Link } from "../components/link.tsx";
import { format } from "../words/reader.ts";
import { percentOrNone } from "./columns.tsx";
import { useStatisticsHref } from "./use-statistics-href.ts";

interface FunnelStepsProps {
  /** Name of the funnel. */
  readonly name: string;
  readonly steps: readonly FunnelStatsStep[];
}

/** Shows a bar for each step, and between two steps the visitors who went no further. */
export function FunnelSteps({ name, steps }: FunnelStepsProps) {
  return (
    <ol class="funnel" aria-label={`Steps of ${name}`}>
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
  return (
    <li>
      <div class="funnel-step">
        <span class="funnel-name">
          <span class="funnel-number">{number}</span>
          <FilterLink filters={[reached]} hint="Statistics of those who reached this step">
            {step.name}
          </FilterLink>
        </span>
        <span class="funnel-visitors">
          <strong>{format.count(visitors)}</strong> {visitors === 1 ? "visitor" : "visitors"}
        </span>
        <span class="funnel-track" aria-hidden="true">
          <span class="funnel-bar" style={{ width: `${(from_start ?? 0) * 100}%` }} />
        </span>
        <span class="funnel-shares muted">
          {percentOrNone(from_start)} of the start
          {number > 1 && `, ${percentOrNone(from_previous)} of the step before`}
        </span>
      </div>
      {dropped !== null && (
        <p class="funnel-drop">
          {dropped === 0 ? (
            <span class="muted">Everybody continued</span>
          ) : (
            <FilterLink
              filters={[reached, negate(reachedStep(name, number + 1))]}
              hint="Statistics of those who left here"
            >
              {format.count(dropped)} dropped out
              {visitors > 0 && ` (${format.percent(dropped / visitors)})`}
              <span class="hidden"> after step {number}</span>
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
  readonly children: ComponentChildren;
}

/** Links to the statistics of visitors that some more filters select. */
function FilterLink({ filters, hint, children }: FilterLinkProps) {
  const hrefOf = useStatisticsHref();
  return (
    <Link href={hrefOf(filters)} title={hint}>
      {children}
    </Link>
  );
}
