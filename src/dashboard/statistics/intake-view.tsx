import { addDays, countDays } from "../address/calendar-day.ts";
import { useAnswer } from "../api/answer.ts";
import type { IntakeDay } from "../api/answers.ts";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { format } from "../words/reader.ts";
import { RangePicker } from "./range-picker.tsx";

const daysMax = 366;

const columns = [
  {
    name: "accepted",
    label: "Accepted",
    meaning: "Page views, custom events and engagement events.",
  },
  { name: "bot", label: "Bots", meaning: "Dropped: the User-Agent is that of a bot." },
  { name: "ip", label: "Addresses", meaning: "Dropped: the IP address is excluded." },
  { name: "hostname", label: "Hosts", meaning: "Dropped: the page is on another domain." },
] as const;

type Column = (typeof columns)[number]["name"];

/** Shows the accepted and dropped events, day by day. */
export function IntakeView() {
  const { record, mayWrite, days, hrefWith } = useSite();
  const from = countDays(days) > daysMax ? addDays(days.to, 1 - daysMax) : days.from;
  const params = new URLSearchParams({ from, to: days.to });
  const answer = useAnswer<{ data: readonly IntakeDay[] }>(
    record && `/api/v1/websites/${record.id}/intake?${params}`,
  );
  const { data, isCurrent, failure, retry } = answer;
  return (
    <>
      <div class="bar-row">
        <p class="lead">
          All accepted and dropped events. The{" "}
          {mayWrite ? <Link href={hrefWith({ view: "settings" })}>settings</Link> : "settings"}{" "}
          decide which events are dropped.
        </p>
        <RangePicker hasComparison={false} />
      </div>
      <section class="surface intake" data-stale={!isCurrent && !failure} aria-label="Intake">
        {failure && !isCurrent ? (
          <Notice failure={failure} onRetry={retry} />
        ) : (
          data && <IntakeTable days={data.data} />
        )}
      </section>
    </>
  );
}

function IntakeTable({ days }: { readonly days: readonly IntakeDay[] }) {
  const newestFirst = days.toReversed();
  return (
    <>
      <dl class="totals four">
        {columns.map(({ name, label, meaning }) => (
          <div key={name} class="total">
            <dt>{label}</dt>
            <dd class="total-number">
              {format.count(days.reduce((sum, day) => sum + numberOf(day, name), 0))}
            </dd>
            <dd class="total-change">{meaning}</dd>
          </div>
        ))}
      </dl>
      <div class="scroll-x">
        <table class="numbers">
          <caption class="hidden">Events by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {columns.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {newestFirst.map((day) => (
              <tr key={day.date}>
                <th scope="row">{format.day(day.date)}</th>
                {columns.map(({ name }) => {
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
  return column === "accepted" ? day.accepted : day.dropped[column];
}
