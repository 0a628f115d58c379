import { publicUrl } from "../address/server-address.ts";
import { CopyLine } from "../components/copy-line.tsx";
import { useSite } from "../site/site.ts";
import { readsWords as words } from "../words/reads.ts";
import { doorLines } from "./door-lines.ts";

/** Says how reads come in, with the commands for this website. Viewers read that there are none. */
export function NoReads() {
  const { record } = useSite();
  if (record === undefined) return <p class="surface report-none">{words.none}</p>;
  const doors = words.values.door;
  const { importing, following, request } = doorLines(record, publicUrl("/api/v1"));
  return (
    <section class="surface report-none reads-doors">
      <h2>{words.open}</h2>
      <p>{words.openHint}</p>
      <dl>
        <dt>{doors.tracker}</dt>
        <dd>{words.trackerHint}</dd>
        <dt>{doors.log}</dt>
        <dd>
          <p>{words.logHint}</p>
          <CopyLine line={importing} name={words.importName} />
          <CopyLine line={following} name={words.followName} />
        </dd>
        <dt>{doors.api}</dt>
        <dd>
          <p>{words.apiHint}</p>
          <CopyLine line={request} name={words.requestName} />
        </dd>
      </dl>
    </section>
  );
}
