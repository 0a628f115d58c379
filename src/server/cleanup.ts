/** How to close what was opened. */
export class Closers {
  readonly #tasks: (() => unknown)[] = [];

  push(...tasks: readonly (() => unknown)[]): void {
    this.#tasks.push(...tasks);
  }

  /** Closes what was opened last first. */
  async close(): Promise<void> {
    for (const task of this.#tasks.splice(0).reverse()) await task();
  }
}

/** What `open` opens, and how to close it; what it had opened is closed again when it throws. */
export async function closing<T>(
  open: (closers: Closers) => Promise<T>,
): Promise<T & { stop: () => Promise<void> }> {
  const closers = new Closers();
  try {
    return { ...(await open(closers)), stop: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}
