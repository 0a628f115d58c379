import type { PipelineStep } from "../draft.ts";
import type { PlaceFinder } from "../places.ts";

/** Fills in continent, country, region and city of the IP address. */
export function place(findPlace: PlaceFinder): PipelineStep {
  return ({ ip, row }) => {
    if (ip === "") return undefined;
    const location = findPlace(ip);
    row.continent = location.continent;
    row.country = location.country;
    row.region = location.region;
    row.city = location.city;
    return undefined;
  };
}
