import { expect, test } from "vitest";

import { readFieldError } from "../../../src/base/field-errors.ts";
import { NewAlert } from "../../../src/model/alert.ts";
import { EmailReportsUpdate } from "../../../src/model/email-reports.ts";
import { NewWebhook } from "../../../src/model/webhook.ts";

/** Returns the sentence that the server answers for a wrong field. */
function sentenceOf(field: object): string {
  const parts = "anyOf" in field ? (field.anyOf as object[]) : [];
  const found = [field, ...parts].find((part) => "errorMessage" in part);
  return (found as { errorMessage?: string } | undefined)?.errorMessage ?? "";
}

test.each([
  [NewAlert.properties.to, "alert_recipients"],
  [NewAlert.properties.hours, "two_hours"],
  [EmailReportsUpdate.properties.to, "report_recipients"],
  [NewWebhook.properties.url, "http_url"],
])("the sentence of %o has words in the dashboard", (field, code) => {
  expect(readFieldError(sentenceOf(field))?.code).toBe(code);
});
