import type { Step } from "../draft.ts";
import { rulesOf } from "../website-rules.ts";

/** Drops events of pages that are neither on the website's domain nor on a subdomain of it. */
export const hostname: Step = ({ website, event, row }) => {
  const host = event.url.hostname.replace(/\.$/, "");
  row.hostname = host;
  return rulesOf(website).ownsHost(host) ? undefined : "hostname";
};
