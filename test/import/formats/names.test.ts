import { expect, test } from "vitest";

import { detectorBrowsers } from "../../../src/import/formats/names/device-detector.ts";
import { ga4Browsers } from "../../../src/import/formats/names/ga4.ts";
import { goatCounterBrowsers } from "../../../src/import/formats/names/goatcounter.ts";
import { findName, namesOf } from "../../../src/import/formats/names/names.ts";
import { placeColumns } from "../../../src/import/formats/names/places.ts";
import { regionName } from "../../../src/import/formats/names/regions.ts";
import { umamiBrowsers } from "../../../src/import/formats/names/umami.ts";
import { RowCounter } from "../../../src/import/run/row-counter.ts";

test("a name is found by each of its spellings, in any case", () => {
  const names = namesOf({ macOS: "mac os|os x", Windows: "" });
  const counter = new RowCounter();
  const found = ["macos", " Mac OS ", "OS X", "windows"].map((text) =>
    findName(names, "operating_system", text, counter),
  );
  expect(found).toEqual(["macOS", "macOS", "macOS", "Windows"]);
  expect(counter.unmapped).toEqual({});
});

test("a table adds to the spellings of those before it", () => {
  const names = namesOf({ Silk: "amazon silk", Edge: "msie" }, { Silk: "mobile silk", IE: "msie" });
  expect(
    ["Amazon Silk", "mobile silk", "silk", "msie"].map((text) => names.get(text.toLowerCase())),
  ).toEqual(["Silk", "Silk", "Silk", "IE"]);
});

test("every product's Amazon Silk is Silk, as by its agent", () => {
  const tables = [umamiBrowsers, detectorBrowsers, ga4Browsers, goatCounterBrowsers];
  for (const names of tables) expect(names.get("amazon silk")).toBe("Silk");
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
    "California",
    "District of Columbia",
    "England",
    "Bavaria",
    "Ile-de-France",
    "Sao Paulo",
    "Zurich",
    "North Holland",
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
