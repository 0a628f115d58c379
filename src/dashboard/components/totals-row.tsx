import type { Summary } from "../api/answers.ts";
import { format } from "../reader.ts";
import { useSite } from "../site.ts";
import { Change } from "./change.tsx";

const metrics = [
  "visitors",
  "visits",
  "pageviews",
  "views_per_visit",
  "bounce_rate",
  "visit_duration",
] as const;
type Metric = (typeof metrics)[number];

interface TotalsRowProps {
  /** Undefined until it is first known. */
  readonly summary: Summary | undefined;
  readonly isCurrent: boolean;
}

const words: Readonly<
  Record<Metric, { readonly label: string; readonly text: (value: number) => string }>
> = {
  visitors: { label: "Visitors", text: format.count },
  visits: { label: "Visits", text: format.count },
  pageviews: { label: "Page views", text: format.count },
  views_per_visit: { label: "Views per visit", text: format.ratio },
  bounce_rate: { label: "Bounce rate", text: format.percent },
  visit_duration: { label: "Visit duration", text: format.duration },
};

/** Keeps a line as high as it will be. */
const blank = "\u00a0";

/** Six numbers, each with its change since the period before where that is compared with. */
export function TotalsRow({ summary, isCurrent }: TotalsRowProps) {
  return (
    <>
      <dl class="totals" data-stale={!isCurrent}>
        {metrics.map((metric) => (
          <Total key={metric} metric={metric} summary={summary} />
        ))}
      </dl>
      <p class="hidden" role="status">
        {isCurrent && summary && spoken(summary)}
      </p>
    </>
  );
}

interface TotalProps {
  readonly metric: Metric;
  readonly summary: Summary | undefined;
}

function Total({ metric, summary }: TotalProps) {
  const { isCompared } = useSite().query;
  const { label, text } = words[metric];
  const value = summary?.[metric] ?? null;
  return (
    <div class={`total ${metric}`}>
      <dt>{label}</dt>
      <dd class="total-number">{value === null ? (summary ? "–" : blank) : text(value)}</dd>
      {isCompared && (
        <dd class="total-change">
          <ChangeOf metric={metric} summary={summary} />
        </dd>
      )}
    </div>
  );
}

function ChangeOf({ metric, summary }: TotalProps) {
  if (!summary?.change) return <>{blank}</>;
  return <Change change={summary.change[metric]} isReversed={metric === "bounce_rate"} />;
}

function spoken({ visitors, pageviews }: Summary): string {
  return `${format.count(visitors)} visitors, ${format.count(pageviews)} page views`;
}
