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

/** Six numbers, each with its change since the period before where that is compared with. */
export function TotalsRow({ totals, isCurrent }: TotalsRowProps) {
  const { isCompared, filters } = useSite().query;
  return (
    <dl class="totals" data-stale={!isCurrent}>
      {metrics.map((metric) => {
        const { label, text } = words[metric];
        const value = totals?.now[metric] ?? null;
        const isUnknown = filters.length > 0 && value === null && totals !== undefined;
        return (
          <div key={metric} class={`total ${metric}`}>
            <dt>{label}</dt>
            <dd class="total-number" title={isUnknown ? "Not known for filtered visitors" : ""}>
              {value === null ? (totals ? "–" : "\u00a0") : text(value)}
            </dd>
            {isCompared && (
              <dd class="total-change">
                {totals?.change ? (
                  <Change change={totals.change[metric]} isReversed={metric === "bounce_rate"} />
                ) : (
                  "\u00a0"
                )}
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
