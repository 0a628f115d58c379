import { expect, test } from "vitest";
import { passwordHashOf } from "../../../src/http/access/password-hash.ts";
import { passwordCharactersMax } from "../../../src/model/limits.ts";

const queue = { hashPassword: async (password: string) => `hash of ${password}` };

test("a password in a body is hashed in the queue of the server", async () => {
  expect(await passwordHashOf({ password: "correct horse" }, queue)).toBe("hash of correct horse");
});

test.each([[""], [null]])("%j clears the password", async (password) => {
  expect(await passwordHashOf({ password }, queue)).toBe("");
});

test.each([
  ["none", {}],
  ["a number", { password: 1 }],
  ["too long a text", { password: "x".repeat(passwordCharactersMax + 1) }],
])("%s is not hashed", async (_, body) => {
  expect(await passwordHashOf(body, queue)).toBeUndefined();
});
