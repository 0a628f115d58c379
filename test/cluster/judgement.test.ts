import { describe, expect, test } from "vitest";

import { judge, type Outage } from "./judgement.ts";
import type { Sample } from "./prober.ts";

const dead: Outage = { kind: "dead", engine: 1, fromMs: 10_000, toMs: 20_000 };
const frozen: Outage = { ...dead, kind: "frozen" };

describe("the judgement of an outage", () => {
  test("finds nothing wrong when others are answered, and the server's websites refused", () => {
    const before = [answered(0, 1_000, 10), answered(1, 1_000, 10)];
    const during = [answered(0, 13_000, 12), refused(13_000, 5), refused(14_000, 7)];

    const { latency, violations, slow } = judge(dead, before, during);

    expect([violations, slow]).toEqual([[], []]);
    expect(latency).toMatchObject({ undisturbedMs: 10, othersMs: 12, refused: 2, refusedMs: 5 });
  });

  test("lets others take 15 ms longer, and twice as long, but no more", () => {
    const slowOf = (beforeMs: number, duringMs: number) =>
      judge(dead, [answered(0, 0, beforeMs)], [answered(0, 13_000, duringMs)]).slow.length;

    expect([slowOf(10, 25), slowOf(10, 26), slowOf(40, 80), slowOf(40, 81)]).toEqual([0, 1, 0, 1]);
  });

  test("names an answer about a dead server that is no refusal, from two seconds on", () => {
    const during = [answered(1, 11_999, 5), { ...refused(12_000, 5), hasRetryAfter: false }];

    expect(judge(dead, [], during).violations).toHaveLength(1);
    expect(judge(dead, [], during.slice(0, 1)).violations).toEqual([]);
  });

  test("names a refusal about another server", () => {
    const during = [{ ...refused(13_000, 5), engine: 0 }];

    expect(judge(dead, [], during).violations).toHaveLength(1);
  });

  test("names slow refusals, the median above 100 ms or one above a second", () => {
    const slowOf = (tookMs: readonly number[]) =>
      judge(
        dead,
        [],
        tookMs.map((ms) => refused(13_000, ms)),
      ).slow.length;

    expect([slowOf([100, 100, 1_000]), slowOf([5, 101, 200]), slowOf([5, 5, 1_001])]).toEqual([
      0, 1, 1,
    ]);
  });

  test("lets a frozen server hold up queries for five seconds before the first refusal", () => {
    const held = (tookMs: number) => refused(10_100, tookMs);

    expect(judge(frozen, [], [held(4_900), refused(17_000, 5)]).slow).toEqual([]);
    expect(judge(frozen, [], [held(5_001)]).slow).toHaveLength(1);
    const later = [5, 5, 1_001].map((ms) => refused(17_000, ms));
    expect(judge(frozen, [], [held(4_900), ...later]).slow).toHaveLength(1);
  });

  test("counts the time since the beginning for a query that was under way then", () => {
    expect(judge(frozen, [], [refused(8_000, 6_900)]).slow).toEqual([]);
    expect(judge(frozen, [], [refused(8_000, 7_001)]).slow).toHaveLength(1);
  });

  test("expects no refusal where a frozen server went on before anybody noticed", () => {
    expect(judge(frozen, [], [answered(1, 11_000, 3_000)])).toMatchObject({
      violations: [],
      slow: [],
    });
  });

  test("leaves a query without an answer to the kill of its Footfall", () => {
    const during = [{ ...answered(0, 13_000, 5), status: 0 }];

    expect(judge(dead, [], during).violations).toEqual([]);
  });
});

function answered(engine: number, sentMs: number, tookMs: number): Sample {
  return { footfall: 0, engine, sentMs, tookMs, status: 200, code: "", hasRetryAfter: false };
}

function refused(sentMs: number, tookMs: number): Sample {
  const code = "STORE_UNAVAILABLE";
  return { footfall: 0, engine: 1, sentMs, tookMs, status: 503, code, hasRetryAfter: true };
}
