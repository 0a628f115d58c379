import { useId, useState } from "preact/hooks";
import { goTo } from "../address/address.ts";
import { addDays, isDay } from "../address/calendar-day.ts";
import { comparisonOf, earlierDays, usualComparison } from "../address/comparison.ts";
import { daysOf, rangeNames } from "../address/ranges.ts";
import { Link } from "../components/link.tsx";
import { useSite } from "../site/site.ts";
import { rangesWords } from "../words/ranges.ts";
import { format } from "../words/reader.ts";

interface PanelProps {
  readonly onChosen: () => void;
}

/** Lists the ranges, and asks for days of one's own. */
export function Ranges({ onChosen }: PanelProps) {
  const { query, today, hour, hrefWith } = useSite();
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
              <span>{rangesWords.names[name]}</span>
              {name !== "all" && (
                <span class="muted">{format.days(daysOf(name, today, hour))}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      <CustomRange onChosen={onChosen} />
    </>
  );
}

function CustomRange({ onChosen }: PanelProps) {
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
        <label for={`${id}-from`}>{rangesWords.from}</label>
        <input {...limits} type="date" id={`${id}-from`} name="from" defaultValue={days.from} />
      </div>
      <div>
        <label for={`${id}-to`}>{rangesWords.to}</label>
        <input {...limits} type="date" id={`${id}-to`} name="to" defaultValue={days.to} />
      </div>
      <button class="button primary" type="submit">
        {rangesWords.show}
      </button>
    </form>
  );
}

const modes = ["previous", "year"] as const;

/** Lists the earlier periods that the range can be compared with. */
export function Comparisons({ onChosen }: PanelProps) {
  const { query, days, today, hrefWith } = useSite();
  const { comparison, range } = query;
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
            {rangesWords.off}
          </Link>
        </li>
        {modes.map((mode) => {
          const effective = comparisonOf(range, { mode, matchesWeekday });
          const earlier = earlierDays(days, effective, today);
          return (
            <li key={mode}>
              <Link
                href={hrefWith({ comparison: { mode, matchesWeekday } })}
                aria-current={comparison?.mode === mode ? "true" : undefined}
                onFollow={onChosen}
              >
                <span>{rangesWords[mode]}</span>
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
        <span>{rangesWords.matchWeekdays}</span>
      </label>
    </>
  );
}

interface DayFormProps extends PanelProps {
  readonly matchesWeekday: boolean;
}

/** Asks for the first day of the earlier period, and says which days that means. */
function DayForm({ matchesWeekday, onChosen }: DayFormProps) {
  const { query, days, earlier, today, hrefWith } = useSite();
  const id = useId();
  const chosen = query.comparison?.mode ?? "";
  const [day, setDay] = useState(isDay(chosen) ? chosen : (earlier?.from ?? ""));
  const found = isDay(day) ? earlierDays(days, { mode: day, matchesWeekday }, today) : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const mode = String(form.get("day"));
    goTo(hrefWith({ comparison: { mode, matchesWeekday } }));
    onChosen();
  };
  return (
    <form class="custom-range one" onSubmit={submit}>
      <div>
        <label for={id}>{rangesWords.sameLength}</label>
        <input
          class="input"
          type="date"
          id={id}
          name="day"
          min="2000-01-01"
          max={addDays(days.from, -1)}
          required
          value={day}
          aria-describedby={`${id}-found`}
          onInput={(event) => setDay(event.currentTarget.value)}
        />
      </div>
      <button class="button primary" type="submit">
        {rangesWords.show}
      </button>
      <p class="range-found muted" id={`${id}-found`} aria-live="polite">
        {found && format.days(found)}
      </p>
    </form>
  );
}
