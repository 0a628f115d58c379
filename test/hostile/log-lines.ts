/** Lines that a start and a stop may write. */
const linesFree = 10;
const shownMax = 3;

/**
 * Returns the fault of a log that grew to these lines in that many seconds. A log may grow by a
 * line per second.
 */
export function noiseIn(lines: readonly string[], seconds: number): string[] {
  if (lines.length <= seconds + linesFree) return [];
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(gist(line), (counts.get(gist(line)) ?? 0) + 1);
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, shownMax);
  const shown = most.map(([text, count]) => `${count} times ${text}`).join("; ");
  return [`the log grew by ${lines.length} lines in ${seconds.toFixed(0)} s: ${shown}`];
}

/** Returns the message of a line, without the parts that differ each time. */
function gist(line: string): string {
  try {
    const { msg, route, err } = JSON.parse(line);
    return [msg, route, err?.message].filter(Boolean).join(", ").slice(0, 200);
  } catch {
    return line.slice(0, 200);
  }
}
