/** Collects the tasks that release resources, so that one call releases all of them. */
export class CleanupStack {
  readonly #tasks: (() => unknown)[] = [];

  push(...tasks: readonly (() => unknown)[]): void {
    this.#tasks.push(...tasks);
  }

  /** Runs the tasks in reverse order, one after the other: the last resource is released first. */
  async close(): Promise<void> {
    for (const task of this.#tasks.splice(0).reverse()) await task();
  }
}

/**
 * Resolves with the result of `open` and a `stop` that runs the tasks which `open` pushed. If
 * `open` throws, the tasks run before its error is thrown on.
 */
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
