import { randomUUID } from "node:crypto";
import { lookup } from "node:dns/promises";
import { withTimeLimit } from "../../base/async/time-limit.ts";
import type { Config } from "../../base/config.ts";
import type { Database } from "../../clickhouse/database.ts";
import type { Keys } from "../../http/access/keys.ts";
import type { Notifier } from "../../http/notifications/notifier.ts";
import { problemOf, saveOutcome } from "../../notifications/deliveries/attempts.ts";
import {
  type LastResult,
  type Messages,
  readLastResults,
} from "../../notifications/deliveries/last-results.ts";
import { splitMailboxes } from "../../notifications/mail/mailboxes.ts";
import { sendNow } from "../../notifications/mail/send-now.ts";
import {
  addressIn,
  isPublicAddress,
  PrivateAddress,
} from "../../notifications/webhooks/addresses.ts";
import { post } from "../../notifications/webhooks/post.ts";
import { findDefinitions } from "../../tables/definition-table.ts";
import type { Shards } from "../shards/shards.ts";
import { mailServerOf } from "./mail-server.ts";

export interface NotifierOptions {
  readonly config: Config;
  readonly dbs: Shards<Database>;
  readonly keys: Pick<Keys, "mail">;
  readonly now: () => number;
}

/** A name server that is slower than that is asked again when the webhook is called. */
const lookupMs = 2_000;

/** Returns what sends messages at once, for clients that wait for the outcome. */
export function openNotifier({ config, dbs, keys, now }: NotifierOptions): Notifier {
  const mailServer = mailServerOf(config);
  const { REPORT_FROM = "", REPORT_TO = "", BASE_URL = "" } = config;
  const allowsPrivate = config.WEBHOOK_PRIVATE_ADDRESSES === "on";
  return {
    mail:
      mailServer === undefined
        ? undefined
        : {
            origin: { from: REPORT_FROM, baseUrl: BASE_URL, mailKey: keys.mail },
            send: (message) => sendNow(mailServer, message),
          },
    defaultRecipients: splitMailboxes(REPORT_TO),
    post: (request) => post(request, { allowsPrivate, now }),
    checkHost: async (url) => {
      if (!allowsPrivate) await withTimeLimit(refusePrivate(url), lookupMs);
    },
    async noteTest(test, error) {
      const db = test.websiteId === 0 ? dbs.first : dbs.of(test.websiteId);
      await saveOutcome(db, {
        ...test,
        attempt: 1,
        status: error === undefined ? "sent" : "refused",
        sender: randomUUID(),
        answer: error === undefined ? "" : problemOf(error),
        timeMs: now(),
      });
    },
    async alertsNaming(webhookId) {
      const found = await Promise.all(dbs.all.map((db) => findDefinitions(db, "alert")));
      return found
        .flat()
        .filter(({ content: { to } }) =>
          to.some((each) => "webhook_id" in each && each.webhook_id === webhookId),
        )
        .map(({ websiteId, content: { name } }) => ({ websiteId, name }));
    },
    lastResults: (messages) => readEverywhere(dbs, messages),
  };
}

/** Reads the last results from the servers that can have them. */
async function readEverywhere(
  dbs: Shards<Database>,
  messages: Messages,
): Promise<ReadonlyMap<number, LastResult>> {
  if ("websiteId" in messages) return readLastResults(dbs.of(messages.websiteId), messages);
  if (messages.of === "person") return readLastResults(dbs.first, messages);
  const found = new Map<number, LastResult>();
  for (const db of dbs.all) {
    for (const [id, result] of await readLastResults(db, messages)) {
      if (result.atMs >= (found.get(id)?.atMs ?? 0)) found.set(id, result);
    }
  }
  return found;
}

/** Throws `PrivateAddress` if the host of a URL is one, or all that its name stands for are. */
async function refusePrivate(url: URL): Promise<void> {
  const address = addressIn(url);
  // A name that is not known yet may be known later. Each call checks again.
  const found =
    address === undefined
      ? await lookup(url.hostname, { all: true }).catch(() => [])
      : [{ address }];
  if (found.some((each) => !isPublicAddress(each.address))) throw new PrivateAddress(url.hostname);
}
