import type { Footfall } from "../program.ts";
import { timeMs } from "../stats/turns.ts";

const intervalMs = 1_000;

/** The times that the owner waited for answers, and the number of other outcomes. */
export interface Waits {
  readonly timesMs: readonly number[];
  readonly failed: number;
}

/**
 * Asks the questions in turn, one each second, with the API key, until the promise settles. A
 * question does not wait for the answer before it.
 */
export async function askAsOwner(
  footfall: Footfall,
  paths: readonly string[],
  until: Promise<unknown>,
): Promise<Waits> {
  const timesMs: number[] = [];
  const answers: Promise<void>[] = [];
  let failed = 0;
  const timer = setInterval(() => {
    const path = paths[answers.length % paths.length] ?? "";
    const answer = timeMs(() => ask(footfall, path)).then(
      (ms) => void timesMs.push(ms),
      () => {
        failed += 1;
      },
    );
    answers.push(answer);
  }, intervalMs);
  await until.finally(() => clearInterval(timer));
  await Promise.all(answers);
  return { timesMs, failed };
}

async function ask({ url, apiKey }: Footfall, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const reply = await fetch(`${url}${path}`, { headers });
  await reply.text();
  if (!reply.ok) throw new Error(`the owner was answered with ${reply.status}`);
}
