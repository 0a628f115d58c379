/**
 * Returns the option of a combobox that an arrow key goes to, from the last to the first again;
 * undefined for other keys. Before the first key, -1 is active.
 */
export function nextOption(key: string, active: number, count: number): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined) return undefined;
  const from = step < 0 ? Math.max(active, 0) : active;
  return (from + step + count) % Math.max(count, 1);
}
