import { expect, test } from "vitest";

import { Decimal, meanOf, toJson, withoutEndZeros } from "../../src/base/decimal.ts";

test.each([
  ["14.75", 3, "4.916666667"],
  ["10", 4, "2.5"],
  ["0", 7, "0"],
  ["-2", 1, "-2"],
  // Half of the last digit goes away from zero, on either side of it.
  ["0.000000001", 2, "0.000000001"],
  ["-0.000000001", 2, "-0.000000001"],
  ["-0.000000001", 3, "0"],
  ["100", 1, "100"],
  ["12345678901234567890.12345679", 2, "6172839450617283945.061728395"],
])("the mean of %s over %i is %s", (sum, count, mean) => {
  expect(String(meanOf(sum, count, 9))).toBe(mean);
});

test.each([
  ["12.500", "12.5"],
  ["10.00", "10"],
  ["-0.00", "-0"],
  [".50", ".5"],
  ["1.25", "1.25"],
])("%s without the zeros at its end is %s", (number, short) => {
  expect(withoutEndZeros(number)).toBe(short);
});

test("decimal numbers stand in JSON as they are, beside everything else", () => {
  const value = {
    a: new Decimal("12345678901234567890.125"),
    b: [null, 1, "x\n", {}],
    c: undefined,
  };
  expect(toJson(value)).toBe('{"a":12345678901234567890.125,"b":[null,1,"x\\n",{}]}');
});
