import type { Sighting } from "./clients.ts";

/**
 * Returns how old each number of page views was when its answer arrived: the time since the first
 * event was acknowledged that the number lacks; 0 if it lacks none. Answers that arrived after the
 * last event are left out. Throws if a number is not of these events.
 *
 * A number tells how many events an answer has, and not which. So the age is exact if events are
 * counted in the order of their acknowledgements, and else the least that is possible.
 */
export function agesOf(
  sightings: readonly Sighting[],
  acknowledgedAtMs: readonly number[],
  pageviewsBefore: number,
): number[] {
  const lastMs = acknowledgedAtMs.at(-1) ?? 0;
  return sightings.flatMap(({ pageviews, answeredAtMs }) => {
    const events = pageviews - pageviewsBefore;
    if (events < 0 || events > acknowledgedAtMs.length) {
      throw new Error(`an answer has ${events} of ${acknowledgedAtMs.length} events`);
    }
    if (answeredAtMs > lastMs) return [];
    return Math.max(0, answeredAtMs - (acknowledgedAtMs[events] ?? answeredAtMs));
  });
}
