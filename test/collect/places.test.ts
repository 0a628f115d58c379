import { beforeAll, expect, test } from "vitest";
import { StartRefused } from "../../src/base/errors.ts";
import { openPlaces, type PlaceFinder } from "../../src/collect/places.ts";

const nowhere = { continent: "", country: "", region: "", city: "" };

let find: PlaceFinder;
beforeAll(async () => {
  find = await openPlaces(undefined);
});

test.each([
  ["141.20.1.1", { continent: "EU", country: "DE", city: "Berlin" }],
  ["8.8.8.8", { continent: "NA", country: "US" }],
  ["2003::1", { continent: "EU", country: "DE" }],
])("%s is somewhere", (ip, place) => {
  expect(find(ip)).toMatchObject(place);
});

test.each([
  "127.0.0.1",
  "10.0.0.1",
  "192.168.1.1",
  "0.0.0.0",
  "255.255.255.255",
  "::1",
  "::",
  "fe80::1",
  "fd00::1",
])("%s is nowhere", (ip) => {
  expect(find(ip)).toEqual(nowhere);
});

test("a place is the same when it is asked for again", () => {
  expect(find("141.20.1.1")).toEqual(find("141.20.1.1"));
});

test.each(["/no/such/file.mmdb", "package.json"])(
  "a database that cannot be read refuses the start: %s",
  async (path) => {
    await expect(openPlaces(path)).rejects.toThrow(StartRefused);
    await expect(openPlaces(path)).rejects.toThrow("GEOIP_DB");
  },
);
