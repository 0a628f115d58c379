import type { FastifyBaseLogger as Logger } from "fastify";
import type { AccessRecord } from "../access/access-set.ts";
import type { StoredAccess } from "../access/stored-access.ts";
import type { Database } from "../clickhouse/database.ts";
import { failingMsMax, failingSince, readWebhookResults } from "./webhook-results.ts";

export interface SwitchOffOptions {
  readonly access: Pick<StoredAccess, "all" | "update">;
  /** Those of all shards. */
  readonly dbs: readonly Database[];
  readonly logger: Logger;
  readonly now: () => number;
}

/** Switches off the webhooks whose deliveries of a week, or longer, have all failed. */
export async function switchOffWebhooks(options: SwitchOffOptions): Promise<void> {
  const { access, dbs, logger, now } = options;
  const enabled = access.all.list("webhook").filter(({ content }) => content.enabled);
  if (enabled.length === 0) return;
  const results = await readWebhookResults(dbs);
  const hasFailed = ({ id, content }: AccessRecord<"webhook">) => {
    const result = results.get(id);
    const sinceMs = result && failingSince(result, content.enabledMs);
    return result !== undefined && sinceMs !== undefined && result.atMs - sinceMs >= failingMsMax;
  };
  for (const webhook of enabled.filter(hasFailed)) {
    await access.update("webhook", webhook.id, (before) =>
      before.enabled && before.enabledMs === webhook.content.enabledMs
        ? { ...before, enabled: false, failedMs: now() }
        : undefined,
    );
    logger.warn({ webhook: webhook.id }, "a webhook has failed for a week, so it is switched off");
  }
}
