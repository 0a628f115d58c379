import "./query.css";
import { labelOf, moveDays } from "../address/ranges.ts";
import { Icon } from "../components/icon.tsx";
import { lazy } from "../components/lazy.tsx";
import { Link } from "../components/link.tsx";
import { Popover } from "../components/popover.tsx";
import { useSite } from "../site/site.ts";
import { rangesWords } from "../words/ranges.ts";
import { format } from "../words/reader.ts";
import { ComparePicker } from "./compare-picker.tsx";

const Ranges = lazy(() => import("./range-panels.tsx").then((module) => module.Ranges));

interface RangePickerProps {
  readonly hasComparison: boolean;
  /** The moment up to which the earlier period counts, if it does not count whole. */
  readonly comparedUntil?: string | undefined;
}

/** Selects the range of days, moves it, and chooses what it is compared with. */
export function RangePicker({ hasComparison, comparedUntil }: RangePickerProps) {
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
      {hasComparison && query.range !== "all" && <ComparePicker until={comparedUntil} />}
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
