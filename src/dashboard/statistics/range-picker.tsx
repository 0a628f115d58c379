import "./query.css";
import type { ComponentChildren } from "preact";
import { labelOf, moveDays } from "../address/ranges.ts";
import { Icon } from "../components/icon.tsx";
import { lazy } from "../components/lazy.tsx";
import { Link } from "../components/link.tsx";
import { Popover } from "../components/popover.tsx";
import { useSite } from "../site/site.ts";
import { rangesWords } from "../words/ranges.ts";
import { format } from "../words/reader.ts";

const Ranges = lazy(
  () => import("./range-panels.tsx"),
  (module) => module.Ranges,
);

interface RangePickerProps {
  /** Chooses what the range is compared with. There is nothing before all time. */
  readonly children?: ComponentChildren;
}

/** Selects the range of days, and moves it. */
export function RangePicker({ children }: RangePickerProps) {
  const { query, days, today, hrefWith } = useSite();
  const [earlier, later] = [moveDays(days, -1), moveDays(days, 1)];
  const label = (
    <>
      <span class="range-name">{labelOf(query.range)}</span>
      <span class="range-days">{format.days(days)}</span>
      <Icon name="down" />
    </>
  );
  return (
    <div class="range">
      {query.range !== "all" && children}
      <div class="range-steps">
        <Link
          class="icon-button"
          href={hrefWith({ range: earlier, interval: undefined })}
          aria-label={rangesWords.earlier(format.days(earlier))}
        >
          <Icon name="back" />
        </Link>
        <Popover label={label} title={rangesWords.picker}>
          {(close) => <Ranges onChosen={close} />}
        </Popover>
        {later.from <= today ? (
          <Link
            class="icon-button"
            href={hrefWith({ range: later, interval: undefined })}
            aria-label={rangesWords.later(format.days(later))}
          >
            <Icon name="forward" />
          </Link>
        ) : (
          <span class="icon-button off" aria-hidden="true">
            <Icon name="forward" />
          </span>
        )}
      </div>
    </div>
  );
}
