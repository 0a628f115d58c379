import { useState } from "preact/hooks";

import { explain, Failure, toFailure } from "../api/failure.ts";
import { downloadCsv } from "../api/request.ts";
import { commonWords as words } from "../words/common.ts";
import { Icon } from "./icon.tsx";

/** Downloads all values of a breakdown as CSV. */
export function Download({ path }: { readonly path: string }) {
  const [state, setState] = useState<"ready" | "busy" | Failure>("ready");
  const download = () => {
    setState("busy");
    downloadCsv(path).then(
      () => setState("ready"),
      (cause: unknown) => setState(toFailure(cause)),
    );
  };
  return (
    <span class="download">
      <button class="button" type="button" disabled={state === "busy"} onClick={download}>
        <Icon name="download" />
        {words.csv}
      </button>
      {state instanceof Failure && <span role="alert">{explain(state)}</span>}
    </span>
  );
}
