import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { Problem } from "../../../src/base/errors.ts";
import { visitor } from "../../../src/collect/steps/visitor.ts";
import { draftWith } from "../../helpers/draft.ts";

const alice = { ip: "203.0.113.7", userAgent: "Firefox" };

function visitorOf(
  incoming: { ip: string; userAgent: string | undefined },
  { salt = "5a17", websiteId = 7, day = 20_000 } = {},
): bigint {
  const draft = draftWith({ incoming, website: { id: websiteId } });
  draft.row.date = day;
  expect(visitor((asked) => `${salt}${asked}`)(draft)).toBeUndefined();
  return draft.row.visitor;
}

test("the same browser on the same day is the same visitor", () => {
  expect(visitorOf(alice)).toBe(visitorOf({ ...alice }));
});

test.each([
  ["another address", visitorOf({ ...alice, ip: "203.0.113.8" })],
  ["another agent", visitorOf({ ...alice, userAgent: "Chrome" })],
  ["another website", visitorOf(alice, { websiteId: 8 })],
  ["another day", visitorOf(alice, { day: 20_001 })],
  ["another salt", visitorOf(alice, { salt: "5a18" })],
  [
    "parts that only together are the same",
    visitorOf({ ip: "203.0.113.7\nFire", userAgent: "fox" }),
  ],
])("%s is another visitor", (_what, other) => {
  expect(other).not.toBe(visitorOf(alice));
});

test("an agent that is not known is like an empty one", () => {
  const unknown = { ip: alice.ip, userAgent: undefined };

  expect(visitorOf(unknown)).toBe(visitorOf({ ip: alice.ip, userAgent: "" }));
});

test("without a salt there is no hash, as it could be undone by trying all addresses", () => {
  const step = visitor(() => "");

  expect(() => step(draftWith({ incoming: alice }))).toThrow(Problem);
});

test("the visitor is the first 64 bits of SHA-256, lowest byte first", () => {
  const digest = createHash("sha256").update("5a1720000\n7\n203.0.113.7\nFirefox").digest();

  expect(visitorOf(alice)).toBe(digest.readBigUInt64LE(0));
});
