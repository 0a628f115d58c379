import { format } from "../reader.ts";
import { useSite } from "../site.ts";
import { type Metric, metrics, type Totals } from "../totals.ts";
import { Change } from "./change.tsx";

interface TotalsRowProps {
  /** Undefined until they are first known. */
  readonly totals: Totals | undefined;
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
export function TotalsRow({ totals, isCurrent }: TotalsRowProps) {
  return (
    <>
      <dl class="totals" data-stale={!isCurrent}>
        {metrics.map((metric) => (
          <Total key={metric} metric={metric} totals={totals} />
        ))}
      </dl>
      <p class="hidden" role="status">
        {isCurrent && totals && spoken(totals)}
      </p>
    </>
  );
}

interface TotalProps {
  readonly metric: Metric;
  readonly totals: Totals | undefined;
}

function Total({ metric, totals }: TotalProps) {
  const { isCompared } = useSite().query;
  const { label, text } = words[metric];
  const value = totals?.now[metric] ?? null;
  return (
    <div class={`total ${metric}`}>
      <dt>{label}</dt>
      <dd class="total-number">{value === null ? (totals ? "–" : blank) : text(value)}</dd>
      {(isCompared || totals?.lacks.includes(metric)) && (
        <dd class="total-change">
          <ChangeOf metric={metric} totals={totals} />
        </dd>
      )}
    </div>
  );
}

function ChangeOf({ metric, totals }: TotalProps) {
  if (totals?.lacks.includes(metric)) return <>not with filters</>;
  if (!totals?.change) return <>{blank}</>;
  return <Change change={totals.change[metric]} isReversed={metric === "bounce_rate"} />;
}

function spoken({ now }: Totals): string {
  const [visitors, pageviews] = [now.visitors ?? 0, now.pageviews ?? 0];
  return `${format.count(visitors)} visitors, ${format.count(pageviews)} page views`;
}
