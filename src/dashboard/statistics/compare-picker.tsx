import { isDay } from "../address/calendar-day.ts";
import type { Comparison } from "../address/comparison.ts";
import { Icon } from "../components/icon.tsx";
import { lazy } from "../components/lazy.tsx";
import { Popover } from "../components/popover.tsx";
import { useSite } from "../site/site.ts";
import { rangesWords } from "../words/ranges.ts";
import { format } from "../words/reader.ts";

const Comparisons = lazy(
  () => import("./range-panels.tsx"),
  (module) => module.Comparisons,
);

interface ComparePickerProps {
  /** Until when the earlier period counts; undefined if unknown, null if it counts whole. */
  readonly until: string | undefined | null;
}

/** Chooses the earlier period that the range is compared with, and says up to when it counts. */
export function ComparePicker({ until }: ComparePickerProps) {
  const { days, today, timezone, query } = useSite();
  const { comparison } = query;
  // Today is always cut. The width is known before the answer, so that nothing beside it moves.
  const mayBeCut = until !== null && days.fromHour === undefined;
  const isCut = comparison && mayBeCut && (until || days.from === today);
  const shown = until ?? new Date().toISOString();
  const label = (
    <>
      <span>{rangesWords.compare}</span>
      <span class="range-days">{nameOf(comparison)}</span>
      {isCut && (
        <span class={until === undefined ? "muted to-come" : "muted"}>
          {rangesWords.until(format.minute(shown, timezone))}
        </span>
      )}
      <Icon name="down" />
    </>
  );
  return (
    <Popover label={label} title={rangesWords.comparison}>
      {(close) => <Comparisons onChosen={close} />}
    </Popover>
  );
}

function nameOf(comparison: Comparison | undefined): string {
  if (comparison === undefined) return rangesWords.compareOff;
  const { mode } = comparison;
  if (isDay(mode)) return rangesWords.dayChosen(format.day(mode));
  return mode === "year" ? rangesWords.yearChosen : rangesWords.previousChosen;
}
