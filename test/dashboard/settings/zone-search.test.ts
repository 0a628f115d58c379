import { describe, expect, test } from "vitest";

import { findZones, offsetOf, readZones } from "../../../src/dashboard/settings/zone-search.ts";
import names from "../../../src/dashboard/settings/zones.json" with { type: "json" };

const zones = readZones(names);
const found = (text: string) => findZones(zones, text).map(({ name }) => name);

describe("a time zone is found", () => {
  test.each([
    ["Berlin", "Europe/Berlin"],
    ["berl", "Europe/Berlin"],
    ["new york", "America/New_York"],
    ["sao paulo", "America/Sao_Paulo"],
    ["Europe/Vienna", "Europe/Vienna"],
    ["kolkata", "Asia/Kolkata"],
    ["utc", "UTC"],
  ])("by its city: %s", (text, name) => {
    expect(found(text)[0]).toBe(name);
  });

  test("by its country, beside the others of the country", () => {
    expect(found("germany")).toEqual(["Europe/Berlin", "Europe/Busingen"]);
    expect(found("brazil")).toContain("America/Sao_Paulo");
  });

  test("by city and country together, in any order", () => {
    expect(found("australia sydney")).toEqual(["Australia/Sydney"]);
    expect(found("sydney germany")).toEqual([]);
  });
});

test("every zone of the list is one that this program knows", () => {
  expect(zones.length).toBeGreaterThan(400);
  expect(zones.filter(({ name }) => offsetOf(name, 0) === "")).toEqual([]);
});

test.each([
  ["Europe/Berlin", "2026-01-15", "UTC+01:00"],
  ["Europe/Berlin", "2026-07-15", "UTC+02:00"],
  ["Asia/Kolkata", "2026-01-15", "UTC+05:30"],
  ["Berlin", "2026-01-15", ""],
])("the offset of %s on %s is %s", (name, day, offset) => {
  expect(offsetOf(name, Date.parse(day))).toBe(offset);
});
