import { finished } from "node:stream";
import { createGunzip } from "node:zlib";

/**
 * Unpacks gzip step by step. Before it throws an error, it yields all that it unpacked before the
 * error.
 */
export class Gunzip {
  readonly #stream = createGunzip();
  readonly #unpacked: Buffer[] = [];
  #failure: Error | undefined;
  #finishStep = (): void => {};

  constructor() {
    this.#stream.on("data", (bytes: Buffer) => this.#unpacked.push(bytes));
    // A failing step might never call back, so the error itself must end it.
    this.#stream.on("error", (error) => {
      this.#failure ??= error;
      this.#finishStep();
    });
  }

  write(packed: Buffer): AsyncGenerator<Buffer> {
    return this.#step((callback) => this.#stream.write(packed, callback));
  }

  end(): AsyncGenerator<Buffer> {
    // The stream's own callback of `end` comes too early: zlib looks for a missing end only after
    // it.
    return this.#step((callback) => {
      finished(this.#stream, callback);
      this.#stream.end();
    });
  }

  close(): void {
    this.#stream.destroy();
  }

  async *#step(run: (callback: (error?: Error | null) => void) => void): AsyncGenerator<Buffer> {
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
