import type { FastifyBaseLogger as Logger } from "fastify";

/** What is done at once and then from time to time. */
export interface BackgroundJob {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}

/**
 * Starts the chores; what it returns ends them. A failure is logged, and tried again the next time. A
 * chore that is still under way then, as the store is silent, is not started a second time. One that is under way at the
 * end may fail because what it needs is closed, which nobody is told.
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
          if (!isEnded) logger.warn({ err: error, chore: name }, "a chore failed");
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
