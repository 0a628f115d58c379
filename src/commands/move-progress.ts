import { SingleBar } from "cli-progress";

import type { MoveProgress } from "../move/move.ts";

/**
 * Returns the progress of a move on standard error: one line that is rewritten on a terminal, or
 * a line for each step.
 */
export function moveProgress(domain: string): MoveProgress & { end(): void } {
  if (!process.stderr.isTTY) {
    const step = (text: string) => void process.stderr.write(`${domain}: ${text}\n`);
    return { step, count() {}, end() {} };
  }
  const bar = new SingleBar({
    stream: process.stderr,
    format: `${domain}: {step} {bar} {value} of {total}`,
    clearOnComplete: true,
  });
  let isStarted = false;
  return {
    step(text) {
      if (isStarted) bar.update(0, { step: text });
      else bar.start(0, 0, { step: text });
      isStarted = true;
    },
    count(done, total) {
      bar.setTotal(total);
      bar.update(done);
    },
    end() {
      if (isStarted) bar.stop();
    },
  };
}
