import type { EmailReport } from "../content/email-report.ts";
import { type Subscription, unsubscribeToken } from "./unsubscribe-token.ts";

/** The links of a report, as far as they are known. */
export interface ReportLinks {
  readonly statistics?: string;
  /** Stops the reports, for people and for mail programs. */
  readonly unsubscribe?: string;
}

/** `BASE_URL`, and the key that signs unsubscribe links. */
export interface LinkBase {
  readonly baseUrl: string;
  readonly mailKey: string;
}

export function linksOf(
  base: LinkBase,
  subscription: Subscription,
  { domain, span: { from, to } }: Pick<EmailReport, "domain" | "span">,
): Required<ReportLinks> {
  return {
    statistics: `${base.baseUrl}/${domain}?from=${from}&to=${to}`,
    unsubscribe: unsubscribeUrl(base, subscription),
  };
}

/** Returns the link that ends a subscription. */
export function unsubscribeUrl(base: LinkBase, subscription: Subscription): string {
  return `${base.baseUrl}/unsubscribe/${unsubscribeToken(base.mailKey, subscription)}`;
}
