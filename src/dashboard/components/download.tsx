import { downloadCsv } from "../api/download.ts";
import { explain } from "../api/failure.ts";
import { useSending } from "../api/sending.ts";
import { commonWords as words } from "../words/common.ts";
import { Icon } from "./icon.tsx";

/** Downloads all values of a breakdown as CSV. */
export function Download({ path }: { readonly path: string }) {
  const { isBusy, failure, wait } = useSending("stay");
  return (
    <span class="download">
      <button
        class="button"
        type="button"
        disabled={isBusy}
        onClick={() => wait(downloadCsv(path))}
      >
        <Icon name="download" />
        {words.csv}
      </button>
      {failure && <span role="alert">{explain(failure)}</span>}
    </span>
  );
}
