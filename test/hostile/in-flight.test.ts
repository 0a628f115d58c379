import { expect, test } from "vitest";

import { InFlight } from "./in-flight.ts";

test("requests in flight at some moment of a time are found, and those that had just ended", () => {
  let nowMs = 0;
  const inFlight = new InFlight<string>(() => nowMs);
  const endEarly = inFlight.begin("early");
  nowMs = 100;
  endEarly();
  nowMs = 1_000;
  const endJust = inFlight.begin("just");
  nowMs = 1_500;
  endJust();
  inFlight.begin("still");
  nowMs = 1_900;
  inFlight.begin("late");

  expect(inFlight.during(1_550, 1_800)).toEqual(["just", "still"]);
  expect(inFlight.during(1_200, 1_300)).toEqual(["just"]);
});

test("requests that ended long ago are forgotten", () => {
  let nowMs = 0;
  const inFlight = new InFlight<string>(() => nowMs);
  inFlight.begin("old")();
  nowMs = 60_000;
  inFlight.begin("new");

  expect(inFlight.during(0, 60_000)).toEqual(["new"]);
});
