import { liveMinutes, liveViewMinutes } from "../../model/choices.ts";
import "./live.css";
import type { Live } from "../../model/live.ts";
import { closeTo } from "../address/address.ts";
import { Dialog } from "../components/dialog.tsx";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { liveWords } from "../words/live.ts";
import { format, ownTimezone } from "../words/reader.ts";
import { readsWords } from "../words/reads.ts";
import { valueText } from "../words/values.ts";

/** Shows the live view: current visitors, and page views of the last 30 minutes. */
export function LiveDialog() {
  const { live, timezone, hrefWith } = useSite();
  const { data, failure, retry } = live;
  return (
    <Dialog title={liveWords.title} onClose={() => closeTo(hrefWith({ open: undefined }))} isWide>
      {failure && <Notice failure={failure} onRetry={retry} />}
      {!data && !failure && <div class="live" aria-busy="true" />}
      {data && !failure && <Details live={data.data} timezone={timezone} />}
    </Dialog>
  );
}

function Details({ live, timezone }: { readonly live: Live; readonly timezone: string }) {
  return (
    // A small window may be too low for it. The keyboard can scroll it only if it has the focus.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it
    <div class="live" role="group" aria-label={liveWords.title} tabIndex={0}>
      <p class="live-number">
        <strong>{format.count(live.visitors)}</strong>{" "}
        {liveWords.visitors(live.visitors, liveMinutes)}
      </p>
      <Minutes minutes={live.pageviews} timezone={timezone} />
      <div class="live-lists">
        <LiveList
          title={liveWords.pages}
          caption={liveWords.pagesCaption}
          numbers={liveWords.visitorsColumn}
          rows={live.pages.map(rowOf)}
        />
        <LiveList
          title={liveWords.referrers}
          caption={liveWords.referrersCaption}
          numbers={liveWords.visitorsColumn}
          rows={live.referrers.map(rowOf)}
        />
      </div>
      {live.reads !== undefined && live.reads.length > 0 && <Reads reads={live.reads} />}
    </div>
  );
}

function rowOf({ value, visitors }: Live["pages"][number] | Live["referrers"][number]): LiveRow {
  return { text: valueText("referrer", value), count: visitors };
}

/** Shows what programs read, by the companies that run them. */
function Reads({ reads }: { readonly reads: NonNullable<Live["reads"]> }) {
  const total = reads.reduce((sum, row) => sum + row.reads, 0);
  return (
    <div class="live-reads">
      <p class="live-number">
        <strong>{format.count(total)}</strong> {liveWords.reads(total, liveViewMinutes)}
      </p>
      <LiveList
        title={readsWords.many.operator}
        caption={liveWords.readsCaption}
        numbers={readsWords.reads}
        rows={reads.map((row) => ({
          text: row.operator === "" ? readsWords.noOperator : row.operator,
          count: row.reads,
        }))}
      />
    </div>
  );
}

interface MinutesProps {
  readonly minutes: Live["pageviews"];
  readonly timezone: string;
}

function Minutes({ minutes, timezone }: MinutesProps) {
  const max = Math.max(...minutes.map(({ count }) => count), 1);
  const total = minutes.reduce((sum, { count }) => sum + count, 0);
  const ends = [minutes[0], minutes.at(-1)].map((end) =>
    end ? format.minute(end.minute, timezone) : "",
  );
  return (
    <figure class="minutes">
      <div class="minutes-bars" aria-hidden="true">
        {minutes.map(({ minute, count }) => (
          <span
            key={minute}
            class={count === 0 ? "none" : ""}
            style={{ height: `${(count / max) * 100}%` }}
            title={liveWords.minute(format.minute(minute, timezone), format.count(count))}
          />
        ))}
      </div>
      <figcaption>
        <span>{ends[0]}</span>
        <span>{liveWords.views(total, format.count(total), minutes.length)}</span>
        <span>
          {timezone === ownTimezone ? ends[1] : liveWords.inZone(ends[1] ?? "", cityOf(timezone))}
        </span>
      </figcaption>
    </figure>
  );
}

/** Returns the name of a zone's city, as people write it. */
function cityOf(timezone: string): string {
  return (timezone.split("/").at(-1) ?? timezone).replaceAll("_", " ");
}

interface LiveRow {
  readonly text: string;
  readonly count: number;
}

interface LiveListProps {
  readonly title: string;
  readonly caption: string;
  /** The head of the numbers. */
  readonly numbers: string;
  readonly rows: readonly LiveRow[];
}

function LiveList({ title, caption, numbers, rows }: LiveListProps) {
  const max = Math.max(...rows.map(({ count }) => count), 1);
  return (
    <table class="bars">
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{numbers}</th>
        </tr>
      </thead>
      <tbody>
        {rows.length === 0 && (
          <tr>
            <td class="muted" colSpan={2}>
              {liveWords.nobody}
            </td>
          </tr>
        )}
        {rows.map(({ text, count }) => (
          <tr key={text}>
            <th scope="row">
              <span class="bar" style={{ width: `${(count / max) * 100}%` }} />
              <span class="value" title={text}>
                {text}
              </span>
            </th>
            <td>{format.count(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
