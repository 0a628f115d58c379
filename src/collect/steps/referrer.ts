import { hostCharactersMax, parseUrl } from "../../base/net/url.ts";
import { urlCharactersMax } from "../../model/limits.ts";
import type { PipelineStep } from "../draft.ts";
import { rulesOf } from "../website-rules.ts";

/**
 * Fills in the host that the visitor came from, without `www.`. The website's own hosts are no
 * referrer, and neither is that of an earlier page view.
 */
export const referrer: PipelineStep = ({ website, event, row }) => {
  // The host stands at its beginning, and the rest need not be parsed.
  const text = event.referrer.slice(0, urlCharactersMax);
  const url = text === "" || event.isSoft ? undefined : parseUrl(text);
  if (url === undefined) return undefined;
  const host = url.hostname.toLowerCase().replace(/\.$/, "");
  // Schemes other than http allow hosts of any length.
  if (host.length > hostCharactersMax) return undefined;
  if (!rulesOf(website).ownsHost(host)) row.referrer = host.replace(/^www\./, "");
  return undefined;
};
