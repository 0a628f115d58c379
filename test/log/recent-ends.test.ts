import { expect, test } from "vitest";

import { logStart } from "../../src/log/position.ts";
import { RecentEnds } from "../../src/log/recent-ends.ts";

const at = (offset: number) => ({ logFile: 1, offset });

test("the end of a log some time ago is the newest one that was reached by then", () => {
  const ends = new RecentEnds(500);
  expect(ends.old(0)).toEqual(logStart);
  ends.add(at(10), 1_000);
  expect(ends.old(1_499)).toEqual(logStart);
  expect(ends.old(1_500)).toEqual(at(10));
  ends.add(at(20), 1_600);
  ends.add(at(30), 1_700);

  expect(ends.old(2_099)).toEqual(at(10));
  expect(ends.old(2_100)).toEqual(at(20));
  expect(ends.old(2_150)).toEqual(at(20));
  expect(ends.old(9_000)).toEqual(at(30));
});

test("an end stays known however many came since", () => {
  const ends = new RecentEnds(500);
  for (let ms = 0; ms < 10_000; ms += 1) {
    ends.add(at(ms), ms);
    if (ms >= 500) expect(ends.old(ms)).toEqual(at(ms - 500));
  }
});
