import { defaultInterval, pointsOf } from "../address/intervals.ts";
import { useAnswer } from "../api/answer.ts";
import { withParams } from "../api/report-path.ts";
import { useSite } from "../site/site.ts";
import { format } from "../words/reader.ts";
import { readsWords as words } from "../words/reads.ts";
import { reportsWords } from "../words/reports.ts";
import { countColumn } from "./columns.tsx";
import { Points } from "./over-time.tsx";
import {
  getPurposes,
  type PurposeRows,
  type PurposesPoint,
  pointsOfPurposes,
} from "./purposes-over-time.ts";
import { readsPath } from "./reads-query.ts";

/** Shows the reads of each purpose over time as stacks, and as a table. */
export function ReadsOverTime() {
  const site = useSite();
  const interval = defaultInterval(site.days);
  const path = readsPath(site, "reads", { by: interval === "hour" ? "hour" : "day" });
  const answer = useAnswer<readonly PurposeRows[]>(
    withParams(path, { per_page: 100 }),
    getPurposes,
  );
  const purposes = (answer.data ?? []).map(({ purpose }) => purpose);
  const points = pointsOf(site.days, interval, site.timezone);
  return (
    <Points<PurposesPoint>
      title={words.overTime}
      interval={interval}
      answer={answer}
      rows={pointsOfPurposes(answer.data ?? [], points)}
      csvPath={path}
      numberOf={({ reads }) => reads}
      textOf={({ reads, byPurpose }) => {
        const parts = purposes
          .filter((purpose) => byPurpose[purpose])
          .map((name) =>
            words.part(words.values.purpose[name], format.count(byPurpose[name] ?? 0)),
          );
        return reportsWords.withShare(reads, format.list(parts, "and"));
      }}
      partsOf={({ byPurpose }) => purposes.map((name) => ({ name, number: byPurpose[name] ?? 0 }))}
      tipOf={({ reads, byPurpose }, name) => (
        <>
          {reportsWords.point(name, format.count(reads))}
          <table>
            {purposes.toReversed().map((purpose) => (
              <tr key={purpose}>
                <th class={`key part-${purpose}`}>{words.values.purpose[purpose]}</th>
                <td>{format.count(byPurpose[purpose] ?? 0)}</td>
              </tr>
            ))}
          </table>
        </>
      )}
      columns={[
        countColumn("reads", words.reads),
        ...purposes.map((name) => ({
          name,
          label: words.values.purpose[name],
          show: ({ byPurpose }: PurposesPoint) => format.count(byPurpose[name] ?? 0),
        })),
      ]}
    >
      <ul class="purposes" aria-hidden="true">
        {purposes.map((name) => (
          <li key={name} class={`key part-${name}`}>
            {words.values.purpose[name]}
          </li>
        ))}
      </ul>
    </Points>
  );
}
