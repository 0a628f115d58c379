import { useId, useRef } from "preact/hooks";
import type { PropValue } from "../../model/prop.ts";

import { exactly, hasFilter, toggleFilter } from "../address/filters.ts";
import { noReport } from "../address/report-query.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page } from "../api/answers.ts";
import { reportPath } from "../api/report-path.ts";
import { Bar } from "../components/bar.tsx";
import { Link } from "../components/link.tsx";
import { useNearness } from "../components/visibility.ts";
import { useSite } from "../site/site.ts";
import { notFoundWords as words } from "../words/not-found.ts";
import { format } from "../words/reader.ts";

/** The event and the property that docs/tracker.md names for the page of a 404. */
const [event, key] = ["404", "path"];
const rowsMax = 7;

/** Shows the addresses that were not found, if events tell of some. It loads when it is near. */
export function NotFoundCard() {
  const site = useSite();
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearness(place) && site.shows("properties");
  const id = useId();
  const path = reportPath(site, `props/${key}`, { event, per_page: 10 });
  const { data, isCurrent } = useAnswer<Page<PropValue>>(isNear ? path : undefined);
  const rows = isCurrent && data ? data.data.slice(0, rowsMax) : [];
  const max = Math.max(...rows.map(({ count }) => count), 1);
  const all = { view: "properties", report: { ...noReport, event, key } } as const;
  return (
    <div ref={place}>
      {rows.length > 0 && (
        <section class="surface card not-found" aria-labelledby={id}>
          <header class="card-head">
            <h2 id={id}>{words.title}</h2>
          </header>
          <table class="bars">
            <caption class="hidden">{words.title}</caption>
            <thead>
              <tr>
                <th scope="col">{words.page}</th>
                <th scope="col">{words.events}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ value, count }) => (
                <tr key={value}>
                  <th scope="row">
                    <Bar share={count / max} />
                    <PathLink value={value} />
                  </th>
                  <td>{format.count(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <footer class="card-foot">
            <Link
              class="quiet-button"
              href={site.hrefWith(all)}
              aria-label={words.allNamed(format.count(data?.meta.total ?? 0))}
            >
              {words.all(format.count(data?.meta.total ?? 0))}
            </Link>
          </footer>
        </section>
      )}
    </div>
  );
}

/** Links to the filter for visitors who came to this address. */
function PathLink({ value }: { readonly value: string }) {
  const { query, hrefWith } = useSite();
  const filter = { name: `prop:${key}`, value: exactly(value) } as const;
  return (
    <Link
      href={hrefWith({ filters: toggleFilter(query.filters, filter) })}
      title={value}
      aria-current={hasFilter(query.filters, filter) ? "true" : undefined}
    >
      {value}
    </Link>
  );
}
