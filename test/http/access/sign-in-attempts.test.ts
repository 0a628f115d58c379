import { describe, expect, test } from "vitest";

import { Attempts, attemptKey } from "../../../src/http/access/sign-in-attempts.ts";

const minuteMs = 60_000;

/** Returns an attempt counter that allows two attempts in a quarter of an hour. */
function countAttempts({ countsMax = 100 } = {}) {
  const clock = { nowMs: 1_000_000 };
  const limits = { attemptsMax: 2, windowMs: 15 * minuteMs, countsMax };
  const attempts = new Attempts(limits, () => clock.nowMs);
  const take = (address: string, target = "a") => attempts.take(attemptKey(target, address));
  const forgive = (target: string, address: string) =>
    attempts.forgive(attemptKey(target, address));
  return { clock, take, forgive };
}

test("so many attempts are let through, then it is said how long to wait from the first of them", () => {
  const { clock, take } = countAttempts();
  expect(take("192.0.2.1")).toBe(0);
  clock.nowMs += 5 * minuteMs;
  expect(take("192.0.2.1")).toBe(0);
  expect(take("192.0.2.1")).toBe(10 * minuteMs);
  clock.nowMs += 10 * minuteMs - 1;
  expect(take("192.0.2.1")).toBe(1);
  clock.nowMs += 1;
  expect(take("192.0.2.1")).toBe(0);
});

test("targets are counted each by itself, and forgiven so", () => {
  const { take, forgive } = countAttempts();
  for (const target of ["a", "b"]) {
    expect(take("192.0.2.1", target)).toBe(0);
    expect(take("192.0.2.1", target)).toBe(0);
  }
  forgive("a", "192.0.2.1");

  expect(take("192.0.2.1", "a")).toBe(0);
  expect(take("192.0.2.1", "b")).toBeGreaterThan(0);
});

describe("an IPv6 address", () => {
  test.each([
    ["2001:db8::1", "2001:db8:0:0:ffff:ffff:ffff:ffff"],
    ["2001:db8:1:2::", "2001:db8:1:2:3:4:5:6"],
    ["::1", "::2"],
    ["1::", "1:0:0:0:8::"],
    ["fe80::1%eth0", "fe80::2"],
  ])("%s counts with %s, of the same /64", (one, other) => {
    const { take } = countAttempts();
    take(one);
    take(one);
    expect(take(other)).toBeGreaterThan(0);
  });

  test.each([
    ["2001:db8::1", "2001:db8:0:1::1"],
    ["2001:db8:1:2::", "2001:db8:1:3::"],
    ["1::1", "::1"],
    ["::ffff:192.0.2.1", "::ffff:192.0.2.2"],
  ])("%s does not count with %s, of another one", (one, other) => {
    const { take } = countAttempts();
    take(one);
    take(one);
    expect(take(other)).toBe(0);
  });

  test("that holds an IPv4 address counts as that", () => {
    const { take } = countAttempts();
    take("::ffff:192.0.2.1");
    take("192.0.2.1");
    expect(take("::ffff:c000:201")).toBeGreaterThan(0);
  });
});

test("of more addresses than can be counted, those counted longest are forgotten", () => {
  const { take } = countAttempts({ countsMax: 3 });
  for (const n of [1, 2, 3]) {
    take(`192.0.2.${n}`);
    take(`192.0.2.${n}`);
  }
  take("192.0.2.4");

  expect(take("192.0.2.2")).toBeGreaterThan(0);
  expect(take("192.0.2.1")).toBe(0);
});
