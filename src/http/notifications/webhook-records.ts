import type { Recorded } from "../../access/recorded.ts";
import type { Webhook } from "../../access/webhook.ts";
import { isoSeconds } from "../../base/calendar.ts";
import type { LastResult } from "../../notifications/deliveries/last-results.ts";
import { shownResult } from "./test-results.ts";

/** Returns a webhook as the API shows it, without its secret. */
export function toWebhookRecord({ id, content }: Recorded<Webhook>, last: LastResult | undefined) {
  const { name, url, format, secret, events, enabled, failedMs, createdMs, updatedMs } = content;
  return {
    id,
    name,
    url,
    format,
    has_secret: secret !== "",
    events: [...events],
    enabled,
    failed_at: failedMs === null ? null : isoSeconds(failedMs),
    last: shownResult(last),
    created_at: isoSeconds(createdMs),
    updated_at: isoSeconds(updatedMs),
  };
}
