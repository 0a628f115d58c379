/**
 * Returns a function that runs rounds of the work, one at a time, and resolves when one has ended
 * that began at or after the call. So calls during a round share the next one, which sees
 * everything that happened before any of them. Rejects if that round does.
 */
export function inRounds(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = () => {
    next = undefined;
    current = work().finally(() => {
      current = undefined;
    });
    return current;
  };
  return () => {
    if (next !== undefined) return next;
    if (current === undefined) return begin();
    next = current.then(begin, begin);
    return next;
  };
}
