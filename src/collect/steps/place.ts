import type { PipelineStep } from "../draft.ts";
import type { PlaceFinder } from "../places.ts";

/** Continent, country, region and city of the address. */
export function place(findPlace: PlaceFinder): PipelineStep {
  return ({ ip, row }) => {
    if (ip === "") return undefined;
    const found = findPlace(ip);
    row.continent = found.continent;
    row.country = found.country;
    row.region = found.region;
    row.city = found.city;
    return undefined;
  };
}
