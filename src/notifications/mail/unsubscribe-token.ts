import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Something that a mail can be unsubscribed from. */
export type Subscription =
  /** The reports of a website. Without a recipient, of all of them: links of earlier releases. */
  | { readonly kind: "reports"; readonly websiteId: number; readonly recipient?: string }
  /** An alert of a website. */
  | {
      readonly kind: "alert";
      readonly websiteId: number;
      readonly alertId: number;
      readonly recipient: string;
    }
  /** The reports of all websites of a person. */
  | { readonly kind: "person"; readonly personId: number };

/** A subscription as a token says it: of the recipient it has a hash. */
export type ReadSubscription =
  | { readonly kind: "reports"; readonly websiteId: number; readonly hash?: string }
  | {
      readonly kind: "alert";
      readonly websiteId: number;
      readonly alertId: number;
      readonly hash: string;
    }
  | { readonly kind: "person"; readonly personId: number };

const hashBytes = 9;
const id = "[1-9]\\d{0,9}";
const form = new RegExp(`^(${id}(?:\\.(?:r\\.[\\w-]{12}|a${id}\\.[\\w-]{12}|p))?)\\.([\\w-]{43})$`);

/**
 * Returns the token that ends a subscription: its signed parts. It never expires, because people
 * keep their mails. An address in it would be too long for a path, so a hash stands for it.
 */
export function unsubscribeToken(mailKey: string, subscription: Subscription): string {
  const text = textOf(subscription);
  return `${text}.${signature(mailKey, text).toString("base64url")}`;
}

/** Returns the subscription, or undefined if the token was not signed with this key. */
export function readUnsubscribeToken(mailKey: string, token: string): ReadSubscription | undefined {
  const [, text, signed] = form.exec(token) ?? [];
  if (text === undefined || signed === undefined) return undefined;
  const given = Buffer.from(signed, "base64url");
  if (!timingSafeEqual(given, signature(mailKey, text))) return undefined;
  const [first, what = "", hash = ""] = text.split(".");
  const number = Number(first);
  if (what === "") return { kind: "reports", websiteId: number };
  if (what === "p") return { kind: "person", personId: number };
  if (what === "r") return { kind: "reports", websiteId: number, hash };
  return { kind: "alert", websiteId: number, alertId: Number(what.slice(1)), hash };
}

/** Returns a hash that stands for a recipient among those of one list. */
export function recipientHash(recipient: string): string {
  const hash = createHash("sha256").update(recipient).digest();
  return hash.subarray(0, hashBytes).toString("base64url");
}

function textOf(subscription: Subscription): string {
  if (subscription.kind === "person") return `${subscription.personId}.p`;
  const { websiteId, recipient } = subscription;
  if (recipient === undefined) return String(websiteId);
  const what = subscription.kind === "alert" ? `a${subscription.alertId}` : "r";
  return `${websiteId}.${what}.${recipientHash(recipient)}`;
}

function signature(mailKey: string, text: string): Buffer {
  return createHmac("sha256", mailKey).update(`unsubscribe ${text}`).digest();
}
