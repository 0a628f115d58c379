import type { PageRuleSuggestion } from "../../model/page-rules.ts";
import { useAnswer } from "../api/answer.ts";
import { focusBeside } from "../components/focus-beside.ts";
import { useCheckedDays } from "../reports/matcher-check.tsx";
import { pageNamesWords as words } from "../words/page-names.ts";
import type { RuleDraft } from "./rule-draft.ts";

interface SuggestionsProps {
  /** The API path of the rules. */
  readonly path: string;
  readonly rules: readonly RuleDraft[];
  readonly onUse: (suggestion: PageRuleSuggestion) => void;
}

/** Shows rules that the pages of the last days suggest, which a click adds to the list. */
export function Suggestions({ path, rules, onUse }: SuggestionsProps) {
  const { from, to } = useCheckedDays();
  const { data } = useAnswer<{ data: readonly PageRuleSuggestion[] }>(
    `${path}/suggestions?${new URLSearchParams({ from, to })}`,
  );
  const known = new Set(rules.map(({ match }) => match));
  const suggestions = (data?.data ?? []).filter(({ match }) => !known.has(match));
  if (suggestions.length === 0) return null;
  return (
    <>
      <h3>{words.suggestions}</h3>
      <ul class="entries" aria-label={words.suggestions}>
        {suggestions.map((suggestion) => (
          <li key={suggestion.match}>
            <div class="entry record">
              <div>
                <p>
                  <strong>
                    <bdi>{suggestion.match}</bdi>
                  </strong>{" "}
                  {words.becomes(suggestion.page)}
                </p>
                <p class="hint">{textOf(suggestion)}</p>
              </div>
              <button
                class="quiet-button"
                type="button"
                aria-label={words.useNamed(suggestion.match)}
                onClick={({ currentTarget }) => {
                  focusBeside(currentTarget.closest("li"));
                  onUse(suggestion);
                }}
              >
                {words.use}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function textOf({ pages, pageviews, examples: [example = ""] }: PageRuleSuggestion): string {
  return words.suggested(pages, pageviews, example);
}
