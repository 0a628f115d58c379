import { describe, expect, test } from "vitest";

import { Attack, SlowGoodEvents } from "./attack.ts";
import { send } from "./client.ts";
import type { Draw } from "./draws.ts";
import { type Fault, faultOfAnswer } from "./examiner.ts";
import type { Turn } from "./probe-client.ts";
import { answering } from "./stub.ts";
import type { HostileRequest } from "./wire.ts";

const { signal } = new AbortController();

describe("an attack", () => {
  test("reports a request that is answered with a 5xx, in its shortest form, once", async () => {
    const { attack, lines } = await attackOn((bytes) => (bytes.includes("bad") ? 500 : 200));

    const isReported = () => attack.sent > 20 && attack.violations.length > 0;
    await attack.run(drawsOf(["good", "bad and long"]), nothingSlow(), isReported);

    expect(attack.violations).toEqual(["bad and long: is answered with 500: body"]);
    expect(lines.join("\n")).toContain("The shortest such request that was found:\nbad\n");
  });

  test("examines the requests in flight while the event loop was blocked", async () => {
    const { attack, turn, examined } = await attackOn(() => 200);

    await attack.run(drawsOf(["a"]), nothingSlow(), () => {
      turn({ busyMs: 60, endMs: Date.now() });
      return examined.length > 2;
    });

    expect(new Set(examined)).toEqual(new Set(["a"]));
    expect(attack.violations).toEqual([]);
    expect(attack.longestTurnMs).toBe(60);
  });

  test("ends with the server, and names the requests in flight", async () => {
    const { attack, end, lines } = await attackOn(() => 200);

    await attack.run(drawsOf(["last"]), nothingSlow(), () => {
      if (attack.sent > 5 && !attack.hasEnded) end();
      return false;
    });

    expect(attack.violations).toEqual([expect.stringMatching(/^the server ended; \d+ requests/)]);
    expect(lines.join("\n")).toContain("Under way when the server ended:\nlast");
  });

  test("counts the answers of each operation", async () => {
    const { attack } = await attackOn(() => 418);

    await attack.run(drawsOf(["GET /, header"]), nothingSlow(), () => attack.sent > 5);

    expect(attack.answers.get("GET /")).toEqual(new Map([["418", attack.sent]]));
  });
});

test("the slowest good event is measured, and each that is too slow is reported", () => {
  const good = new SlowGoodEvents();
  const slow: number[] = [];
  good.onSlow((startMs, endMs) => slow.push(endMs - startMs));

  for (const tookMs of [3, 700, 5]) good.take(tookMs);

  expect([good.takeSlowestMs(), good.takeSlowestMs(), good.slowestMs]).toEqual([700, 0, 700]);
  expect(slow).toEqual([700]);
});

async function attackOn(statusOf: (bytes: string) => number) {
  const url = await answering(statusOf);
  const lines: string[] = [];
  const examined: string[] = [];
  const listeners = { turn: (_: Turn) => {}, end: () => {} };
  const faultOf = async (request: HostileRequest): Promise<Fault | undefined> => {
    examined.push(request.wire);
    return faultOfAnswer(await send(url, request, signal));
  };
  const attack = new Attack({
    url,
    probe: {
      onTurn: (listener) => Object.assign(listeners, { turn: listener }),
      onEnd: (listener) => Object.assign(listeners, { end: listener }),
    },
    good: new SlowGoodEvents(),
    examiner: { faultOf, breaks: async (request) => (await faultOf(request)) !== undefined },
    shortenMs: 1_000,
    report: (line) => lines.push(line),
    signal,
  });
  return {
    attack,
    lines,
    examined,
    turn: (turn: Turn) => listeners.turn(turn),
    end: () => listeners.end(),
  };
}

/** Yields the requests again and again. The shortest form of each is its first word. */
function* drawsOf(wires: readonly string[]): Generator<Draw, never> {
  for (let i = 0; ; i += 1) {
    const wire = wires[i % wires.length] ?? "";
    yield {
      request: { kind: wire, wire },
      shorten: async (isBad) => {
        const shorter = { kind: wire, wire: wire.split(" ")[0] ?? "" };
        return (await isBad(shorter)) ? shorter : { kind: wire, wire };
      },
    };
  }
}

function nothingSlow(): Generator<Draw, never> {
  return drawsOf(["slow"]);
}
