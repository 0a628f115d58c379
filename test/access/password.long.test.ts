import { expect, test } from "vitest";

import { hashPassword, verifyPassword } from "../helpers/slow-passwords.ts";

test("a password verifies against its own hash and no other does", async () => {
  const hash = await hashPassword("correct horse");

  expect(await verifyPassword("correct horse", hash)).toBe(true);
  expect(await verifyPassword("correct horse ", hash)).toBe(false);
  expect(await verifyPassword("", hash)).toBe(false);
});

test("the hash names its parameters, has a salt of its own and never holds the password", async () => {
  const [one, other] = await Promise.all([hashPassword("secret-1"), hashPassword("secret-1")]);

  expect(one).toMatch(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(one).not.toBe(other);
  expect(one).not.toContain("secret");
});

test("a password typed with composed or decomposed letters is the same", async () => {
  expect(await verifyPassword("pa\u0301ss", await hashPassword("p\u00e1ss"))).toBe(true);
});

test.each([[""], ["plain"], ["bcrypt$1$2$3$4$5"]])("nothing verifies against %j", async (hash) => {
  expect(await verifyPassword("", hash)).toBe(false);
});
