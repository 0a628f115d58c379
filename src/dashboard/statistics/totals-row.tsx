import type { Summary } from "../../model/summary.ts";
import { type Metric, metrics } from "../address/website-query.ts";
import { metricFormats } from "../chart/metric-formats.ts";
import { Before, Change } from "../components/change.tsx";
import { Help } from "../components/help.tsx";
import { Link } from "../components/link.tsx";
import { pointsBetween } from "../components/shift.ts";
import { useSite } from "../site/site.ts";
import { formatWords } from "../words/format-words.ts";
import { metricsWords } from "../words/metrics.ts";
import { format } from "../words/reader.ts";

interface TotalsRowProps {
  /** Undefined until the first answer. */
  readonly summary: Summary | undefined;
  readonly isCurrent: boolean;
}

/** Reserves the height of a line. */
const blank = "\u00a0";

/**
 * Shows the totals, each with its change since the earlier period if there is one. Each chooses the
 * line of the chart.
 */
export function TotalsRow({ summary, isCurrent }: TotalsRowProps) {
  return (
    <>
      <dl class="totals website-totals" data-stale={!isCurrent}>
        {metrics.map((name) => (
          <Total key={name} name={name} summary={summary} />
        ))}
      </dl>
      <p class="hidden" role="status">
        {isCurrent && summary && statusText(summary)}
      </p>
    </>
  );
}

interface TotalProps extends Omit<TotalsRowProps, "isCurrent"> {
  readonly name: Metric;
}

function Total({ name, summary }: TotalProps) {
  const { earlier, query, hrefWith } = useSite();
  const value = summary?.[name] ?? null;
  const isChosen = query.metric === name;
  return (
    <div class={`total ${name}`}>
      <dt>
        <Link
          class="total-choice"
          href={hrefWith({ metric: name })}
          aria-label={metricsWords.inChart(metricsWords.names[name])}
          aria-current={isChosen ? "true" : undefined}
          replace
        >
          {metricsWords.names[name]}
        </Link>
        <Help topic={name} name={metricsWords.names[name]} />
      </dt>
      <dd class="total-number">
        {value === null ? (summary ? "–" : blank) : metricFormats[name].text(value)}
      </dd>
      {earlier !== undefined && (
        <dd class="total-change">
          <ChangeOf name={name} summary={summary} />
        </dd>
      )}
    </div>
  );
}

function ChangeOf({ name, summary }: TotalProps) {
  if (!summary?.change) return <span class="change">{blank}</span>;
  const { text } = metricFormats[name];
  const [now, before] = [summary[name], summary.previous?.[name] ?? null];
  const points = name === "bounce_rate" ? pointsBetween(now, before) : undefined;
  const change = summary.change[name];
  const was = before === null ? undefined : text(before);
  return (
    <>
      <Change
        change={change}
        points={points}
        isReversed={name === "bounce_rate"}
        isSame={now !== null && was === text(now)}
      />
      {was !== undefined && change !== null && <Before text={formatWords.was(was)} />}
    </>
  );
}

function statusText({ visitors, pageviews }: Summary): string {
  return metricsWords.status(visitors, format.count(visitors), pageviews, format.count(pageviews));
}
