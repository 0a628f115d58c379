import { createHmac, timingSafeEqual } from "node:crypto";

/** The token that ends the e-mail reports of a website: its id, signed. It has no end, as mails are kept. */
export function unsubscribeToken(mailKey: string, websiteId: number): string {
  return `${websiteId}.${signature(mailKey, websiteId).toString("base64url")}`;
}

/** The website's id; undefined when the token was not made with this key. */
export function readUnsubscribeToken(mailKey: string, token: string): number | undefined {
  const [, id, signed] = /^([1-9]\d{0,9})\.([\w-]{43})$/.exec(token) ?? [];
  if (id === undefined || signed === undefined) return undefined;
  const given = Buffer.from(signed, "base64url");
  return timingSafeEqual(given, signature(mailKey, Number(id))) ? Number(id) : undefined;
}

function signature(mailKey: string, websiteId: number): Buffer {
  return createHmac("sha256", mailKey).update(`unsubscribe ${websiteId}`).digest();
}
