import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import { type Failure, toFailure } from "./failure.ts";
import { getJson } from "./request.ts";

/** What is known of an answer. */
export interface Answer<T> {
  /** The latest answer; that of an earlier question while the new one is on its way. */
  readonly data: T | undefined;
  /** Whether `data` answers the question of now. */
  readonly isCurrent: boolean;
  /** Why the question of now has no new answer. */
  readonly failure: Failure | undefined;
  /** Asks anew, and so does everything else on the page that has failed. */
  readonly retry: () => void;
  /** Asks anew. */
  readonly refresh: () => void;
}

/** Answers are kept, so that going back shows them at once; they are asked for anew all the same. */
const keptMax = 200;
const kept = new Map<string, unknown>();

/** What has failed is seldom alone: it is asked for again together, also when the network is back. */
const failed = new Set<() => void>();
addEventListener("online", retryFailed);

/** Forgets every answer, as after a change. */
export function forgetAnswers(): void {
  kept.clear();
}

type Ask<T> = (path: string, signal: AbortSignal) => Promise<T>;

interface Known<T> {
  readonly data?: T;
  readonly path?: string;
  readonly failure?: Failure | undefined;
  readonly failedPath?: string;
}

/** Asks for what is at the path, and again when it changes; undefined asks nothing. `ask` must not change. */
export function useAnswer<T>(path: string | undefined, ask: Ask<T> = getJson): Answer<T> {
  const [attempt, setAttempt] = useState(0);
  const [, redraw] = useState(0);
  const known = useRef<Known<T>>({});
  const latest = kept.get(path ?? "") as T | undefined;
  if (path !== undefined && latest !== undefined) {
    known.current = { ...known.current, path, data: latest };
  }
  const refresh = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    if (path === undefined) return;
    const controller = new AbortController();
    const settle = (change: Known<T>) => {
      if (controller.signal.aborted) return;
      known.current = { ...known.current, ...change };
      if (change.failure) failed.add(refresh);
      redraw((count) => count + 1);
    };
    ask(path, controller.signal).then(
      (data) => {
        keep(path, data);
        settle({ path, data, failure: undefined });
      },
      (cause: unknown) => {
        settle({ failure: toFailure(cause), failedPath: path });
      },
    );
    return () => {
      controller.abort();
      failed.delete(refresh);
    };
  }, [path, attempt, ask, refresh]);

  const { data, failure, failedPath } = known.current;
  return {
    data,
    isCurrent: data !== undefined && known.current.path === path,
    failure: failedPath === path ? failure : undefined,
    retry: retryFailed,
    refresh,
  };
}

function retryFailed(): void {
  for (const retry of [...failed]) retry();
}

function keep(path: string, data: unknown): void {
  kept.delete(path);
  kept.set(path, data);
  const oldest = kept.keys().next();
  if (kept.size > keptMax && !oldest.done) kept.delete(oldest.value);
}
