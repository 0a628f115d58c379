import { format } from "../words/reader.ts";
import { countOf } from "./words.ts";

interface ProgressProps {
  /** The share of the bytes that are sent. */
  readonly share?: number;
  /** The number of rows that are read. */
  readonly rows?: number;
}

/** Shows how far something is that may take minutes. */
export function Progress({ share, rows = 0 }: ProgressProps) {
  const text = share === undefined ? `${countOf(format, rows, "row")} read` : format.percent(share);
  return (
    <div class="import-progress">
      <progress aria-label="Progress" {...(share === undefined ? {} : { value: share })} />
      <span>{text}</span>
    </div>
  );
}
