import { useId } from "preact/hooks";

import { goTo } from "../address/address.ts";
import { addDays } from "../address/calendar-day.ts";
import { type Comparison, earlierDays, usualComparison } from "../address/comparison.ts";
import { Icon } from "../components/icon.tsx";
import { Link } from "../components/link.tsx";
import { Popover } from "../components/popover.tsx";
import { useSite } from "../site/site.ts";
import { format } from "../words/reader.ts";

const modes = [
  { mode: "previous", label: "Previous period" },
  { mode: "year", label: "A year before" },
] as const;

/** Chooses the earlier period that the range is compared with. */
export function ComparePicker() {
  const { comparison } = useSite().query;
  const label = (
    <>
      <span>Compare</span>
      <span class="range-days">{nameOf(comparison)}</span>
      <Icon name="down" />
    </>
  );
  return (
    <Popover label={label} title="Comparison">
      {(close) => <Comparisons onChosen={close} />}
    </Popover>
  );
}

function nameOf(comparison: Comparison | undefined): string {
  if (comparison === undefined) return "off";
  const known = modes.find(({ mode }) => mode === comparison.mode);
  return known?.label.toLowerCase() ?? `from ${format.day(comparison.mode)}`;
}

function Comparisons({ onChosen }: { readonly onChosen: () => void }) {
  const { query, days, hrefWith } = useSite();
  const { comparison } = query;
  const matchesWeekday = comparison?.matchesWeekday ?? false;
  return (
    <>
      <ul class="menu">
        <li>
          <Link
            href={hrefWith({ comparison: undefined })}
            aria-current={comparison === undefined ? "true" : undefined}
            onFollow={onChosen}
          >
            Off
          </Link>
        </li>
        {modes.map(({ mode, label }) => {
          const earlier = earlierDays(days, { mode, matchesWeekday });
          return (
            <li key={mode}>
              <Link
                href={hrefWith({ comparison: { mode, matchesWeekday } })}
                aria-current={comparison?.mode === mode ? "true" : undefined}
                onFollow={onChosen}
              >
                <span>{label}</span>
                <span class="muted">{earlier && format.days(earlier)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      <DayForm matchesWeekday={matchesWeekday} onChosen={onChosen} />
      <label class="check menu-check">
        <input
          type="checkbox"
          checked={matchesWeekday}
          onChange={({ currentTarget: { checked } }) =>
            goTo(
              hrefWith({
                comparison: { ...(comparison ?? usualComparison), matchesWeekday: checked },
              }),
            )
          }
        />
        <span>Begin on the same weekday</span>
      </label>
    </>
  );
}

interface DayFormProps {
  readonly matchesWeekday: boolean;
  readonly onChosen: () => void;
}

/** Asks for the first day of the earlier period. */
function DayForm({ matchesWeekday, onChosen }: DayFormProps) {
  const { query, days, earlier, hrefWith } = useSite();
  const id = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const mode = String(form.get("day"));
    goTo(hrefWith({ comparison: { mode, matchesWeekday } }));
    onChosen();
  };
  const chosen = query.comparison?.mode ?? "";
  const first = modes.some(({ mode }) => mode === chosen) ? earlier?.from : chosen;
  return (
    <form class="custom-range one" onSubmit={submit}>
      <div>
        <label for={id}>As many days from</label>
        <input
          class="input"
          type="date"
          id={id}
          name="day"
          min="2000-01-01"
          max={addDays(days.from, -1)}
          required
          defaultValue={first ?? ""}
        />
      </div>
      <button class="button primary" type="submit">
        Show
      </button>
    </form>
  );
}
