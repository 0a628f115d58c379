/** How to close what was opened. */
export class CleanupStack {
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
export async function withCleanup<T>(
  open: (cleanup: CleanupStack) => Promise<T>,
): Promise<T & { stop: () => Promise<void> }> {
  const cleanup = new CleanupStack();
  try {
    return { ...(await open(cleanup)), stop: () => cleanup.close() };
  } catch (error) {
    await cleanup.close();
    throw error;
  }
}
