import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";

import { type ApiDocument, operationsOf } from "../helpers/api-document.ts";
import { startApp } from "../helpers/app.ts";
import { stopAll } from "../helpers/clean-up.ts";
import { knownAttacks } from "./known-attacks.ts";
import { type Surface, surfacesOf } from "./requests.ts";

const fixtures = {
  apiKey: "key-0123456789abcdef",
  good: { id: 3, domain: "good.example", today: "2026-11-22" },
  ids: { kept: [1, 2], changed: [4], deleted: [5] },
  domains: ["example.com"],
};
const headBytesMax = 16 * 1024;

let document: ApiDocument;
let surfaces: readonly Surface[];
/** Some requests of every route. */
let wires: readonly string[];
beforeAll(async () => {
  const { app } = await startApp({});
  document = (await app.inject("/openapi.json")).json();
  await stopAll();
  surfaces = surfacesOf(document, fixtures);
  wires = surfaces.flatMap((surface) => drawn(surface, 20));
});

describe("the requests of a route", () => {
  test("are there for each route of the document, and for those that are not in it", () => {
    const names = surfaces.map(({ name }) => name);

    expect(names).toEqual(expect.arrayContaining([...operationsOf(document).keys()]));
    expect(names).toEqual(expect.arrayContaining(["GET /", "GET /unsubscribe/{domain}"]));
  });

  test("have heads that a server reads, most of them", () => {
    const heads = wires.map((wire) => wire.slice(0, wire.indexOf("\r\n\r\n")));
    const readable = heads.filter(
      (head) => head.length < headBytesMax && /^[A-Z]+ \/\S* HTTP\/1\.1\r\n/.test(head),
    );

    expect(readable.length).toBeGreaterThan(wires.length * 0.9);
  });

  test("have the key most of the time", () => {
    const withKey = wires.filter((wire) => wire.includes(`Bearer ${fixtures.apiKey}`));

    expect(withKey.length).toBeGreaterThan(wires.length / 2);
  });

  test("never name the website of the good events", () => {
    expect(wires.filter((wire) => /^\S+ \/api\/v1\/\w+\/3[/? ]/.test(wire))).toEqual([]);
  });

  test("break each field of a body", () => {
    const surface = surfaces.find(({ name }) => name === "POST /api/send");
    const bodies = surface === undefined ? [] : drawn(surface, 500);

    for (const field of ["type", "payload", "website", "hostname", "url", "data"]) {
      const values = bodies.flatMap((wire) => [
        ...wire.matchAll(new RegExp(`"${field}":(.)`, "g")),
      ]);
      expect(new Set(values.map(([, first]) => first)).size, field).toBeGreaterThan(3);
    }
  });
});

test("each known attack has a request of its full size", () => {
  for (const { name, sizeMax, make } of knownAttacks(fixtures)) {
    const { kind, wire } = make(sizeMax);
    expect(kind).toBe(name);
    expect(wire.length).toBeGreaterThanOrEqual(make(1).wire.length);
  }
});

function drawn({ requests }: Surface, numRuns: number): string[] {
  return fc.sample(requests, { numRuns, seed: 1 }).map(({ wire }) => wire);
}
