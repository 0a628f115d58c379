import type { FastifyBaseLogger as Logger } from "fastify";
import type { AccessRecord } from "../../access/access-set.ts";
import type { StoredAccess } from "../../access/stored-access.ts";
import { dayMs } from "../../base/calendar.ts";
import type { Database } from "../../clickhouse/database.ts";
import { sql } from "../../clickhouse/sql.ts";

export interface SwitchOffOptions {
  readonly access: Pick<StoredAccess, "all" | "update">;
  /** Those of all stores. */
  readonly dbs: readonly Database[];
  readonly logger: Logger;
  readonly now: () => number;
}

/** A webhook that failed for so long is switched off. */
const failingMsMax = 7 * dayMs;

/** The attempts at deliveries of a webhook, tests included. */
interface Attempts {
  readonly lastMs: number;
  /** Time of the last success, 0 if there was none, and of the failures since then. */
  readonly sentMs: number;
  readonly failuresMs: readonly number[];
}

/** Switches off the webhooks whose deliveries of a week, or longer, have all failed. */
export async function switchOffWebhooks(options: SwitchOffOptions): Promise<void> {
  const { access, dbs, logger, now } = options;
  const enabled = access.all.list("webhook").filter(({ content }) => content.enabled);
  if (enabled.length === 0) return;
  const attempts = await readAttempts(dbs);
  const hasFailed = ({ id, content }: AccessRecord<"webhook">) => {
    const { lastMs = 0, sentMs = 0, failuresMs = [] } = attempts.get(id) ?? {};
    const failedMs = failuresMs.reduce((first, ms) => Math.min(first, ms), lastMs);
    return lastMs - Math.max(sentMs, failedMs, content.enabledMs) >= failingMsMax;
  };
  for (const webhook of enabled.filter(hasFailed)) {
    await access.update({ routine: "webhook switch-off" }, "webhook", webhook.id, (before) =>
      before.enabled && before.enabledMs === webhook.content.enabledMs
        ? { ...before, enabled: false, failedMs: now() }
        : undefined,
    );
    logger.warn({ webhook: webhook.id }, "a webhook has failed for a week, so it is switched off");
  }
}

/** Reads the attempts on all servers, by the webhook's id. */
async function readAttempts(dbs: readonly Database[]): Promise<ReadonlyMap<number, Attempts>> {
  const found = new Map<number, Attempts>();
  for (const db of dbs) {
    const rows = await db.rows<{ id: number; last: string; sent: string; since: string[] }>(sql`
      SELECT
        id,
        last,
        sent,
        arrayFilter(ms -> ms > sent, failures) AS since
      FROM (
        SELECT
          toUInt32(recipient_id) AS id,
          toUnixTimestamp64Milli(max(time)) AS last,
          toUnixTimestamp64Milli(maxIf(time, status = 'sent')) AS sent,
          groupArrayIf(toUnixTimestamp64Milli(time), status != 'sent') AS failures
        FROM deliveries
        WHERE recipient_kind = 'webhook' AND status != 'begun'
        GROUP BY id
      )`);
    for (const { id, last, sent, since } of rows) {
      const times = { lastMs: Number(last), sentMs: Number(sent) };
      const own = { ...times, failuresMs: since.map(Number) };
      found.set(id, joined(own, found.get(id)));
    }
  }
  return found;
}

/** Returns those of two servers. Failures before the last success of either do not count. */
function joined(a: Attempts, b: Attempts | undefined): Attempts {
  if (b === undefined) return a;
  const sentMs = Math.max(a.sentMs, b.sentMs);
  return {
    lastMs: Math.max(a.lastMs, b.lastMs),
    sentMs,
    failuresMs: [...a.failuresMs, ...b.failuresMs].filter((ms) => ms > sentMs),
  };
}
