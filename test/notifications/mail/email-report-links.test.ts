import { expect, test } from "vitest";

import { linksOf } from "../../../src/notifications/mail/email-report-links.ts";
import { unsubscribeToken } from "../../../src/notifications/mail/unsubscribe-token.ts";

test("links are below the server's address", () => {
  const mailKey = "0123456789abcdef";
  const subscription = { kind: "reports", websiteId: 7, recipient: "mail a@b.test" } as const;
  const span = { period: "week", from: "2026-11-16", to: "2026-11-22" } as const;

  for (const baseUrl of ["https://stats.test", "https://test.test/stats"]) {
    expect(linksOf({ baseUrl, mailKey }, subscription, { domain: "example.com", span })).toEqual({
      statistics: `${baseUrl}/example.com?from=2026-11-16&to=2026-11-22`,
      unsubscribe: `${baseUrl}/unsubscribe/${unsubscribeToken(mailKey, subscription)}`,
    });
  }
});
