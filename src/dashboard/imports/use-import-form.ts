import { useEffect, useRef, useState } from "preact/hooks";

import type { ImportRecord } from "../../model/import.ts";
import { withBasePath } from "../address/server-address.ts";
import { refreshAnswers } from "../api/answer.ts";
import { type Failure, toFailure } from "../api/failure.ts";
import { getJson, sendJson } from "../api/request.ts";
import { followImport, pollMs } from "./follow.ts";
import { type Choices, sendFiles } from "./upload.ts";

/** The stages of a new import. */
export type Stage =
  | { readonly name: "choosing"; readonly failure?: Failure }
  | { readonly name: "sending"; readonly share: number; readonly isDryRun: boolean }
  | { readonly name: "checking"; readonly rows: number }
  | { readonly name: "checked"; readonly record: ImportRecord }
  | { readonly name: "begun"; readonly isNew: boolean };

const choosing: Stage = { name: "choosing" };

interface NewImport {
  readonly stage: Stage;
  /** Sends the files for a check. */
  readonly check: (choices: Choices) => void;
  /** Sends the files, and calls back once the import has begun. */
  readonly begin: (choices: Choices, onBegun: () => void) => void;
  /** Ends the upload or the check. */
  readonly stop: () => void;
  /** Forgets the outcome of other choices. */
  readonly reset: () => void;
}

/** Returns the state of a new import into a website. */
export function useNewImport(websiteId: number): NewImport {
  const [stage, setStage] = useState<Stage>(choosing);
  const running = useRef<AbortController>(undefined);
  // Leaving the page ends an upload and a check.
  useEffect(() => () => running.current?.abort(), []);
  const path = `/api/v1/websites/${websiteId}/imports`;

  const send = (
    choices: Choices,
    isDryRun: boolean,
    onSent: (begun: Begun, run: Run) => Promise<void>,
  ) => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const show = (next: Stage) => {
      if (!signal.aborted) setStage(next);
    };
    const onProgress = (share: number) => show({ name: "sending", share, isDryRun });
    onProgress(0);
    sendFiles({ path: withBasePath(path), choices, isDryRun, signal, onProgress })
      .then((begun) => onSent(begun, { show, signal }))
      .catch((cause: unknown) => show({ name: "choosing", failure: toFailure(cause) }));
  };
  return {
    stage,
    check: (choices) =>
      send(choices, true, async ({ record: { id } }, run) => {
        const record = await followCheck(`${path}/${id}`, run);
        run.show({ name: "checked", record });
      }),
    begin: (choices, onBegun) =>
      send(choices, false, async ({ isNew }, { show }) => {
        refreshAnswers();
        show({ name: "begun", isNew });
        onBegun();
      }),
    stop: () => {
      running.current?.abort();
      setStage(choosing);
    },
    reset: () => setStage(choosing),
  };
}

type Begun = Awaited<ReturnType<typeof sendFiles>>;

interface Run {
  readonly show: (stage: Stage) => void;
  readonly signal: AbortSignal;
}

/** Resolves with a check that has ended. The signal stops it. */
async function followCheck(path: string, { show, signal }: Run): Promise<ImportRecord> {
  const stop = () => {
    // A check that nobody waits for ends by itself, too.
    sendJson("DELETE", path).catch(() => {});
  };
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  show({ name: "checking", rows: 0 });
  try {
    return await followImport({
      fetchRecord: async () => (await getJson<{ data: ImportRecord }>(path, signal)).data,
      onRecord: ({ rows }) => show({ name: "checking", rows: rows.read }),
      wait: () => new Promise((resolve) => setTimeout(resolve, pollMs)),
    });
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
