import type { Recorded } from "../../access/recorded.ts";
import { type Webhook, wantedSince } from "../../access/webhook.ts";
import { untilAborted } from "../../base/async/abort-signal.ts";
import { clockMs, dayMs, isoDay, localDay } from "../../base/calendar.ts";
import { periods, type WebhookEvent } from "../../model/choices.ts";
import { findDefinitions } from "../../tables/definition-table.ts";
import type { Website } from "../../websites/website.ts";
import { alertDeliveries, type StoredAlert } from "../alerts/alert-deliveries.ts";
import { type ReportSources, readEmailReport } from "../content/email-report.ts";
import { newestDue } from "../content/email-report-period.ts";
import {
  alertNotice,
  goalNotice,
  importNotice,
  type Notice,
  reportNotice,
} from "../content/notices.ts";
import { wordingOf } from "../content/wording.ts";
import type { Outcome } from "../deliveries/attempts.ts";
import { Deliverer, type DelivererOptions, type Delivery } from "../deliveries/deliverer.ts";
import { type DeliveryKey, importKey, reportNoticeKey } from "../deliveries/delivery-key.ts";
import { webhookSchedule } from "../deliveries/next-attempt.ts";
import { byId } from "../deliveries/recipient.ts";
import { GoalBatches } from "./goal-deliveries.ts";
import { postOf } from "./notice-request.ts";
import { type Post, type PostOptions, post } from "./post.ts";

export interface WebhookSenderOptions
  extends Pick<DelivererOptions<Post>, "db" | "prepare" | "logger" | "now">,
    Pick<PostOptions, "allowsPrivate">,
    ReportSources {
  readonly websites: {
    list(): readonly Website[];
    find(id: number): Website | undefined;
  };
  readonly webhooks: () => readonly Recorded<Webhook>[];
  readonly alerts: () => Promise<readonly StoredAlert[]>;
  /** Resolves when all events accepted so far are in the store. */
  readonly shipped: () => Promise<void>;
  readonly baseUrl: string | undefined;
  readonly resolveName?: PostOptions["resolveName"];
}

/** A receiver that hangs must not hold up the others. */
const togetherMax = 8;
/** A call ends by itself long before. */
const sendMsMax = 25_000;
/** Something that happened longer ago is no news. */
const newsMs = dayMs;

/** Calls webhooks. */
export type WebhookSender = Deliverer<Post>;

/**
 * Returns what tells the webhooks what is due: alerts, reports, ends of imports, and goals.
 * docs/webhooks.md has the rules.
 */
export function openWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const goals = new GoalBatches(options.db, options.now);
  return new Deliverer({
    ...options,
    channel: "webhook",
    togetherMax,
    sendMsMax,
    find: (signal) => findDue(options, goals, signal),
    open: async () => {
      const cut = new AbortController();
      const { signal } = cut;
      return {
        send: (each) => sendPost(each, { ...options, signal }),
        end: () => {},
        close: () => cut.abort(),
      };
    },
  });
}

async function sendPost(each: Post, options: PostOptions): Promise<Outcome> {
  try {
    await post(each, options);
    return { status: "sent", rejected: [] };
  } catch (error) {
    return { status: "refused", error };
  }
}

async function findDue(
  options: WebhookSenderOptions,
  goals: GoalBatches,
  signal: AbortSignal,
): Promise<Delivery<Post>[]> {
  const { webhooks, websites } = options;
  const enabled = webhooks().filter(({ content }) => content.enabled);
  if (enabled.length === 0) return [];
  const wanting = (event: WebhookEvent) =>
    enabled.filter(({ content }) => content.events.includes(event));
  const due = [
    ...(await dueAlerts(options, enabled)),
    ...dueReports(options, wanting("report")),
    ...(await dueImports(options, wanting("import"))),
  ];
  const ofGoals = wanting("goal");
  if (ofGoals.length === 0) return due;
  await untilAborted(options.shipped(), signal);
  const isThere = (id: number) => websites.find(id) !== undefined;
  const batches = await goals.find(ofGoals, isThere);
  return [
    ...due,
    ...batches.flatMap(({ key, webhook, goal: { websiteId, goalId, goal }, ...found }) => {
      const website = websites.find(websiteId);
      if (website === undefined) return [];
      const about = { id: goalId, name: goal.name };
      return delivery(options, webhook, key, async () => {
        return goalNotice(
          await wordingOf(website.language),
          website,
          about,
          found,
          options.baseUrl,
        );
      });
    }),
  ];
}

