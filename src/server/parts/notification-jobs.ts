import type { FastifyBaseLogger as Logger } from "fastify";
import { personMay } from "../../access/rights.ts";
import type { StoredAccess } from "../../access/stored-access.ts";
import { withTimeLimit } from "../../base/async/time-limit.ts";
import type { Config } from "../../base/config.ts";
import type { Database } from "../../clickhouse/database.ts";
import type { Keys } from "../../http/access/keys.ts";
import type { StoredAlert } from "../../notifications/alerts/alert-deliveries.ts";
import { AlertWatch } from "../../notifications/alerts/alert-watch.ts";
import { isSilence } from "../../notifications/alerts/rules.ts";
import { copyEarlierDeliveries } from "../../notifications/deliveries/earlier-deliveries.ts";
import { forgetDeliveries } from "../../notifications/deliveries/forget-deliveries.ts";
import {
  type Mailer,
  type MailerOptions,
  messageIdOf,
  openMailer,
} from "../../notifications/mail/mailer.ts";
import { duePersonReports, type ReportReader } from "../../notifications/mail/person-report.ts";
import { switchOffWebhooks } from "../../notifications/webhooks/switch-off.ts";
import {
  openWebhookSender,
  type WebhookSender,
} from "../../notifications/webhooks/webhook-sender.ts";
import type { QueryScheduler } from "../../stats/query-scheduler.ts";
import { Statistics } from "../../stats/statistics.ts";
import { forgetCollectingMinutes } from "../../tables/collecting-table.ts";
import { findDefinitions } from "../../tables/definition-table.ts";
import type { Website } from "../../websites/website.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { type BackgroundJob, startBackgroundJobs } from "./background-jobs.ts";
import type { CleanupStack } from "./cleanup.ts";
import { mailServerOf } from "./mail-server.ts";
import { openDefinitions } from "./open-services.ts";
import { findConditions, knownConditions } from "./standing-conditions.ts";

/** A change of an alert is told within a minute. */
const everyMs = 30_000;

/** An unfinished message has a second. */
const stopMs = 2_000;
const switchOffEveryMs = 10 * 60_000;
const forgetEveryMs = 24 * 60 * 60_000;

export interface NotificationOptions {
  readonly config: Config;
  readonly db: Database;
  /** That of the first store. */
  readonly firstDb: Database;
  /** Those of all stores. */
  readonly allDbs: readonly Database[];
  /** Those whose data the store has. */
  readonly websites: MailerOptions["websites"];
  /** The websites of all stores. */
  readonly everywhere: {
    readonly websites: () => readonly Website[];
    readonly dbOf: (websiteId: number) => Database;
    readonly shipped: () => Promise<unknown>;
  };
  readonly keys: Pick<Keys, "mail">;
  readonly access: StoredAccess;
  readonly scheduler: QueryScheduler;
  readonly shipped: () => Promise<void>;
  readonly logger: Logger;
  readonly now: () => number;
}

/** The parts that notice what people want to be told, and tell it. */
export interface Notifications {
  readonly watch: AlertWatch;
  /** Undefined if no mail server is set. */
  readonly mailer: Mailer | undefined;
  readonly sender: WebhookSender;
  /** Switches off webhooks that have failed for a week. */
  readonly switchOff: { run(): Promise<void> };
}

interface JobOptions extends NotificationOptions {
  readonly metrics: Metrics;
  /** Resolves with whether a website is on its way to another store. */
  readonly isMoving: () => Promise<boolean>;
}

/**
 * Looks at the alerts of a store's websites, sends the mails that are due if there is a mail
 * server, and tells the webhooks.
 */
export function startNotifications(options: JobOptions, cleanup: CleanupStack): void {
  const { watch, mailer, sender, switchOff } = openNotifications(options);
  const isFirst = options.db === options.firstDb;
  if (mailer !== undefined) options.metrics.watchDeliveries("mail", mailer);
  options.metrics.watchDeliveries("webhook", sender);
  const jobs: BackgroundJob[] = [
    { name: "watch alerts", everyMs, run: () => watch.run() },
    { name: "tell webhooks", everyMs, run: () => sender.run() },
    ...(isFirst
      ? [{ name: "switch off webhooks", everyMs: switchOffEveryMs, run: () => switchOff.run() }]
      : []),
    ...(mailer === undefined ? [] : [{ name: "send mails", everyMs, run: () => mailer.run() }]),
  ];
  jobs.push({ name: "forget old deliveries", everyMs: forgetEveryMs, run: () => forget(options) });
  cleanup.push(
    // A silent store must not hold up the end of an orderly stop.
    () => withTimeLimit(Promise.all([watch.stop(), sender.stop(), mailer?.stop()]), stopMs),
    startBackgroundJobs(jobs, options.logger),
  );
}

