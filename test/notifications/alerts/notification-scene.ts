import { expect } from "vitest";

import { readConfig } from "../../../src/base/config.ts";
import {
  type Notifications,
  openNotifications,
} from "../../../src/server/parts/notification-jobs.ts";
import { openAccess, openWebsites } from "../../../src/server/parts/open-services.ts";
import { QueryScheduler } from "../../../src/stats/query-scheduler.ts";
import { apiKey, chrome, startFootfall, type TestFootfall } from "../../helpers/footfall.ts";
import { type MailServer, startMailServer } from "../../helpers/mail-server.ts";
import { silent } from "../../helpers/shipping.ts";

/** A Thursday. */
export const thursday = Date.parse("2026-11-26T12:00:00Z");
export const minuteMs = 60_000;

/** A Footfall at a moment that the test chooses, and a mail server. */
export class NotificationScene {
  readonly footfall: TestFootfall;
  readonly mailServer: MailServer;
  readonly #env: Readonly<Record<string, string>>;
  #nowMs = thursday;
  #websites = 0;
  readonly #present = new Set<number>();

  private constructor(
    footfall: TestFootfall,
    mailServer: MailServer,
    env: Readonly<Record<string, string>>,
  ) {
    this.footfall = footfall;
    this.mailServer = mailServer;
    this.#env = env;
    this.nowMs = thursday;
  }

  static async open(): Promise<NotificationScene> {
    const mailServer = await startMailServer();
    // The Footfall has no mail server itself: the test says when mails are sent.
    const env = {
      API_KEYS: apiKey,
      BASE_URL: "https://stats.test",
      WEBHOOK_PRIVATE_ADDRESSES: "on",
    };
    const footfall = await startFootfall(env);
    const mail = { SMTP_URL: mailServer.url, REPORT_FROM: "Footfall <footfall@mail.test>" };
    return new NotificationScene(footfall, mailServer, { ...env, ...mail });
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Sets the clock of everything. */
  set nowMs(nowMs: number) {
    this.#nowMs = nowMs;
    this.footfall.clock.aheadMs = nowMs - Date.now();
  }

  /** Resolves with a website of its own, which has been there for a year. */
  async website(
    settings: object = {},
    createdMs = this.nowMs - 365 * 24 * 60 * minuteMs,
  ): Promise<{ id: number; domain: string }> {
    this.#websites += 1;
    const { nowMs } = this;
    this.nowMs = createdMs;
    const domain = `${this.#websites}.example`;
    const website = await this.footfall.store(domain, { exclude_bots: 0, ...settings });
    this.nowMs = nowMs;
    this.#present.add(website.id);
    return website;
  }

  /** Begins anew: without websites and mails, at the first moment. */
  async clear(): Promise<void> {
    for (const id of this.#present) {
      await this.footfall.request(`/api/v1/websites/${id}`, { method: "DELETE" });
    }
    this.#present.clear();
    this.nowMs = thursday;
    this.mailServer.mails.length = 0;
  }

  async make(path: string, body: object): Promise<{ id: number }> {
    const reply = await this.footfall.request(`/api/v1/${path}`, { method: "POST", body });
    expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
    return reply.json.data;
  }

  /** Makes a webhook a minute ago: what happened before is not told. */
  async webhook(body: object): Promise<number> {
    const { nowMs } = this;
    this.nowMs = nowMs - minuteMs;
    const { id } = await this.make("webhooks", body);
    this.nowMs = nowMs;
    return id;
  }

  alert(websiteId: number, alert: object): Promise<{ id: number }> {
    const to = [{ email: "ada@mail.test" }];
    return this.make(`websites/${websiteId}/alerts`, { name: "Alert", to, ...alert });
  }

  async read(path: string): Promise<Record<string, unknown>> {
    return (await this.footfall.request(`/api/v1/${path}`)).json.data;
  }

  /** Sends page views, or other events, of as many visitors at a moment. */
  async visit(
    websiteId: number,
    visitors: number,
    timeMs = this.nowMs - 30_000,
    event: object = {},
  ): Promise<void> {
    const events = Array.from({ length: visitors }, (_, i) => ({
      url: `https://${websiteId}.example/`,
      timestamp: new Date(timeMs).toISOString(),
      ip: `8.8.${Math.floor(i / 250)}.${i % 250}`,
      user_agent: chrome,
      ...event,
    }));
    const reply = await this.footfall.bulk(websiteId, events);
    expect([reply.status, reply.text]).toEqual([202, expect.any(String)]);
  }

  /** Returns the parts of an instance on the store, at the moment of the scene. */
  async instance(env: Readonly<Record<string, string>> = {}): Promise<Notifications> {
    const { db } = this.footfall.server.store;
    const now = () => this.nowMs;
    const { all } = await openWebsites(db, now);
    return openNotifications({
      config: readConfig({ ...this.#env, ...env }),
      db,
      firstDb: db,
      allDbs: [db],
      websites: all,
      keys: { mail: "0123456789abcdef" },
      everywhere: {
        websites: () => all.list(),
        dbOf: () => db,
        shipped: () => this.footfall.server.shipped(),
      },
      access: await openAccess(db, {}),
      scheduler: new QueryScheduler({ heavyMax: 1, timeMsMax: 30_000 }, silent),
      shipped: () => this.footfall.server.shipped(),
      logger: silent,
      now,
    });
  }

  /** Lets some minutes pass, each of which is noted as one in which events were accepted. */
  async pass(minutes: number): Promise<void> {
    this.nowMs += minutes * minuteMs;
    await this.look();
  }

  /** Looks at the alerts, and sends what is due, as an instance does every half minute. */
  async look(instance?: Notifications): Promise<void> {
    const { watch, mailer, sender } = instance ?? (await this.instance());
    await watch.run();
    await mailer?.run();
    await sender.run();
  }

  subjects(): string[] {
    return this.mailServer.mails.map(({ headers }) => headers.get("subject") ?? "");
  }
}
