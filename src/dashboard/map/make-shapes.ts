/**
 * Makes `shapes.json`, the countries of the world map, from the public-domain data of Natural Earth
 * (naturalearthdata.com) in the npm package `world-atlas`:
 *
 *     npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
 *     npx tsx src/dashboard/map/make-shapes.ts package
 *
 * A country is a path of an SVG in the Equal Earth projection, at 1:110 million. Countries that are
 * too small for that are dots, at their place in the data at 1:50 million.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Point = readonly [number, number];
type Ring = readonly Point[];

/** The part of a TopoJSON file that has the countries. */
interface Topology {
  readonly transform: { readonly scale: Point; readonly translate: Point };
  /** Lines that countries share; each point but the first is the step from the one before. */
  readonly arcs: readonly Ring[];
  readonly objects: { readonly countries: { readonly geometries: readonly Geometry[] } };
}

/** The lines of a ring. A negative number is a line backwards. */
type RingLines = readonly number[];

/** The rings of one polygon, or of several. */
type Geometry = {
  /** Numeric code of ISO 3166; some areas have none. */
  readonly id?: string;
  readonly properties: { readonly name: string };
} & (
  | { readonly type: "Polygon"; readonly arcs: readonly RingLines[] }
  | { readonly type: "MultiPolygon"; readonly arcs: readonly (readonly RingLines[])[] }
);

/** Width of the map in units. A unit is about half a pixel of the page. */
const width = 1000;
/** Longitude in the middle of the map, which then ends in the Bering Strait. */
const middle = 11;
/** Degrees of latitude that the map shows. Antarctica is outside. */
const [south, north] = [-56, 84];
/** The countries of areas that the data lists without a code. */
const codesByName: Readonly<Record<string, string>> = {
  "N. Cyprus": "CY",
  Somaliland: "SO",
  Kosovo: "XK",
};

/** Returns a point of the Equal Earth projection (Šavrič, Patterson, Jenny 2018). */
function project([longitude, latitude]: Point): Point {
  const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796];
  const m = Math.sqrt(3) / 2;
  const t = Math.asin(m * Math.sin((latitude * Math.PI) / 180));
  const slope = a1 + 3 * a2 * t ** 2 + t ** 6 * (7 * a3 + 9 * a4 * t ** 2);
  const x = (((longitude * Math.PI) / 180) * Math.cos(t)) / (m * slope);
  return [x, t * (a1 + a2 * t ** 2 + t ** 6 * (a3 + a4 * t ** 2))];
}

const scale = width / 2 / project([180, 0])[0];
const top = project([0, north])[1];
const height = Math.ceil((top - project([0, south])[1]) * scale);

/** Returns the points of a ring as seen from the middle of the map, without a leap at its edge. */
function turned(ring: Ring): Ring {
  const start = (((ring[0]?.[0] ?? 0) - middle + 540) % 360) - 180;
  let before = start;
  return ring.map(([longitude, latitude]) => {
    const turns = Math.round((before - (longitude - middle)) / 360);
    before = longitude - middle + turns * 360;
    return [before, latitude];
  });
}

/** Returns the place of a point on the map, in whole units. */
function placeOf(point: Point): Point {
  const [x, y] = project(point);
  return [Math.round(x * scale + width / 2), Math.round((top - y) * scale)];
}

/** Returns the rings of each country of a TopoJSON file, in degrees, by the country's code. */
function readCountries(file: string): ReadonlyMap<string, readonly Ring[]> {
  const topology = JSON.parse(readFileSync(file, "utf8")) as Topology;
  const lines = linesOf(topology);
  const lineOf = (index: number) =>
    index < 0 ? (lines[-1 - index] ?? []).toReversed() : (lines[index] ?? []);
  // Each line begins where the one before it ends.
  const ringOf = (indices: RingLines) =>
    indices.flatMap((index, i) => lineOf(index).slice(i === 0 ? 0 : 1));
  const countries = new Map<string, readonly Ring[]>();
  for (const geometry of topology.objects.countries.geometries) {
    const code = codesByName[geometry.properties.name] ?? codeOf(geometry.id);
    if (code === undefined || code === "AQ") continue;
    const rings = geometry.type === "Polygon" ? geometry.arcs : geometry.arcs.flat();
    countries.set(code, [...(countries.get(code) ?? []), ...rings.map(ringOf)]);
  }
  return countries;
}

/** Returns the two letters of a country's numeric code. */
function codeOf(id: string | undefined): string | undefined {
  return id === undefined ? undefined : new Intl.Locale(`und-${id}`).region;
}

function linesOf({ arcs, transform }: Topology): Ring[] {
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([stepX, stepY]): Point => {
      x += stepX;
      y += stepY;
      const { scale: factor, translate } = transform;
      return [x * factor[0] + translate[0], y * factor[1] + translate[1]];
    });
  });
}

/** Returns a ring as part of a path, in steps; empty if it is smaller than a unit. */
function pathOf(ring: Ring): string {
  const places = turned(ring).map(placeOf);
  const corners = places.filter(([x, y], i) => {
    const before = places[i - 1];
    return before === undefined || x !== before[0] || y !== before[1];
  });
  // The last corner is the first one again.
  if (corners.length < 4) return "";
  const steps = corners.map(([x, y], i) => {
    const [beforeX, beforeY] = corners[i - 1] ?? [0, 0];
    return `${x - beforeX} ${y - beforeY}`;
  });
  const [start, ...others] = steps.slice(0, -1);
  // A minus sign separates numbers as well as a blank does.
  return `M${start}l${others.join(" ")}z`.replaceAll(" -", "-");
}

/** Returns the middle of a country's largest part. */
function middleOf(rings: readonly Ring[]): Point {
  const [longest = []] = rings.toSorted((a, b) => b.length - a.length);
  const largest = turned(longest);
  const between = (numbers: readonly number[]) => (Math.min(...numbers) + Math.max(...numbers)) / 2;
  return placeOf([between(largest.map(([x]) => x)), between(largest.map(([, y]) => y))]);
}

const directory = process.argv[2] ?? ".";
const large = readCountries(join(directory, "countries-110m.json"));
const all = readCountries(join(directory, "countries-50m.json"));
const shapes: Record<string, string> = {};
const dots: Record<string, string> = {};
for (const code of [...all.keys()].sort()) {
  const path = (large.get(code) ?? []).map(pathOf).join("");
  if (path === "") dots[code] = middleOf(all.get(code) ?? []).join(" ");
  else shapes[code] = path;
}
const map = { width, height, shapes, dots };
writeFileSync(new URL("shapes.json", import.meta.url), `${JSON.stringify(map, null, 2)}\n`);
