import fc from "fast-check";

import type { KnownAttack } from "./known-attacks.ts";
import type { Surface } from "./requests.ts";
import type { HostileRequest } from "./wire.ts";

/** A drawn request, which can be drawn shorter. */
export interface Draw {
  readonly request: HostileRequest;
  /** Resolves with the shortest bad request that the search finds in the time. */
  shorten(
    isBad: (request: HostileRequest) => Promise<boolean>,
    timeMs: number,
  ): Promise<HostileRequest>;
}

/**
 * Yields requests without end, from one source after the other. The same seed makes the same
 * requests.
 */
export function* drawRequests(surfaces: readonly Surface[], seed: number): Generator<Draw, never> {
  for (let number = 0; ; number += 1) {
    const { requests } = surfaces[number % surfaces.length] as Surface;
    const parameters = { seed: (seed + number) | 0, numRuns: 1 };
    const [request] = fc.sample(requests, parameters) as [HostileRequest];
    yield { request, shorten: shortener(requests, (drawn) => drawn, parameters, request) };
  }
}

/** Returns the request at its full size. */
export function drawAttack({ sizeMax, make }: KnownAttack): Draw {
  const request = make(sizeMax);
  const sizes = fc.integer({ min: 1, max: sizeMax });
  return {
    request,
    shorten: shortener(sizes, make, { examples: [[sizeMax]], numRuns: 1 }, request),
  };
}

/** Draws the same value again, which fast-check then shrinks as long as it is bad. */
function shortener<T>(
  values: fc.Arbitrary<T>,
  make: (value: T) => HostileRequest,
  parameters: fc.Parameters<[T]>,
  request: HostileRequest,
): Draw["shorten"] {
  return async (isBad, interruptAfterTimeLimit) => {
    let shortest = request;
    const property = fc.asyncProperty(values, async (value) => {
      const shorter = make(value);
      if (!(await isBad(shorter))) return true;
      if (shorter.wire.length < shortest.wire.length) shortest = shorter;
      return false;
    });
    await fc.check(property, { ...parameters, interruptAfterTimeLimit });
    return shortest;
  };
}
