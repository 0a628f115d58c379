import type { MailOrigin, Message } from "../../mail/message.ts";
import type { Post } from "../../webhooks/post.ts";
import type { WebhookResult } from "../../webhooks/webhook-results.ts";

/** The outcome of something that was sent. */
export interface SentResult {
  readonly atMs: number;
  readonly status: "sent" | "failed";
  readonly problem: string | null;
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
  /** Stores what became of a test of a webhook. `error` is undefined if it succeeded. */
  noteTest(webhookId: number, error: unknown): Promise<void>;
  /** Resolves with what became of the deliveries of webhooks, by their ids. */
  webhookResults(): Promise<ReadonlyMap<number, WebhookResult>>;
  /** Resolves with what became of the last mail of a website's reports. */
  lastReport(websiteId: number): Promise<SentResult | undefined>;
}
