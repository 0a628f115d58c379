import { expect, test } from "vitest";

import {
  readUnsubscribeToken,
  recipientHash,
  type Subscription,
  unsubscribeToken,
} from "../../../src/notifications/mail/unsubscribe-token.ts";

const key = "0123456789abcdef";
const recipient = "mail ada@example.com";
const hash = recipientHash(recipient);
const websiteId = 4_294_967_295;

test.each([
  [
    { kind: "reports", websiteId },
    { kind: "reports", websiteId },
  ],
  [
    { kind: "reports", websiteId, recipient },
    { kind: "reports", websiteId, hash },
  ],
  [
    { kind: "alert", websiteId, alertId: 12, recipient },
    { kind: "alert", websiteId, alertId: 12, hash },
  ],
  [
    { kind: "person", personId: 3 },
    { kind: "person", personId: 3 },
  ],
] as const)("a token of %j says it again, and fits into an address", (subscription, read) => {
  const token = unsubscribeToken(key, subscription);

  expect(readUnsubscribeToken(key, token)).toEqual(read);
  expect(encodeURIComponent(token)).toBe(token);
  expect(token.length).toBeLessThan(120);
});

test("a token of another key, website, recipient or form names none", () => {
  const own: Subscription = { kind: "reports", websiteId: 7, recipient };
  const token = unsubscribeToken(key, own);
  const signature = token.split(".").at(-1) ?? "";
  const wrong = [
    unsubscribeToken(`${key}x`, own),
    token.replace("7.", "8."),
    token.replace("7.", "07."),
    token.replace(".r.", ".a1."),
    token.replace(hash, recipientHash("mail b@example.com")),
    token.slice(0, -1),
    `${token}A`,
    `${token.slice(0, -1)}ä`,
    `${token}\n`,
    `7.${signature}`,
    "7",
    "",
  ];

  expect(wrong.map((each) => readUnsubscribeToken(key, each))).toEqual(wrong.map(() => undefined));
});

test("a token of an earlier release means the reports of everybody", () => {
  const kept = "7.UO2kwgO9Pzgf6p0RRJ8pTaMNeOxSlyCVEBaRg-oz2Xw";

  expect(readUnsubscribeToken(key, kept)).toEqual({ kind: "reports", websiteId: 7 });
});
