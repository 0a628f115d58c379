import type { ComponentChildren } from "preact";

import type { ImportRecord } from "../../model/import.ts";
import { useProblem } from "../components/use-problem.ts";
import { importsWords } from "../words/imports.ts";
import { format } from "../words/reader.ts";
import { leftTexts, skippedTexts, sourceName, takenText, unknownTexts } from "./texts.ts";

const words = importsWords.report;

/** Shows in words what an import has done, or would do. */
export function ImportReport({ record }: { readonly record: ImportRecord }) {
  const { kind, source, days, rows, ignored, problem } = record;
  const reason = useProblem(problem);
  const left = leftTexts(days);
  const skipped = skippedTexts(rows);
  const unknown = unknownTexts(record);
  const isLog = source === "access-log";
  return (
    <>
      {reason !== "" && <p class="error">{reason}</p>}
      <dl class="import-report">
        <Fact name={words.from}>
          {kind === "totals"
            ? words.totalsOf(sourceName(source))
            : words.eventsOf(sourceName(source))}
        </Fact>
        <Fact name={words.days}>{takenText(record)}</Fact>
        {days.left > 0 && (
          <Fact name={words.daysLeft}>
            {format.count(days.left)}
            <List texts={left} />
          </Fact>
        )}
        <Fact name={words.rowsRead}>{format.count(rows.read)}</Fact>
        <Fact name={words.rowsImported}>{format.count(rows.imported)}</Fact>
        {skipped.length > 0 && (
          <Fact name={words.rowsSkipped}>
            {format.count(rows.read - rows.imported)}
            <List texts={skipped} />
          </Fact>
        )}
        {unknown.length > 0 && (
          <Fact name={words.unknown}>
            {words.unknownHint}
            <List texts={unknown} />
          </Fact>
        )}
        {ignored.length > 0 && (
          <Fact name={words.notRead}>
            <List texts={ignored} />
          </Fact>
        )}
      </dl>
      {kind === "totals" ? (
        <p class="hint">{words.totalsHint}</p>
      ) : (
        !isLog && <p class="hint">{words.visitorsHint}</p>
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
