import { blankRow, type EventRow } from "../../events/row.ts";
import type { Website } from "../../websites/website.ts";
import { clickIds } from "../click-ids.ts";
import type { PipelineStep } from "../draft.ts";
import type { Event } from "../event.ts";
import { cleanFragment } from "../fragment.ts";
import { decodeParam, paramName, paramValue } from "../query.ts";
import { isSensitiveParam, isSensitiveValue } from "../sensitive-params.ts";
import { rulesOf } from "../website-rules.ts";

/** The parts of a draft that have to do with its page. */
interface PageDraft {
  readonly website: Website;
  readonly event: Pick<Event, "url" | "isSoft" | "hasPageInFragment">;
  readonly row: EventRow;
}

const campaignColumns: Readonly<Record<string, keyof EventRow & `utm${string}`>> = {
  utm_source: "utmSource",
  utm_medium: "utmMedium",
  utm_campaign: "utmCampaign",
  utm_term: "utmTerm",
  utm_content: "utmContent",
};

/**
 * Fills in the page: the path, the rest of the query, and that of the fragment if it belongs to the
 * page. Reads and removes `utm_*` and click ids, in any case; those of an earlier page view do not
 * count. Removes the website's excluded parameters, secrets and personal data. The other parameters
 * stay in their order and spelling. The path stays as it is, unless a rule of the website gives the
 * page another name: then the draft never has the old one behind this step.
 */
export const page: PipelineStep = (draft) => {
  fillPage(draft);
  return undefined;
};

function fillPage(draft: PageDraft): void {
  const { url, hasPageInFragment } = draft.event;
  const { pathname, search, hash } = url;
  let name = search === "" ? pathname : pathname + remainingQuery(draft, search.slice(1));
  if (hasPageInFragment && hash !== "") {
    const rest = cleanFragment(hash.slice(1), (param) => stays(draft, param));
    if (rest !== "") name += `#${rest}`;
  }
  draft.row.page = rulesOf(draft.website).renamePage(name);
}

/** Returns the page of a request that is no event. */
export function pageOf(url: URL, website: Website): string {
  const draft = { website, event: { url, isSoft: true }, row: { ...blankRow } };
  fillPage(draft);
  return draft.row.page;
}

function remainingQuery(draft: PageDraft, query: string): string {
  const rest = query.split("&").filter((param) => stays(draft, param));
  return rest.length === 0 ? "" : `?${rest.join("&")}`;
}

/** Returns whether a parameter stays in the page. Reads it if it says where the visitor is from. */
function stays(draft: PageDraft, param: string): boolean {
  const name = paramName(param);
  if (isTracking(draft, name, paramValue(param))) return false;
  return param !== "" && !rulesOf(draft.website).excludesParam(name) && !isSensitiveParam(param);
}

function isTracking({ event, row }: PageDraft, name: string, value: string): boolean {
  const lower = name.toLowerCase();
  if (lower.startsWith("utm_")) {
    const column = event.isSoft ? undefined : campaignColumns[lower];
    if (column !== undefined && row[column] === "" && !isSensitiveValue(value)) {
      row[column] = decodeParam(value).trim();
    }
    return true;
  }
  if (!clickIds.has(lower)) return false;
  if (!event.isSoft && row.clickId === "" && value !== "") row.clickId = lower;
  return true;
}
