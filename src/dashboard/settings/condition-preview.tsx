import type { ConditionPreview } from "../../model/condition-preview.ts";
import { laterOf } from "../address/calendar-day.ts";
import { useAnswer } from "../api/answer.ts";
import { inTurn, send } from "../api/request.ts";
import { Notice } from "../components/notice.tsx";
import { useSite } from "../site/site.ts";
import { useDelayed } from "../statistics/filter-value.tsx";
import { conditionsWords as words } from "../words/conditions.ts";
import { format } from "../words/reader.ts";
import { valueText } from "../words/values.ts";
import type { ConditionFilters } from "./condition-draft.ts";

type PreviewAnswer = { readonly data: ConditionPreview };

interface PreviewProps {
  readonly filters: ConditionFilters;
  /** The first day of the condition; "" for all days. */
  readonly from: string;
}

/** Shows what a condition would hide of the days of the page. Nothing is stored. */
export function Preview({ filters, from }: PreviewProps) {
  const { paths, days } = useSite();
  const range = { from: laterOf(days.from, from), to: days.to };
  const params = new URLSearchParams({ filters: useDelayed(JSON.stringify(filters)), ...range });
  const isEmpty = Object.keys(filters).length === 0;
  const isLater = range.from > range.to;
  const path = `${paths.website}/conditions/preview?${params}`;
  const answer = useAnswer<PreviewAnswer>(isEmpty || isLater ? undefined : path, fetchPreview);
  const { isCurrent, failure, retry } = answer;
  const data = isEmpty || isLater ? undefined : answer.data?.data;
  const isWaiting = !isEmpty && !isLater && !isCurrent && !failure;
  return (
    <fieldset class="form-part condition-preview" aria-busy={isWaiting}>
      <legend>{words.preview}</legend>
      <p class={data ? "" : "hint"} role="status">
        {isEmpty && words.previewNone}
        {!isEmpty && isLater && words.previewLater}
        {data && !failure && sentenceOf(data, format.days(range))}
      </p>
      {failure && !isEmpty && failure.code !== "VALIDATION" && (
        <Notice failure={failure} onRetry={retry} isBrief />
      )}
      {data && !failure && data.visitors > 0 && (
        <div class="condition-losses" data-stale={!isCurrent}>
          <Losses of="pages" measure="pageviews" dimension="page" rows={data.pages} />
          <Losses of="countries" measure="visitors" dimension="country" rows={data.countries} />
        </div>
      )}
    </fieldset>
  );
}

function sentenceOf({ visitors, share }: ConditionPreview, days: string): string {
  if (visitors === 0) return words.nobody(days);
  return words.wouldHide(visitors, format.count(visitors), format.percent(share ?? 0), days);
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
  readonly of: "pages" | "countries";
  readonly measure: "pageviews" | "visitors";
  readonly dimension: "page" | "country";
  readonly rows: ConditionPreview["pages"];
}

/** Lists what would lose most. */
function Losses({ of, measure, dimension, rows }: LossesProps) {
  return (
    <table class="bars">
      <caption class="hidden">{words.loss[of]}</caption>
      <thead>
        <tr>
          <th scope="col">{words.loss[of]}</th>
          <th scope="col">{words.loss[measure]}</th>
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
