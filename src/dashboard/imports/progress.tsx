import { importsWords as words } from "../words/imports.ts";
import { format } from "../words/reader.ts";

interface ProgressProps {
  /** The share of the bytes that are sent. */
  readonly share?: number;
  /** The number of rows that are read. */
  readonly rows?: number;
}

/** Shows how far something is that may take minutes. */
export function Progress({ share, rows = 0 }: ProgressProps) {
  const text = share === undefined ? words.rowsRead(rows) : format.percent(share);
  return (
    <div class="import-progress">
      <progress aria-label={words.progress} {...(share === undefined ? {} : { value: share })} />
      <span>{text}</span>
    </div>
  );
}
