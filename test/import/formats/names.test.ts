import { expect, test } from "vitest";

import { findName, namesOf } from "../../../src/import/formats/names/names.ts";
import { placeColumns } from "../../../src/import/formats/names/places.ts";
import { regionName } from "../../../src/import/formats/names/regions.ts";
import { RowCounter } from "../../../src/import/row-counter.ts";

test("a name is found by each of its spellings, in any case", () => {
  const names = namesOf({ macOS: "mac os|os x", Windows: "" });
  const counter = new RowCounter();
  const found = ["macos", " Mac OS ", "OS X", "windows"].map((text) =>
    findName(names, "operating_system", text, counter),
  );
  expect(found).toEqual(["macOS", "macOS", "macOS", "Windows"]);
  expect(counter.unmapped).toEqual({});
});

test("unknown spellings are counted, but not those that say unknown", () => {
  const counter = new RowCounter();
  for (const text of ["BeOS", " BeOS", "", "Unknown", "(not set)", "__proto__", "constructor"]) {
    expect(findName(namesOf({}), "operating_system", text, counter)).toBe("");
  }
  expect(Object.entries(counter.unmapped["operating_system"] ?? {})).toEqual([
    ["BeOS", 2],
    ["__proto__", 1],
    ["constructor", 1],
  ]);
});

test("regions have the English names of the bundled GeoIP database", () => {
  const codes = ["US-CA", "US-DC", "GB-ENG", "DE-BY", "FR-IDF", "BR-SP", "CH-ZH", "NL-NH"];
  expect(codes.map(regionName)).toEqual([
    ...["California", "District of Columbia", "England", "Bavaria", "Ile-de-France", "Sao Paulo"],
    ...["Zurich", "North Holland"],
  ]);
  expect(regionName("US-QQ")).toBeUndefined();
});

test("a place has a region only in a country that is known", () => {
  const of = (country: string, region = "", city = "") => {
    const counter = new RowCounter();
    return [Object.values(placeColumns({ country, region, city }, counter)), counter.unmapped];
  };
  expect(of("us", "US-CA", "Oakland")).toEqual([["NA", "US", "California", "Oakland"], {}]);
  expect(of("US", "ca")).toEqual([["NA", "US", "California", ""], {}]);
  expect(of("UK", "ENG")).toEqual([["EU", "GB", "England", ""], {}]);
  expect(of("", "US-CA", "Oakland")).toEqual([["", "", "", ""], {}]);
  expect(of("T1")).toEqual([["", "", "", ""], {}]);
  expect(of("constructor")).toEqual([["", "", "", ""], { country: { constructor: 1 } }]);
  expect(of("DE", "Bayern")).toEqual([["EU", "DE", "", ""], { region: { Bayern: 1 } }]);
});
