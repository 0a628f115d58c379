import { expect, test } from "vitest";

import { problemOf } from "../../src/deliveries/attempts.ts";

test("a host whose addresses all fail says why the first one did", () => {
  const errors = ["192.0.2.1", "192.0.2.2"].map((ip) => new Error(`connect ECONNREFUSED ${ip}:80`));

  expect(problemOf(new AggregateError(errors))).toBe("connect ECONNREFUSED 192.0.2.1:80");
});
