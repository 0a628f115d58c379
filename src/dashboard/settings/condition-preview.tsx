import type { ConditionPreview } from "../../model/condition-preview.ts";
import { laterOf } from "../address/calendar-day.ts";
import { wordsOf } from "../address/dimension-words.ts";
import { type Answer, useAnswer } from "../api/answer.ts";
import { inTurn, send } from "../api/request.ts";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { useDelayed } from "../statistics/filter-value.tsx";
import { conditionsWords as words } from "../words/conditions.ts";
import { dimensionsWords } from "../words/dimensions.ts";
import { format } from "../words/reader.ts";
import { valueText } from "../words/values.ts";
import type { ConditionFilters } from "./condition-draft.ts";

type PreviewAnswer = { readonly data: ConditionPreview };

/** A preview of the days of the page. */
interface Preview extends Pick<Answer<PreviewAnswer>, "isCurrent" | "failure" | "retry"> {
  /** Undefined for a condition that hides nobody, and as long as nothing is known. */
  readonly data: ConditionPreview | undefined;
  /** The same as a sentence. */
  readonly text: string;
}

/** Finds out what filters would hide from a day on, "" for all days. Nothing is stored. */
export function usePreview(filters: ConditionFilters, from: string): Preview {
  const { paths, days } = useSite();
  const range = { from: laterOf(days.from, from), to: days.to };
  const params = new URLSearchParams({ filters: useDelayed(JSON.stringify(filters)), ...range });
  const isEmpty = Object.keys(filters).length === 0;
  const isLater = range.from > range.to;
  const path = `${paths.website}/conditions/preview?${params}`;
  const answer = useAnswer<PreviewAnswer>(isEmpty || isLater ? undefined : path, fetchPreview);
  const none = { ...answer, data: undefined };
  if (isEmpty) return { ...none, text: words.previewNone };
  if (isLater) return { ...none, text: words.previewLater };
  const { isCurrent, failure } = answer;
  const data = failure && !isCurrent ? undefined : answer.data?.data;
  if (data === undefined) return { ...none, text: "" };
  const text = sentenceOf(data, format.days(range));
  return data.visitors === 0 ? { ...none, text } : { ...answer, data, text };
}

function sentenceOf({ visitors, share }: ConditionPreview, days: string): string {
  if (visitors === 0) return words.nobody(days);
  return words.wouldHide(visitors, format.count(visitors), format.percent(share ?? 0), days);
}

/** Lists the pages and countries that would lose most. */
export function PreviewLists({ preview }: { readonly preview: Preview }) {
  const { data, isCurrent, failure, retry } = preview;
  // The form says itself what is wrong with its fields.
  if (failure && !isCurrent && failure.code !== "VALIDATION") {
    return <Notice failure={failure} onRetry={retry} isBrief />;
  }
  if (data === undefined) return null;
  return (
    <fieldset class="form-part">
      <legend>{words.losing}</legend>
      <div class="condition-losses" data-stale={!isCurrent}>
        <Losses measure="pageviews" dimension="page" rows={data.pages} />
        <Losses measure="visitors" dimension="country" rows={data.countries} />
      </div>
    </fieldset>
  );
}

/** Asks for a preview. The parameters of the path become the body, as the server takes them. */
function fetchPreview(path: string, signal: AbortSignal): Promise<PreviewAnswer> {
  const [address = "", query] = path.split("?");
  const params = new URLSearchParams(query);
  const filters: unknown = JSON.parse(params.get("filters") ?? "{}");
  const body = JSON.stringify({ filters, from: params.get("from"), to: params.get("to") });
  const headers = { "content-type": "application/json" };
  return inTurn(async () => {
    const response = await send(address, { method: "POST", headers, body, signal });
    return (await response.json()) as PreviewAnswer;
  }, signal);
}

interface LossesProps {
  readonly measure: "pageviews" | "visitors";
  readonly dimension: "page" | "country";
  readonly rows: ConditionPreview["pages"];
}

/** Lists what would lose most. */
function Losses({ measure, dimension, rows }: LossesProps) {
  return (
    <table class="bars">
      <caption class="hidden">{wordsOf(dimension).many}</caption>
      <thead>
        <tr>
          <th scope="col">{wordsOf(dimension).many}</th>
          <th scope="col">{dimensionsWords.measures[measure]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.value}>
            <th scope="row">
              <span class="value" title={valueText(dimension, row.value)}>
                {valueText(dimension, row.value)}
              </span>
            </th>
            <td>{format.count(row[measure])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
