import { useId } from "preact/hooks";

import { goTo } from "../address/address.ts";
import { daysOf, labelOf, moveDays, rangeLabels, rangeNames } from "../address/ranges.ts";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import { Popover } from "../components/popover.tsx";
import { useSite } from "../site/site.ts";
import { format } from "../words/reader.ts";
import { ComparePicker } from "./compare-picker.tsx";

/** Selects the range of days, moves it, and chooses what it is compared with. */
export function RangePicker({ hasComparison }: { readonly hasComparison: boolean }) {
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
      {hasComparison && <ComparePicker />}
      <div class="range-steps">
        <Link
          class="icon-button"
          href={hrefWith({ range: earlier, interval: undefined })}
          aria-label={`Earlier: ${format.days(earlier)}`}
        >
          <Icon name="back" />
        </Link>
        <Popover label={label} title="Range of days">
          {(close) => <Ranges onChosen={close} />}
        </Popover>
        {later.from <= today ? (
          <Link
            class="icon-button"
            href={hrefWith({ range: later, interval: undefined })}
            aria-label={`Later: ${format.days(later)}`}
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

function Ranges({ onChosen }: { readonly onChosen: () => void }) {
  const { query, today, hrefWith } = useSite();
  return (
    <>
      <ul class="menu">
        {rangeNames.map((name) => (
          <li key={name}>
            <Link
              href={hrefWith({ range: name, interval: undefined })}
              aria-current={query.range === name ? "true" : undefined}
              onFollow={onChosen}
            >
              <span>{rangeLabels[name]}</span>
              <span class="muted">{format.days(daysOf(name, today))}</span>
            </Link>
          </li>
        ))}
      </ul>
      <CustomRange onChosen={onChosen} />
    </>
  );
}

function CustomRange({ onChosen }: { readonly onChosen: () => void }) {
  const { days, today, hrefWith } = useSite();
  const id = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const [a, b] = [String(form.get("from")), String(form.get("to"))];
    const range = a <= b ? { from: a, to: b } : { from: b, to: a };
    goTo(hrefWith({ range, interval: undefined }));
    onChosen();
  };
  const limits = { class: "input", min: "2000-01-01", max: today, required: true };
  return (
    <form class="custom-range" onSubmit={submit}>
      <div>
        <label for={`${id}-from`}>From</label>
        <input {...limits} type="date" id={`${id}-from`} name="from" defaultValue={days.from} />
      </div>
      <div>
        <label for={`${id}-to`}>To</label>
        <input {...limits} type="date" id={`${id}-to`} name="to" defaultValue={days.to} />
      </div>
      <button class="button primary" type="submit">
        Show
      </button>
    </form>
  );
}
