import { expect, test } from "vitest";

import { readUnsubscribeToken, unsubscribeToken } from "../../src/mail/unsubscribe-token.ts";

const key = "0123456789abcdef";

test("a token names its website, and fits into an address", () => {
  const token = unsubscribeToken(key, 4_294_967_295);

  expect(readUnsubscribeToken(key, token)).toBe(4_294_967_295);
  expect(encodeURIComponent(token)).toBe(token);
});

test("a token of another key, website or form names none", () => {
  const token = unsubscribeToken(key, 7);
  const [id, signature = ""] = token.split(".");
  const wrong = [
    unsubscribeToken(`${key}x`, 7),
    `8.${signature}`,
    `07.${signature}`,
    `${id}.${signature.slice(1)}`,
    `${id}.${signature}A`,
    `${id}.${signature.slice(0, -1)}ä`,
    `${token}\n`,
    `${id}`,
    "",
  ];

  expect(wrong.map((each) => readUnsubscribeToken(key, each))).toEqual(wrong.map(() => undefined));
});
