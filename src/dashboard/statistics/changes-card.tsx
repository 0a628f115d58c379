import { useId, useRef } from "preact/hooks";
import type { ValueChange } from "../../model/value-change.ts";
import { type DimensionName, wordsOf } from "../address/dimension-words.ts";
import { useAnswer } from "../api/answer.ts";
import { comparisonParams, reportPath } from "../api/report-path.ts";
import { Notice } from "../components/notice.tsx";
import { useNearness } from "../components/visibility.ts";
import { useSite } from "../site/site.ts";
import { changesWords as words } from "../words/changes.ts";
import { format } from "../words/reader.ts";
import { DimensionValue, RowChange } from "./breakdown-table.tsx";

/** Shows the values of all dimensions that have changed most. It loads when it is near. */
export function ChangesCard() {
  const site = useSite();
  const place = useRef<HTMLElement>(null);
  const isNear = useNearness(place);
  const id = useId();
  const path = reportPath(site, "changes", comparisonParams(site));
  const answer = useAnswer<{ readonly data: readonly ValueChange[] }>(isNear ? path : undefined);
  const { data, isCurrent, failure, retry } = answer;
  return (
    <section class="surface card not-found" ref={place} aria-labelledby={id}>
      <header class="card-head">
        <h2 id={id}>{words.title}</h2>
      </header>
      <div class="card-body rows-10" aria-busy={!isCurrent && !failure}>
        {failure && !isCurrent && <Notice failure={failure} onRetry={retry} isBrief />}
        {isCurrent && data?.data.length === 0 && <p class="empty">{words.none}</p>}
        {isCurrent && data && data.data.length > 0 && (
          <table class="bars compared">
            <caption class="hidden">{words.title}</caption>
            <thead>
              <tr>
                <th scope="col">{words.value}</th>
                <th scope="col">{words.before}</th>
                <th scope="col">{words.visitors}</th>
              </tr>
            </thead>
            <tbody>
              {data.data.map((row) => (
                <Row key={`${row.dimension} ${row.value}`} {...row} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}

function Row({ dimension, value, code, visitors, visitors_before: before }: ValueChange) {
  const name = dimension as DimensionName;
  return (
    <tr>
      <th scope="row">
        <span class="value-cell">
          <DimensionValue name={name} stat={{ value, code: code ?? null }} />
          <span class="muted">{wordsOf(name).one}</span>
        </span>
      </th>
      <td class="muted">{format.count(before)}</td>
      <td>
        {format.count(visitors)}
        <RowChange change={before === 0 ? null : (visitors - before) / before} />
      </td>
    </tr>
  );
}
