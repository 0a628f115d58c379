import "./week-map.css";
import { useRef, useState } from "preact/hooks";
import type { HeatmapCell } from "../../model/heatmap.ts";
import { goTo } from "../address/address.ts";
import type { WeekMetric } from "../address/website-query.ts";
import { useAnswer } from "../api/answer.ts";
import { heatmapPath } from "../api/paths.ts";
import { Choice } from "../components/choice.tsx";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { format } from "../words/reader.ts";
import { weekWords as words } from "../words/week.ts";
import { hourAfterKey, hours, levelOfCount, weekdays } from "./week-hours.ts";

/** Shows visitors or page views by hour of the week, as the sum over the days of the range. */
export function WeekMap() {
  const { paths, days, query, hrefWith } = useSite();
  const metric = query.weekMetric;
  const path = heatmapPath(paths.heatmap, { days, population: query, metric });
  const { data, isCurrent, failure, retry } = useAnswer<{ data: readonly HeatmapCell[] }>(path);
  return (
    <div data-stale={!isCurrent && !failure}>
      <Choice
        label={words.choice}
        options={[
          { value: "visitors", label: words.metrics.visitors },
          { value: "pageviews", label: words.metrics.pageviews },
        ]}
        chosen={metric}
        onChoose={(weekMetric) => goTo(hrefWith({ weekMetric }), { replace: true })}
      />
      {failure && !isCurrent ? (
        <Notice failure={failure} onRetry={retry} isBrief />
      ) : (
        data && <Grid cells={data.data} metric={metric} />
      )}
    </div>
  );
}

interface GridProps {
  /** The hours of the week, from Monday's first on. */
  readonly cells: readonly HeatmapCell[];
  readonly metric: WeekMetric;
}

/** Shows the hours as a table with a single tab stop. Arrow keys move between them. */
function Grid({ cells, metric }: GridProps) {
  const table = useRef<HTMLTableElement>(null);
  const [stop, setStop] = useState(0);
  const [pointed, setPointed] = useState<number>();
  const max = Math.max(...cells.map(({ count }) => count), 1);
  const busiest = cells.findIndex(({ count }) => count === max);
  const move = (event: KeyboardEvent) => {
    const target = hourAfterKey(stop, event.key);
    if (target === undefined) return;
    event.preventDefault();
    setStop(target);
    table.current?.querySelectorAll("td")[target]?.focus();
  };
  const numbersOf = (index: number | undefined) => {
    const cell = cells[index ?? -1];
    return cell && words.numbers[metric](hourText(cell), cell.count, format.count(cell.count));
  };
  return (
    <>
      <table
        ref={table}
        class="week-grid"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells take the focus
        role="grid"
        aria-label={words.tables[metric]}
        onKeyDown={move}
        onPointerLeave={() => setPointed(undefined)}
      >
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">{words.day}</span>
            </th>
            {cells.slice(0, hours).map(({ hour }) => (
              <th key={hour} scope="col">
                <span class={hour % 6 === 0 ? "" : "hidden"}>{format.hour(hour)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: weekdays }, (_, day) => (
            <tr key={format.weekday(day + 1, "short")}>
              <th scope="row">{format.weekday(day + 1, "short")}</th>
              {cells.slice(day * hours, (day + 1) * hours).map(({ hour, count }) => {
                const index = day * hours + hour;
                return (
                  <td
                    key={hour}
                    class={`level-${levelOfCount(count, max)}`}
                    aria-label={format.count(count)}
                    tabIndex={index === stop ? 0 : -1}
                    onFocus={() => {
                      setStop(index);
                      setPointed(index);
                    }}
                    onBlur={() => setPointed(undefined)}
                    onPointerEnter={() => setPointed(index)}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="week-note muted" aria-hidden="true">
        {numbersOf(pointed) ??
          (cells[busiest]?.count ? words.most(numbersOf(busiest) ?? "") : words.none)}
      </p>
    </>
  );
}

function hourText({ weekday, hour }: HeatmapCell): string {
  return words.hour(format.weekday(weekday, "long"), format.hour(hour));
}
