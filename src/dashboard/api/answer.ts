import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import { Failure } from "./failure.ts";
import { getJson } from "./request.ts";

/** What is known of an answer. */
export interface Answer<T> {
  /** The latest answer; that of an earlier question while the new one is on its way. */
  readonly data: T | undefined;
  /** Whether `data` answers the question of now. */
  readonly isCurrent: boolean;
  readonly failure: Failure | undefined;
  readonly retry: () => void;
}

/** Answers are kept, so that going back shows them at once; they are asked for anew all the same. */
const keptMax = 200;
const kept = new Map<string, unknown>();

/** Forgets every answer, as after a change. */
export function forgetAnswers(): void {
  kept.clear();
}

type Ask<T> = (path: string, signal: AbortSignal) => Promise<T>;

/** Asks for what is at the path, and again when it changes; undefined asks nothing. `ask` must not change. */
export function useAnswer<T>(path: string | undefined, ask: Ask<T> = getJson): Answer<T> {
  const [, setVersion] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const state = useRef<{ path?: string | undefined; data?: T; failure?: Failure | undefined }>({});
  const latest = kept.get(path ?? "") as T | undefined;
  if (latest !== undefined) state.current = { ...state.current, path, data: latest };

  useEffect(() => {
    if (path === undefined) return;
    const controller = new AbortController();
    const settle = (change: Partial<typeof state.current>) => {
      if (controller.signal.aborted) return;
      state.current = { ...state.current, ...change };
      setVersion((version) => version + 1);
    };
    ask(path, controller.signal).then(
      (data) => {
        keep(path, data);
        settle({ path, data, failure: undefined });
      },
      (cause: unknown) => {
        settle({ failure: cause instanceof Failure ? cause : new Failure("UNKNOWN") });
      },
    );
    return () => {
      controller.abort();
      state.current = { ...state.current, failure: undefined };
    };
  }, [path, attempt, ask]);

  const retry = useCallback(() => {
    state.current = { ...state.current, failure: undefined };
    setAttempt((count) => count + 1);
  }, []);
  const { data, failure } = state.current;
  return { data, isCurrent: data !== undefined && state.current.path === path, failure, retry };
}

function keep(path: string, data: unknown): void {
  kept.delete(path);
  kept.set(path, data);
  const oldest = kept.keys().next();
  if (kept.size > keptMax && !oldest.done) kept.delete(oldest.value);
}
