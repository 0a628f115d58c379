import { finished } from "node:stream";
import { createGunzip } from "node:zlib";

/** Gunzip step by step: what was unpacked before an error is handed on before the error is thrown. */
export class Gunzip {
  readonly #stream = createGunzip();
  readonly #unpacked: Buffer[] = [];
  #failure: Error | undefined;
  #finishStep = (): void => {};

  constructor() {
    this.#stream.on("data", (bytes: Buffer) => this.#unpacked.push(bytes));
    // A step that fails need not call back, so the error itself has to end it.
    this.#stream.on("error", (error) => {
      this.#failure ??= error;
      this.#finishStep();
    });
  }

  write(packed: Buffer): AsyncGenerator<Buffer> {
    return this.#step((done) => this.#stream.write(packed, done));
  }

  end(): AsyncGenerator<Buffer> {
    // Not end's own callback: zlib looks for a missing end only after that one.
    return this.#step((done) => {
      finished(this.#stream, done);
      this.#stream.end();
    });
  }

  close(): void {
    this.#stream.destroy();
  }

  async *#step(run: (done: (error?: Error | null) => void) => void): AsyncGenerator<Buffer> {
    await new Promise<void>((resolve) => {
      this.#finishStep = resolve;
      run((error) => {
        this.#failure ??= error ?? undefined;
        resolve();
      });
    });
    yield* this.#unpacked.splice(0);
    if (this.#failure !== undefined) throw this.#failure;
  }
}
