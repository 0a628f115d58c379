import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import { type Failure, toFailure } from "./failure.ts";
import { getJson } from "./request.ts";
import { tellSignedOut } from "./signed-out.ts";

/** The state of a request for data. */
export interface Answer<T> {
  /** The latest answer. While a request for a new path runs, the answer of the previous path. */
  readonly data: T | undefined;
  /** Whether `data` is the answer of the current path. */
  readonly isCurrent: boolean;
  /** The failure of the latest request for the current path. */
  readonly failure: Failure | undefined;
  /** Repeats this request and all other failed requests of the page. */
  readonly retry: () => void;
  /** Repeats this request. */
  readonly refresh: () => void;
}

/**
 * Caches answers by path, so that going back shows them at once. The data is fetched again in any
 * case. Beyond the limit, the oldest answer goes.
 */
const cacheMax = 200;
const cache = new Map<string, unknown>();

/** Holds the retries of failed requests. They run together, also when the network is back. */
const retries = new Set<() => void>();
addEventListener("online", retryFailed);

/** Repeats the requests of everything that is shown, each with its path. */
const shown = new Map<() => void, string>();

/** Empties the cache, as is necessary after a change. */
export function clearAnswers(): void {
  cache.clear();
}

/** Other processes of the server know of a change a second later. */
const changeLagMs = 1_200;

/** Fetches everything that is shown again, as is necessary after a change of a goal or a funnel. */
export function refreshAnswers(): void {
  const refresh = () => {
    clearAnswers();
    repeatShown();
  };
  refresh();
  setTimeout(refresh, changeLagMs);
}

/**
 * Shows a changed answer from the next drawing on. The server is asked when all of its processes
 * know of the change.
 */
export function replaceAnswer(path: string, data: unknown): void {
  cacheAnswer(path, data);
  setTimeout(() => repeatShown((each) => each === path), changeLagMs);
}

/** Fetches what is shown of these paths again. The old answers stay until the new ones come. */
export function repeatShown(isMeant: (path: string) => boolean = () => true): void {
  for (const [repeat, path] of [...shown]) if (isMeant(path)) repeat();
}

type Fetch<T> = (path: string, signal: AbortSignal) => Promise<T>;

interface RequestState<T> {
  readonly data?: T;
  readonly path?: string;
  readonly failure?: Failure | undefined;
  readonly failedPath?: string;
}

/**
 * Fetches the data at a path, and again when the path changes. Nothing is fetched while the path is
 * undefined. `fetchData` must be the same function each time.
 */
export function useAnswer<T>(path: string | undefined, fetchData: Fetch<T> = getJson): Answer<T> {
  const [attempt, setAttempt] = useState(0);
  const [, redraw] = useState(0);
  const state = useRef<RequestState<T>>({});
  const cached = cache.get(path ?? "") as T | undefined;
  if (path !== undefined && cached !== undefined) {
    state.current = { ...state.current, path, data: cached };
  }
  const refresh = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    if (path === undefined) return;
    shown.set(refresh, path);
    const controller = new AbortController();
    const settle = (change: RequestState<T>) => {
      if (controller.signal.aborted) return;
      state.current = { ...state.current, ...change };
      if (change.failure) retries.add(refresh);
      redraw((count) => count + 1);
    };
    fetchData(path, controller.signal).then(
      (fetched) => {
        const data = sameAs(cache.get(path) as T | undefined, fetched);
        cacheAnswer(path, data);
        settle({ path, data, failure: undefined });
      },
      (cause: unknown) => {
        const failure = toFailure(cause);
        // The page stays as it is behind the dialog, and asks again after that.
        if (failure.code === "UNAUTHORIZED" && tellSignedOut()) return;
        settle({ failure, failedPath: path });
      },
    );
    return () => {
      controller.abort();
      shown.delete(refresh);
      retries.delete(refresh);
    };
  }, [path, attempt, fetchData, refresh]);

  const { data, failure, failedPath } = state.current;
  return {
    data,
    isCurrent: data !== undefined && state.current.path === path,
    failure: failedPath === path ? failure : undefined,
    retry: retryFailed,
    refresh,
  };
}

/** Returns the known answer if the new one equals it, so that nothing is drawn anew for it. */
function sameAs<T>(known: T | undefined, fetched: T): T {
  const isSame = known !== undefined && JSON.stringify(known) === JSON.stringify(fetched);
  return isSame ? known : fetched;
}

function retryFailed(): void {
  for (const retry of [...retries]) retry();
}

function cacheAnswer(path: string, data: unknown): void {
  cache.delete(path);
  cache.set(path, data);
  const oldest = cache.keys().next();
  if (cache.size > cacheMax && !oldest.done) cache.delete(oldest.value);
}
