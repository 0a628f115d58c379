import { dayMs } from "../../base/calendar.ts";
import { type Alert, type AlertRecipient, recipientKey } from "../../definitions/alert.ts";
import type { Website } from "../../websites/website.ts";
import type { AlertNews } from "../content/alert-wording.ts";
import { alertKey, type DeliveryKey } from "../deliveries/delivery-key.ts";
import { recipientOf } from "../deliveries/recipient.ts";

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
        const of = { websiteId: website.id, alertId: id };
        return recipients.map((recipient) => {
          return { news, recipient, key: alertKey(of, message, recipientOf(recipient)) };
        });
      });
  });
}
