import { SingleBar } from "cli-progress";

/** Shows on a terminal how far a backup or a restore is. Elsewhere it shows nothing. */
export class CopyProgress {
  readonly #bar: SingleBar | undefined;
  #step = "";

  constructor() {
    if (!process.stderr.isTTY) return;
    this.#bar = new SingleBar({
      stream: process.stderr,
      format: "{step} {bar} {percentage} % | {value} of {total} {unit}",
      clearOnComplete: true,
      hideCursor: true,
    });
  }

  /** Shows the progress of a step, which begins with its first call. */
  show(step: string, { done, of, unit }: { done: number; of: number; unit: string }): void {
    if (this.#bar === undefined) return;
    if (step !== this.#step) {
      this.end();
      this.#step = step;
      this.#bar.start(of, done, { step, unit });
    }
    this.#bar.setTotal(of);
    this.#bar.update(done, { step, unit });
  }

  /** Clears the line, so that what follows begins a new one. */
  end(): void {
    if (this.#step !== "") this.#bar?.stop();
    this.#step = "";
  }
}
