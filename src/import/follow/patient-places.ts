import { setTimeout as delay } from "node:timers/promises";
import { untilAborted } from "../../base/async/abort-signal.ts";
import { Problem } from "../../base/errors.ts";
import type { LogPlaces } from "./log-places.ts";

const pauseMsMin = 250;
const pauseMsMax = 5_000;

/**
 * Returns places that repeat a request until it is answered. So the same lines are sent again, as
 * they must be. `onAway` and `onBack` are called once for each time without answers.
 */
export function patientPlaces(
  places: LogPlaces,
  {
    signal,
    onAway,
    onBack,
  }: {
    readonly signal: AbortSignal;
    readonly onAway: (problem: Problem) => void;
    readonly onBack: () => void;
  },
): LogPlaces {
  let isAway = false;
  const repeat = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (let pauseMs = pauseMsMin; ; pauseMs = Math.min(2 * pauseMs, pauseMsMax)) {
      try {
        const answer = await ask();
        if (isAway) onBack();
        isAway = false;
        return answer;
      } catch (error) {
        if (!(error instanceof Problem) || error.statusCode < 500 || signal.aborted) throw error;
        if (!isAway) onAway(error);
        isAway = true;
        await untilAborted(delay(pauseMs), signal);
      }
    }
  };
  return {
    find: (...given) => repeat(() => places.find(...given)),
    take: (part) => repeat(() => places.take(part)),
  };
}
