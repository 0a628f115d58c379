import type { EventRow } from "../../events/row.ts";
import type { Draft, Step } from "../draft.ts";
import { rulesOf } from "../website-rules.ts";

/** Parameters by which advertisers and mailers mark a click; their names say who, their values are not kept. */
export const clickIds: ReadonlySet<string> = new Set([
  "dclid",
  "epik",
  "fbclid",
  "gad_campaignid",
  "gad_source",
  "gbraid",
  "gclid",
  "gclsrc",
  "igsh",
  "igshid",
  "irclickid",
  "li_fat_id",
  "mc_cid",
  "mc_eid",
  "mkt_tok",
  "msclkid",
  "rdt_cid",
  "sccid",
  "srsltid",
  "ttclid",
  "twclid",
  "vmcid",
  "wbraid",
  "wickedid",
  "yclid",
  "ysclid",
]);

const campaignColumns: Readonly<Record<string, keyof EventRow & `utm${string}`>> = {
  utm_source: "utmSource",
  utm_medium: "utmMedium",
  utm_campaign: "utmCampaign",
  utm_term: "utmTerm",
  utm_content: "utmContent",
};

/**
 * The page: path and what is left of the query. `utm_*` and click ids, in any case, are read and
 * taken out, as are the website's excluded parameters; the rest keeps its order and spelling.
 */
export const address: Step = (draft) => {
  const { pathname, search } = draft.event.url;
  draft.row.page = search === "" ? pathname : pathname + remainingQuery(draft, search.slice(1));
  return undefined;
};

function remainingQuery(draft: Draft, query: string): string {
  const { excludesParam } = rulesOf(draft.website);
  const rest = query.split("&").filter((pair) => {
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    if (isTracking(draft.row, name, equals === -1 ? "" : pair.slice(equals + 1))) return false;
    return pair !== "" && !excludesParam(name);
  });
  return rest.length === 0 ? "" : `?${rest.join("&")}`;
}

function isTracking(row: EventRow, name: string, value: string): boolean {
  const lower = name.toLowerCase();
  if (lower.startsWith("utm_")) {
    const column = campaignColumns[lower];
    if (column !== undefined && row[column] === "") row[column] = decode(value).trim();
    return true;
  }
  if (!clickIds.has(lower)) return false;
  if (row.clickId === "" && value !== "") row.clickId = lower;
  return true;
}

function decode(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
