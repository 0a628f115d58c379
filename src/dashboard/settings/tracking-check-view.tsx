import "./settings.css";
import type { IntakeDay } from "../../model/intake.ts";
import { addDays, countDays } from "../address/calendar-day.ts";
import { useAnswer } from "../api/answer.ts";
import { pageToCome } from "../components/lazy.tsx";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { RangePicker } from "../statistics/range-picker.tsx";
import { format } from "../words/reader.ts";
import { trackingWords as words } from "../words/tracking.ts";
import { lastEventText, notCountedText, useTrackingCheck } from "./arrivals.ts";

const daysMax = 366;
const pollMs = 5_000;

const usualColumns = ["accepted", "bot", "ip", "hostname"] as const;
type Column = (typeof usualColumns)[number] | "hidden";

/** Shows whether events arrive: the last one, what did not count, and the numbers of each day. */
export function TrackingCheckView() {
  const { domain, record, mayWrite, days, hrefWith } = useSite();
  const from = countDays(days) > daysMax ? addDays(days.to, 1 - daysMax) : days.from;
  const params = new URLSearchParams({ from, to: days.to });
  const answer = useAnswer<{ data: readonly IntakeDay[] }>(
    record && `/api/v1/websites/${record.id}/intake?${params}`,
  );
  const { data, isCurrent, failure, retry } = answer;
  const check = useTrackingCheck(record?.id, pollMs);
  return (
    <>
      <div class="bar-row">
        <p class="lead">
          {words.lead(record?.domain_unicode ?? domain)}{" "}
          {mayWrite && <Link href={hrefWith({ view: "settings" })}>{words.settings}</Link>}
        </p>
        <RangePicker />
      </div>
      <Arrivals check={check} />
      {!check.data && !check.failure ? (
        pageToCome
      ) : (
        <section class="surface intake" data-stale={!isCurrent && !failure} aria-label={words.days}>
          {failure && !isCurrent ? (
            <Notice failure={failure} onRetry={retry} />
          ) : (
            data && <DaysTable days={data.data} />
          )}
        </section>
      )}
    </>
  );
}

/** Shows the last event, and what did not count since yesterday. */
function Arrivals({ check }: { readonly check: ReturnType<typeof useTrackingCheck> }) {
  const { data, failure, retry } = check;
  if (failure && !data) return <Notice failure={failure} onRetry={retry} isBrief />;
  const { last = null, not_counted: others = [] } = data?.data ?? {};
  return (
    <section class="surface form arrivals" aria-label={words.check} data-stale={!data}>
      <p>{data && (last ? words.last(lastEventText(last)) : words.noLast)}</p>
      {last && others.length === 0 && <p class="hint">{words.nothingSince}</p>}
      {data?.data.networks === false && <p class="hint">{words.noNetworks}</p>}
      {others.length > 0 && (
        <div>
          <h2>{words.since}</h2>
          <ul class="plain-list">
            {others.map((each) => (
              <li key={`${each.reason} ${each.name}`}>{notCountedText(each)}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function DaysTable({ days }: { readonly days: readonly IntakeDay[] }) {
  const newestFirst = days.toReversed();
  const isHiding = days.some(({ hidden }) => hidden > 0);
  const columns: readonly Column[] = isHiding ? [...usualColumns, "hidden"] : usualColumns;
  return (
    <>
      <dl class="totals four">
        {columns.map((name) => (
          <div key={name} class="total">
            <dt>{words.columns[name].label}</dt>
            <dd class="total-number">
              {format.count(days.reduce((sum, day) => sum + numberOf(day, name), 0))}
            </dd>
            <dd class="total-change">{words.columns[name].meaning}</dd>
          </div>
        ))}
      </dl>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it */}
      <div class="scroll-x" role="group" aria-label={words.days} tabIndex={0}>
        <table class="numbers">
          <caption class="hidden">{words.days}</caption>
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {words.columns[name].label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {newestFirst.map((day) => (
              <tr key={day.date}>
                <th scope="row">{format.day(day.date)}</th>
                {columns.map((name) => {
                  const number = numberOf(day, name);
                  return (
                    <td key={name} class={number === 0 ? "muted" : ""}>
                      {format.count(number)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function numberOf(day: IntakeDay, column: Column): number {
  return column === "accepted" || column === "hidden" ? day[column] : day.dropped[column];
}
