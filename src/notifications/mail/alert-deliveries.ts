import { dayMs, isoDay } from "../../base/calendar.ts";
import { type Alert, type AlertRecipient, recipientKey } from "../../definitions/alert.ts";
import type { Website } from "../../websites/website.ts";
import type { DeliveryKey } from "../deliveries/attempts.ts";
import type { AlertNews } from "./alert-wording.ts";

/** A message of an alert for one recipient. */
export interface AlertDelivery {
  readonly news: AlertNews;
  readonly recipient: AlertRecipient;
  readonly key: DeliveryKey;
}

/** An alert of a website, as it is stored. */
export interface StoredAlert {
  readonly website: Website;
  readonly id: number;
  readonly alert: Alert;
  readonly goalName?: string | undefined;
}

/**
 * Returns the messages of alerts that are not older than a day, oldest first for each alert: those
 * for the recipients that they were made for and that the alert still has.
 */
export function alertDeliveries(alerts: readonly StoredAlert[], nowMs: number): AlertDelivery[] {
  return alerts.flatMap(({ website, id, alert, goalName }) => {
    if (!alert.enabled) return [];
    const present = new Set(alert.to.map(recipientKey));
    return alert.messages
      .filter(({ untilMs }) => untilMs > nowMs - dayMs)
      .flatMap((message) => {
        const news: AlertNews = { website, alertId: id, alert, message, goalName };
        const recipients = message.to.filter((each) => present.has(recipientKey(each)));
        return recipients.map((recipient) => {
          const from = isoDay(Math.floor(message.untilMs / dayMs));
          const about = `${id} ${message.change}`;
          const key = { websiteId: website.id, period: "alert", from, about } as const;
          return { news, recipient, key: { ...key, recipient: recipientKey(recipient) } };
        });
      });
  });
}
