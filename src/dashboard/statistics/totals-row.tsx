import type { Summary } from "../api/answers.ts";
import { Before, Change } from "../components/change.tsx";
import { useSite } from "../site/site.ts";
import { format } from "../words/reader.ts";

const totals = [
  "visitors",
  "visits",
  "pageviews",
  "views_per_visit",
  "bounce_rate",
  "visit_duration",
] as const;
type TotalName = (typeof totals)[number];

interface TotalsRowProps {
  /** Undefined until the first answer. */
  readonly summary: Summary | undefined;
  readonly isCurrent: boolean;
}

const words: Readonly<
  Record<TotalName, { readonly label: string; readonly text: (value: number) => string }>
> = {
  visitors: { label: "Visitors", text: format.count },
  visits: { label: "Visits", text: format.count },
  pageviews: { label: "Page views", text: format.count },
  views_per_visit: { label: "Views per visit", text: format.ratio },
  bounce_rate: { label: "Bounce rate", text: format.percent },
  visit_duration: { label: "Visit duration", text: format.duration },
};

/** Reserves the height of a line. */
const blank = "\u00a0";

/** Shows six totals, each with its change since the earlier period if there is one. */
export function TotalsRow({ summary, isCurrent }: TotalsRowProps) {
  return (
    <>
      <dl class="totals" data-stale={!isCurrent}>
        {totals.map((name) => (
          <Total key={name} name={name} summary={summary} />
        ))}
      </dl>
      <p class="hidden" role="status">
        {isCurrent && summary && statusText(summary)}
      </p>
    </>
  );
}

interface TotalProps {
  readonly name: TotalName;
  readonly summary: Summary | undefined;
}

function Total({ name, summary }: TotalProps) {
  const isCompared = useSite().earlier !== undefined;
  const { label, text } = words[name];
  const value = summary?.[name] ?? null;
  return (
    <div class={`total ${name}`}>
      <dt>{label}</dt>
      <dd class="total-number">{value === null ? (summary ? "–" : blank) : text(value)}</dd>
      {isCompared && (
        <dd class="total-change">
          <ChangeOf name={name} summary={summary} />
        </dd>
      )}
    </div>
  );
}

function ChangeOf({ name, summary }: TotalProps) {
  if (!summary?.change) return <>{blank}</>;
  const change = summary.change[name];
  const before = change === null ? null : (summary.previous?.[name] ?? null);
  return (
    <>
      <Change change={change} isReversed={name === "bounce_rate"} />
      {before !== null && <Before text={words[name].text(before)} />}
    </>
  );
}

function statusText({ visitors, pageviews }: Summary): string {
  return `${format.count(visitors)} visitors, ${format.count(pageviews)} page views`;
}
