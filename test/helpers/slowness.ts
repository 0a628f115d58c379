/** Time of `yardstick` on a machine of 2026 that does nothing else. */
const yardstickMs = 5;
const text = Buffer.from("x,\n".repeat(700_000));

/** A fixed piece of work: one pass over 2 MB. */
function yardstick(): number {
  let lines = 0;
  // An iterator would take three times as long, and more before it is compiled.
  for (let i = 0; i < text.length; i += 1) if (text[i] === 10) lines += 1;
  return lines;
}

/** Returns the processor time that this process uses for some work, in milliseconds. */
export function usedMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns how many times longer the yardstick takes now than on an idle machine, at least 1. */
export function slowness(): number {
  const yardsticks = Array.from({ length: 3 }, () => usedMs(yardstick));
  return Math.max(1, Math.min(...yardsticks) / yardstickMs);
}
