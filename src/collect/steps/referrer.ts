import { parseUrl } from "../../url.ts";
import type { Step } from "../draft.ts";
import { rulesOf } from "../website-rules.ts";

const hostCharactersMax = 253;

/** The host that the visitor came from, without `www.`; the website's own hosts are no referrer. */
export const referrer: Step = ({ website, event, row }) => {
  const address = event.referrer === "" ? undefined : parseUrl(event.referrer);
  if (address === undefined) return undefined;
  const host = address.hostname.toLowerCase().replace(/\.$/, "");
  // Schemes other than http take hosts of any length.
  if (host.length > hostCharactersMax) return undefined;
  if (!rulesOf(website).ownsHost(host)) row.referrer = host.replace(/^www\./, "");
  return undefined;
};
