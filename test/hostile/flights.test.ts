import { expect, test } from "vitest";

import { Flights } from "./flights.ts";

test("what was under way at some moment of a time is known, and what had just ended", () => {
  let nowMs = 0;
  const flights = new Flights<string>(() => nowMs);
  const endEarly = flights.begin("early");
  nowMs = 100;
  endEarly();
  nowMs = 1_000;
  const endJust = flights.begin("just");
  nowMs = 1_500;
  endJust();
  flights.begin("still");
  nowMs = 1_900;
  flights.begin("late");

  expect(flights.during(1_550, 1_800)).toEqual(["just", "still"]);
  expect(flights.during(1_200, 1_300)).toEqual(["just"]);
});

test("what ended long ago is forgotten", () => {
  let nowMs = 0;
  const flights = new Flights<string>(() => nowMs);
  flights.begin("old")();
  nowMs = 60_000;
  flights.begin("new");

  expect(flights.during(0, 60_000)).toEqual(["new"]);
});