async function dueAlerts(
  options: WebhookSenderOptions,
  enabled: readonly Recorded<Webhook>[],
): Promise<Delivery<Post>[]> {
  const due = alertDeliveries(await options.alerts(), options.now());
  return due.flatMap(({ news, recipient, key }) => {
    if (!("webhook_id" in recipient)) return [];
    const webhook = enabled.find(({ id }) => id === recipient.webhook_id);
    if (webhook === undefined || news.message.untilMs < webhook.content.enabledMs) return [];
    return [
      delivery(options, webhook, key, async () =>
        alertNotice(await wordingOf(news.website.language), news, options.baseUrl),
      ),
    ];
  });
}

/** Returns the reports that websites have, which became due within the last day. */
function dueReports(
  options: WebhookSenderOptions,
  webhooks: readonly Recorded<Webhook>[],
): Delivery<Post>[] {
  if (webhooks.length === 0) return [];
  const { websites, now, shipped, baseUrl } = options;
  return websites.list().flatMap((website) => {
    const { id: websiteId, timezone, createdAt, emailReports } = website;
    return periods.flatMap((period) => {
      if (!emailReports[period]) return [];
      const { span } = newestDue(period, timezone, now(), emailReports.sendAt);
      const dayAfter = isoDay(Date.parse(span.to) / dayMs + 1);
      const dueMs = clockMs(timezone, dayAfter, emailReports.sendAt);
      if (dueMs < now() - newsMs) return [];
      if (isoDay(localDay(timezone, createdAt.getTime())) > span.to) return [];
      const told = { websiteId, period, from: span.from };
      return webhooks
        .filter(({ content }) => wantedSince(content, "report") <= dueMs)
        .map((webhook) => {
          const key = reportNoticeKey(told, dueMs, byId("webhook", webhook.id));
          return delivery(options, webhook, key, async (signal) => {
            await untilAborted(shipped(), signal);
            const report = await readEmailReport(options, website, span, signal);
            return reportNotice(await wordingOf(website.language), website, report, baseUrl, dueMs);
          });
        });
    });
  });
}

async function dueImports(
  options: WebhookSenderOptions,
  webhooks: readonly Recorded<Webhook>[],
): Promise<Delivery<Post>[]> {
  if (webhooks.length === 0) return [];
  const { db, websites, now, baseUrl } = options;
  return (await findDefinitions(db, "import")).flatMap(({ websiteId, id, content }) => {
    const { status, finishedAt, isDryRun } = content;
    const website = websites.find(websiteId);
    const isEnd = (status === "done" || status === "failed") && !isDryRun;
    if (website === undefined || !isEnd || finishedAt === null) return [];
    const endMs = Date.parse(finishedAt);
    if (endMs < now() - newsMs) return [];
    return webhooks
      .filter(({ content }) => wantedSince(content, "import") <= endMs + 1_000)
      .map((webhook) => {
        const recipient = byId("webhook", webhook.id);
        const key = importKey({ websiteId, importId: id }, finishedAt, recipient);
        return delivery(options, webhook, key, async () => {
          return importNotice(await wordingOf(website.language), website, id, content, baseUrl);
        });
      });
  });
}

function delivery(
  { websites, webhooks }: WebhookSenderOptions,
  { id }: Recorded<Webhook>,
  key: DeliveryKey,
  read: (signal: AbortSignal) => Promise<Notice>,
): Delivery<Post> {
  return {
    ...key,
    schedule: webhookSchedule,
    isTooLate: false,
    isWanted: () =>
      websites.find(key.websiteId) !== undefined &&
      webhooks().some((webhook) => webhook.id === id && webhook.content.enabled),
    write: async (signal) => {
      const notice = await read(signal);
      // Its URL and secret may have changed meanwhile.
      const current = webhooks().find((webhook) => webhook.id === id);
      return current && postOf(current.content, notice, key.eventId);
    },
  };
}
