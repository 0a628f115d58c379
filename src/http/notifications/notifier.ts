import type { DeliveryKey } from "../../notifications/deliveries/delivery-key.ts";
import type { LastResult, Messages } from "../../notifications/deliveries/last-results.ts";
import type { MailOrigin, Message } from "../../notifications/mail/message.ts";
import type { Post } from "../../notifications/webhooks/post.ts";

/** An alert that names a webhook. */
export interface NamingAlert {
  readonly websiteId: number;
  readonly name: string;
}

/** Sends what clients ask for at once, and knows what became of what was sent before. */
export interface Notifier {
  readonly mail:
    | {
        /** The sender of mails, and the base of their links. */
        readonly origin: MailOrigin;
        /** Rejects with the reason if the mail server does not take the mail. */
        send(message: Message): Promise<void>;
      }
    | undefined;
  /** The addresses of `REPORT_TO`. */
  readonly defaultRecipients: readonly string[];
  /** Calls a webhook once. Rejects with the reason if it fails. */
  post(post: Post): Promise<void>;
  /** Rejects with the reason if a webhook must not reach the host of a URL. */
  checkHost(url: URL): Promise<void>;
  /** Stores what became of a test. `error` is undefined if it succeeded. */
  noteTest(test: DeliveryKey, error: unknown): Promise<void>;
  /** Resolves with the alerts of all websites that name a webhook. */
  alertsNaming(webhookId: number): Promise<readonly NamingAlert[]>;
  /** Resolves with what became of the last messages, by id, tests included. */
  lastResults(messages: Messages): Promise<ReadonlyMap<number, LastResult>>;
}
