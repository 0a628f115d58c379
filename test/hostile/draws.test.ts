import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { drawAttack, drawRequests } from "./draws.ts";
import type { HostileRequest } from "./wire.ts";

const surface = (name: string) => ({
  name,
  requests: fc.integer({ min: 0, max: 100_000 }).map((size) => requestOf(name, size)),
});
const surfaces = [surface("a"), surface("b")];

describe("requests that are drawn", () => {
  test("come from one source after the other", () => {
    expect(wiresOf(1, 4).map((wire) => wire[0])).toEqual(["a", "b", "a", "b"]);
  });

  test("are the same with the same seed", () => {
    expect(wiresOf(7, 20)).toEqual(wiresOf(7, 20));
    expect(wiresOf(7, 20)).not.toEqual(wiresOf(8, 20));
  });

  test("can be drawn shorter, as long as they are bad", async () => {
    const draws = drawRequests(surfaces, 3);
    const big = Array.from({ length: 50 }, () => draws.next().value).find(
      ({ request }) => sizeOf(request) >= 1_000,
    );

    const shortest = await big?.shorten(async (request) => sizeOf(request) >= 1_000, 30_000);

    expect(shortest && sizeOf(shortest)).toBe(1_000);
  });
});

test("a known attack is drawn at its full size, and can be made smaller", async () => {
  const draw = drawAttack({ name: "c", sizeMax: 5_000, make: (size) => requestOf("c", size) });

  expect(sizeOf(draw.request)).toBe(5_000);
  const shortest = await draw.shorten(async (request) => sizeOf(request) >= 17, 30_000);
  expect(sizeOf(shortest)).toBe(17);
});

test("what is bad once only is reported as it was", async () => {
  const draw = drawAttack({ name: "c", sizeMax: 5_000, make: (size) => requestOf("c", size) });

  expect(await draw.shorten(async () => false, 30_000)).toBe(draw.request);
});

function requestOf(kind: string, size: number): HostileRequest {
  return { kind, wire: kind + "x".repeat(size) };
}

function sizeOf({ wire }: HostileRequest): number {
  return wire.length - 1;
}

function wiresOf(seed: number, count: number): string[] {
  const draws = drawRequests(surfaces, seed);
  return Array.from({ length: count }, () => draws.next().value.request.wire);
}
