import type { ComponentChildren } from "preact";

import type { ImportRecord } from "../../model/import.ts";
import { format } from "../words/reader.ts";
import { leftTexts, skippedTexts, sourceName, takenText, unknownTexts } from "./words.ts";

/** Shows in words what an import has done, or would do. */
export function ImportReport({ record }: { readonly record: ImportRecord }) {
  const { kind, source, days, rows, ignored, problem } = record;
  const left = leftTexts(format, days);
  const skipped = skippedTexts(format, rows);
  const unknown = unknownTexts(format, record);
  const isLog = source === "access-log";
  return (
    <>
      {problem !== null && <p class="error">{problem}</p>}
      <dl class="import-report">
        <Fact name="From">
          {sourceName(source)}, {kind === "totals" ? "totals of days" : "events"}
        </Fact>
        <Fact name="Days">{takenText(format, record)}</Fact>
        {days.left > 0 && (
          <Fact name="Days left">
            {format.count(days.left)}
            <List texts={left} />
          </Fact>
        )}
        <Fact name="Rows read">{format.count(rows.read)}</Fact>
        <Fact name="Rows imported">{format.count(rows.imported)}</Fact>
        {skipped.length > 0 && (
          <Fact name="Rows skipped">
            {format.count(rows.read - rows.imported)}
            <List texts={skipped} />
          </Fact>
        )}
        {unknown.length > 0 && (
          <Fact name="Unknown spellings">
            These count as (unknown), with the number of their rows.
            <List texts={unknown} />
          </Fact>
        )}
        {ignored.length > 0 && (
          <Fact name="Files not read">
            <List texts={ignored} />
          </Fact>
        )}
      </dl>
      {kind === "totals" ? (
        <p class="hint">
          Totals are sums of a day, so filters, goals, funnels, journeys and revenue have no answer
          for these days. The time zone of the export must be that of the website.
        </p>
      ) : (
        !isLog && <p class="hint">Visitors are counted per day, as everywhere in Footfall.</p>
      )}
    </>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function List({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
