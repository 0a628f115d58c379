import type { StatPage } from "../../model/stat.ts";
import { addDays, type Days } from "../address/calendar-day.ts";
import { useAnswer } from "../api/answer.ts";
import { statPath } from "../api/paths.ts";
import { useSite } from "../site/site.ts";
import { matchersWords as words } from "../words/matchers.ts";
import { type MatcherDraft, matcherOf } from "./matcher-draft.ts";
import { usePaused } from "./suggestions.ts";

const checkedDays = 30;

/** Returns the last days, in which a matcher is checked. */
export function useCheckedDays(): Days {
  const { today } = useSite();
  return { from: addDays(today, 1 - checkedDays), to: today };
}

interface MatcherCheckProps {
  readonly draft: MatcherDraft;
  readonly onChoose: (value: string) => void;
}

/** Says so if nobody has triggered such an event lately. It may still come, so it can be saved. */
export function MatcherCheck({ draft, onChoose }: MatcherCheckProps) {
  const { type } = draft;
  const text = draft.value.trim();
  const { paths } = useSite();
  const days = useCheckedDays();
  const paused = usePaused(draft.value).trim();
  const isReady = text !== "" && text === paused;
  const filter = { name: type, value: matcherOf(draft).value };
  const population = { filters: [filter], segment: undefined };
  const found = useAnswer<StatPage>(
    isReady ? statPath(paths.stats, { name: type, days, population }) : undefined,
  );
  const isMissing = isReady && found.isCurrent && found.data?.data.length === 0;
  const search = { name: type, days, search: text, perPage: 100 } as const;
  const similar = useAnswer<StatPage>(isMissing ? statPath(paths.stats, search) : undefined);
  const values = isMissing && similar.isCurrent ? (similar.data?.data ?? []) : [];
  const meant = values.find(({ value }) => value.toLowerCase() === text.toLowerCase())?.value;
  return (
    <p class="matcher-check" aria-live="polite">
      {isMissing && words.missing[type](checkedDays)}
      {meant !== undefined && (
        <>
          {" "}
          <button class="text-button" type="button" onClick={() => onChoose(meant)}>
            {words.meant(meant)}
          </button>
        </>
      )}
    </p>
  );
}
