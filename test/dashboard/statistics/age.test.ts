import { describe, expect, test } from "vitest";

import { Failure } from "../../../src/dashboard/api/failure.ts";
import { ageOf } from "../../../src/dashboard/statistics/age.ts";

const total = (visitors: number) => ({
  data: { data: { visitors, pageviews: visitors } as never },
  failure: undefined,
});
const none = total(0);
const some = total(3);
const awaited = { data: undefined, failure: undefined };
const failed = { data: undefined, failure: new Failure("UNAVAILABLE") };

describe("a website of its first day", () => {
  test("is young once it has numbers, and none of days before it", () => {
    const answers = { summary: some, ever: awaited, earlier: none };
    expect(ageOf(true, false, answers)).toBe("young");
    expect(ageOf(true, false, { ...answers, earlier: some })).toBe("usual");
    expect(ageOf(true, true, { summary: none, ever: none, earlier: none })).toBe("unused");
  });

  test("shows nothing while the server has not answered", () => {
    const answers = { summary: some, ever: awaited, earlier: awaited };
    expect(ageOf(true, false, answers)).toBe("unknown");
    expect(ageOf(true, false, { ...answers, summary: awaited, earlier: none })).toBe("unknown");
    expect(ageOf(true, true, { summary: none, ever: awaited, earlier: none })).toBe("unknown");
  });

  test("shows the statistics, which say so, where a request failed", () => {
    const answers = { summary: some, ever: awaited, earlier: none };
    expect(ageOf(true, false, { ...answers, summary: failed })).toBe("usual");
    expect(ageOf(true, false, { ...answers, earlier: failed })).toBe("usual");
    expect(ageOf(true, true, { summary: none, ever: failed, earlier: none })).toBe("usual");
  });

  test("stays as it is where an answer could not be renewed", () => {
    const again = { ...some, failure: failed.failure };
    expect(ageOf(true, false, { summary: again, ever: awaited, earlier: none })).toBe("young");
  });
});
