import { expect, test } from "vitest";

import { loggedProblemOf, problemOf } from "../../../src/notifications/deliveries/attempts.ts";

test("a host whose addresses all fail says why the first one did", () => {
  const errors = ["192.0.2.1", "192.0.2.2"].map((ip) => new Error(`connect ECONNREFUSED ${ip}:80`));

  expect(problemOf(new AggregateError(errors))).toBe("connect ECONNREFUSED 192.0.2.1:80");
});

test("the log has no address of what a mail server said", () => {
  const error = new Error("550 5.1.1 <ada@example.com>: forwarded to bob@b.example");

  expect(loggedProblemOf(error)).toBe("550 5.1.1 <(address)>: forwarded to (address)");
});
