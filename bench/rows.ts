import { blankRow, writeRow } from "../src/events/row.ts";
import { RowBinaryWriter } from "../src/events/row-binary.ts";
import { pick, randomFrom, zipf } from "./random.ts";

const visitorCount = 50_000;
const pathCount = 5_000;
const dayMs = 86_400_000;

const referrers = ["", "", "", "google.com", "news.ycombinator.com", "t.co"];
const browsers = ["Chrome", "Safari", "Firefox", "Edge"];
const systems = ["Windows", "Android", "iOS", "macOS", "Linux"];
const devices = ["Desktop", "Mobile", "Tablet"];
const screens = ["1920x1080", "1366x768", "390x844", "412x915", "2560x1440"];
const languages = ["en", "de", "fr", "ja", "pt"];
const places = [
  ["EU", "DE", "Land Berlin", "Berlin"],
  ["NA", "US", "California", "San Jose"],
  ["EU", "FR", "Île-de-France", "Paris"],
  ["AS", "JP", "Tokyo", "Tokyo"],
] as const;

/** Returns page views of one day as RowBinary, in groups of `rowsPerGroup` rows each. */
export function buildGroups(groupCount: number, rowsPerGroup: number, startMs: number): Buffer[] {
  const random = randomFrom(20_261_121);
  const writer = new RowBinaryWriter();
  return Array.from({ length: groupCount }, (_, group) => {
    for (let i = 0; i < rowsPerGroup; i += 1) {
      writePageview(writer, random, startMs + group * rowsPerGroup + i);
    }
    return writer.take();
  });
}

function writePageview(writer: RowBinaryWriter, random: () => number, timeMs: number): void {
  const [continent, country, region, city] = pick(random, places);
  writeRow(writer, {
    ...blankRow,
    websiteId: 1,
    date: Math.floor(timeMs / dayMs),
    visitor: BigInt(Math.floor(random() * visitorCount)) * 0x9e37_79b9_7f4an,
    timeMs,
    name: "pageview",
    hostname: "bench.example",
    page: `/section/page-${zipf(random, pathCount)}`,
    referrer: pick(random, referrers),
    utmCampaign: random() < 0.1 ? "autumn" : "",
    browser: pick(random, browsers),
    browserVersion: `${100 + Math.floor(random() * 43)}`,
    operatingSystem: pick(random, systems),
    operatingSystemVersion: `${10 + Math.floor(random() * 8)}`,
    device: pick(random, devices),
    screenResolution: pick(random, screens),
    language: pick(random, languages),
    continent,
    country,
    region,
    city,
  });
}
