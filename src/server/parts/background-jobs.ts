import type { FastifyBaseLogger as Logger } from "fastify";

/** Work that a process does at once and then at an interval. */
export interface BackgroundJob {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}

/**
 * Starts the jobs. Returns a function that ends them.
 *
 * - A job that fails is logged, and runs again at its next interval.
 * - A job that is still under way then, because the store is silent, is not started a second time.
 * - A job that is under way at the end may fail because the resources that it uses are closed. Such
 *   a failure is not logged.
 */
export function startBackgroundJobs(jobs: readonly BackgroundJob[], logger: Logger): () => void {
  let isEnded = false;
  const timers = jobs.map(({ name, everyMs, run }) => {
    let isUnderWay = false;
    const attempt = () => {
      if (isUnderWay) return;
      isUnderWay = true;
      run()
        .catch((error: unknown) => {
          if (!isEnded) logger.warn({ err: error, job: name }, "a background job failed");
        })
        .finally(() => {
          isUnderWay = false;
        });
    };
    attempt();
    return setInterval(attempt, everyMs);
  });
  return () => {
    isEnded = true;
    for (const timer of timers) clearInterval(timer);
  };
}
