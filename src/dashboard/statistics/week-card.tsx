import { useId, useRef } from "preact/hooks";
import { Help } from "../components/help.tsx";
import { lazy } from "../components/lazy.tsx";
import { useNearness } from "../components/visibility.ts";
import { statisticsWords } from "../words/statistics.ts";

const WeekMap = lazy(
  () => import("./week-map.tsx"),
  (module) => module.WeekMap,
);

/** Shows the hours of the week. It loads when it is near the visible area. */
export function WeekCard() {
  const element = useRef<HTMLElement>(null);
  const isNear = useNearness(element);
  const id = useId();
  return (
    <section class="surface card" ref={element} aria-labelledby={id}>
      <header class="card-head">
        <h2 id={id}>{statisticsWords.hoursOfWeek}</h2>
        <Help topic="week" name={statisticsWords.hoursOfWeek} />
      </header>
      <div class="week">{isNear && <WeekMap />}</div>
    </section>
  );
}
