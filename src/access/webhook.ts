import type { WebhookEvent, WebhookFormat } from "../model/choices.ts";

/** An address of another program that is told what happens. */
export interface Webhook {
  /** Unique among the webhooks. */
  readonly name: string;
  readonly url: string;
  readonly format: WebhookFormat;
  /** The key of signatures, as it is: they are made with it. "" for no signature. */
  readonly secret: string;
  readonly events: readonly WebhookEvent[];
  readonly enabled: boolean;
  /** Time at which it was switched off because it failed for a week; null if it was not. */
  readonly failedMs: number | null;
  /** Nothing from before this moment is told, and earlier failures do not count. */
  readonly enabledMs: number;
  /** When events were added to those that it got before. */
  readonly addedMs?: Readonly<Partial<Record<WebhookEvent, number>>>;
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** Returns the moment from which on a webhook is told an event. */
export function wantedSince({ enabledMs, addedMs = {} }: Webhook, event: WebhookEvent): number {
  return Math.max(enabledMs, addedMs[event] ?? 0);
}
