import { describe, expect, test } from "vitest";

import { Examiner, type Fault } from "./examiner.ts";
import { answering, listen } from "./stub.ts";

const request = { kind: "any", wire: "x" };

describe("a request that is asked alone", () => {
  test("is at fault when the event loop is blocked at each try", async () => {
    expect(await faultOf({ turnsMs: [90, 70, 80] })).toEqual({
      rule: "event loop",
      text: "blocks the event loop for 70 ms",
    });
  });

  test("is not at fault for what happened at one try and not at the next", async () => {
    expect(await faultOf({ turnsMs: [900, 20] })).toBeUndefined();
  });

  test("is at fault when good events wait at each try, and not without it", async () => {
    expect(await faultOf({ goodMs: [900, 700, 600, 700, 800, 100, 900] })).toEqual({
      rule: "good events",
      text: "makes good events wait for 600 ms",
    });
  });

  test("is not at fault when good events do not wait at one more try", async () => {
    expect(await faultOf({ goodMs: [900, 900, 900, 900, 900, 100, 100] })).toBeUndefined();
  });

  test("is not at fault when good events wait without it, too", async () => {
    expect(await faultOf({ goodMs: [900] })).toBeUndefined();
  });

  test("is at fault when it is answered with a 5xx, but not with 503", async () => {
    expect(await faultOf({ status: 500 })).toEqual({
      rule: "status",
      text: "is answered with 500: body",
    });
    expect(await faultOf({ status: 503 })).toBeUndefined();
  });
});

test("bytes that are many requests are judged by the time of each", async () => {
  const url = await listen((socket) => {
    socket.once("data", () => socket.end("HTTP/1.1 200 x\r\n\r\n".repeat(3)));
  });
  const probe = { worstMs: async () => 90 };
  const examiner = new Examiner({ url, probe, good, slowness: () => 1, signal });

  expect(await examiner.faultOf(request)).toBeUndefined();
});

const { signal } = new AbortController();
const good = { takeSlowestMs: () => 0 };

/**
 * Resolves with the fault of a request whose tries measure these values. The last value repeats.
 */
async function faultOf({
  status = 200,
  turnsMs = [0],
  goodMs = [0],
}: {
  status?: number;
  turnsMs?: number[];
  goodMs?: number[];
}): Promise<Fault | undefined> {
  const takeTurn = afterReset(turnsMs);
  const takeGood = afterReset(goodMs);
  const examiner = new Examiner({
    slowness: () => 1,
    url: await answering(() => status),
    probe: { worstMs: async () => takeTurn() },
    good: { takeSlowestMs: takeGood },
    signal,
  });
  return examiner.faultOf(request);
}

/**
 * Returns a function whose every second call returns a value. The call before each only begins the
 * measurement.
 */
function afterReset(values: readonly number[]): () => number {
  let calls = 0;
  return () => {
    calls += 1;
    const index = Math.min(Math.floor((calls - 1) / 2), values.length - 1);
    return calls % 2 === 1 ? 0 : (values[index] ?? 0);
  };
}