/** Removes what nobody asks for any more. While a website moves, its rows stay. */
async function forget({ db, firstDb, isMoving, now }: JobOptions): Promise<void> {
  if (await isMoving()) return;
  await forgetDeliveries(db, now());
  if (db === firstDb) await forgetCollectingMinutes(db, now());
}

/** Returns the parts for a store. Nothing happens until they are run. */
export function openNotifications(options: NotificationOptions): Notifications {
  const { config, db, scheduler, access, websites } = options;
  const definitions = openDefinitions(db, options.now);
  const shared = {
    ...options,
    definitions,
    statistics: new Statistics({
      db,
      scheduler,
      findConditions: (ids) => knownConditions(db, definitions, ids),
    }),
    alerts: () => readAlerts(db, websites),
    prepare: () => copyEarlierDeliveries(db),
  };
  const mailer = openOwnMailer(shared);
  const sender = openWebhookSender({
    ...shared,
    webhooks: () => access.all.list("webhook"),
    allowsPrivate: config.WEBHOOK_PRIVATE_ADDRESSES === "on",
    baseUrl: config.BASE_URL,
  });
  const sendNow = () => {
    // What fails now is tried again by the jobs, which log it.
    mailer?.run().catch(() => {});
    sender.run().catch(() => {});
  };
  const watch = new AlertWatch({ ...options, definitions, onMessage: sendNow });
  const switchOff = { run: () => switchOffWebhooks({ ...options, dbs: options.allDbs }) };
  return { watch, mailer, sender, switchOff };
}

/** Returns the mailer; undefined if no mail server is set. */
function openOwnMailer(
  options: NotificationOptions & Pick<MailerOptions, "statistics" | "definitions" | "alerts">,
): Mailer | undefined {
  const { config, keys, access } = options;
  const { REPORT_FROM = "", REPORT_TO = "", BASE_URL = "" } = config;
  const mailServer = mailServerOf(config);
  if (mailServer === undefined) return undefined;
  return openMailer({
    ...options,
    ...mailServer,
    mailKey: keys.mail,
    from: REPORT_FROM,
    to: REPORT_TO,
    baseUrl: BASE_URL,
    addressOf: (personId, websiteId) => addressOf(access, personId, websiteId),
    // One store's mailer sends those of people, as they are about websites of all stores.
    ...(options.db === options.firstDb && { others: async () => personReports(options) }),
  });
}

/** Returns the reports of people about all of their websites that are due. */
function personReports(options: NotificationOptions): ReturnType<typeof duePersonReports> {
  const { config, keys, access, everywhere, scheduler, now } = options;
  const { shipped } = everywhere;
  const { REPORT_FROM = "", BASE_URL = "" } = config;
  const readers = (): ReportReader[] =>
    access.all.list("person").flatMap(({ id, content }) => {
      const { email, state, emailReports: reports } = content;
      const language = content.language ?? "en";
      if (state !== "active" || reports === undefined) return [];
      const websites = everywhere.websites().filter((each) => personMay(content, "read", each.id));
      return [{ id, email, language, reports, websites }];
    });
  return duePersonReports({
    from: REPORT_FROM,
    baseUrl: BASE_URL,
    mailKey: keys.mail,
    readers,
    shipped,
    now,
    statisticsOf: async ({ id }) => {
      const db = everywhere.dbOf(id);
      return new Statistics({ db, scheduler, findConditions: () => findConditions(db) });
    },
    messageIdOf: (about, recipient) => messageIdOf({ baseUrl: BASE_URL }, about, recipient),
  });
}

/** Returns the address of an active person who may see a website. */
export function addressOf(
  { all }: Pick<StoredAccess, "all">,
  personId: number,
  websiteId: number,
): string | undefined {
  const person = all.find("person", personId)?.content;
  if (person === undefined || person.state !== "active") return undefined;
  return personMay(person, "read", websiteId) ? person.email : undefined;
}

/** Reads the alerts of websites that have something to tell. */
async function readAlerts(
  db: Database,
  websites: NotificationOptions["websites"],
): Promise<StoredAlert[]> {
  const found = (await findDefinitions(db, "alert")).filter(
    ({ content }) => content.messages.length > 0,
  );
  const isOfGoal = found.some(({ content: { messages } }) =>
    messages.some(({ when }) => !isSilence(when) && when.goal_id !== undefined),
  );
  const goals = isOfGoal ? await findDefinitions(db, "goal") : [];
  return found.flatMap(({ websiteId, id, content: alert }) => {
    const website = websites.find(websiteId);
    if (website === undefined) return [];
    const { when } = alert;
    const goalId = isSilence(when) ? undefined : when.goal_id;
    const goal = goals.find((each) => each.websiteId === websiteId && each.id === goalId);
    return [{ website, id, alert, goalName: goal?.content.name }];
  });
}
