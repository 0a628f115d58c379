import type { EmailReport } from "./email-report.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

/** The links of a report, as far as they are known. */
export interface ReportLinks {
  readonly statistics?: string;
  /** Stops the reports, for people and for mail programs. */
  readonly unsubscribe?: string;
}

/** The base URL of links, and the key that signs unsubscribe links. */
export interface LinkBase {
  readonly baseUrl: string;
  readonly mailKey: string;
}

export function linksOf(
  { baseUrl, mailKey }: LinkBase,
  websiteId: number,
  { domain, span: { from, to } }: Pick<EmailReport, "domain" | "span">,
): Required<ReportLinks> {
  const base = baseUrl.replace(/\/+$/, "");
  return {
    statistics: `${base}/${domain}?from=${from}&to=${to}`,
    unsubscribe: `${base}/unsubscribe/${unsubscribeToken(mailKey, websiteId)}`,
  };
}
