import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Returns the token that stops the e-mail reports of a website: its signed id. It never expires,
 * because people keep their mails.
 */
export function unsubscribeToken(mailKey: string, websiteId: number): string {
  return `${websiteId}.${signature(mailKey, websiteId).toString("base64url")}`;
}

/** Returns the website's id, or undefined if the token was not signed with this key. */
export function readUnsubscribeToken(mailKey: string, token: string): number | undefined {
  const [, id, signed] = /^([1-9]\d{0,9})\.([\w-]{43})$/.exec(token) ?? [];
  if (id === undefined || signed === undefined) return undefined;
  const given = Buffer.from(signed, "base64url");
  return timingSafeEqual(given, signature(mailKey, Number(id))) ? Number(id) : undefined;
}

function signature(mailKey: string, websiteId: number): Buffer {
  return createHmac("sha256", mailKey).update(`unsubscribe ${websiteId}`).digest();
}
