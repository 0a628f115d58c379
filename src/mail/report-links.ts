import type { Report } from "./report.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

/** Links of a report; each only where its address is known. */
export interface ReportLinks {
  readonly statistics?: string;
  /** Where a mail program, or a person, ends the reports. */
  readonly unsubscribe?: string;
}

/** Where links lead, and what unsubscribe links are signed with. */
export interface LinkBase {
  readonly baseUrl: string;
  readonly mailKey: string;
}

export function linksOf(
  { baseUrl, mailKey }: LinkBase,
  websiteId: number,
  { domain, span: { from, to } }: Pick<Report, "domain" | "span">,
): Required<ReportLinks> {
  const base = baseUrl.replace(/\/+$/, "");
  return {
    statistics: `${base}/${domain}?from=${from}&to=${to}`,
    unsubscribe: `${base}/unsubscribe/${unsubscribeToken(mailKey, websiteId)}`,
  };
}
