import { importProblem } from "../../model/import-problems.ts";
import { readHead, type SourceFile } from "../files/source-file.ts";
import {
  countries,
  entryPages,
  events,
  hostnames,
  named,
  pages,
  places,
  sources,
  sourcesAndMedia,
  sourcesWithMedia,
  texts,
} from "./dated-breakdowns.ts";
import type { Dialect } from "./dated-tables.ts";
import { datedFormat } from "./dated-totals.ts";
import { ga4Browsers, ga4Channels, ga4Devices, ga4Systems } from "./names/ga4.ts";

const city = ["city", "City"];
const region = ["region", "Region"];
const country = ["countryId", "Country ID", "country", "Country"];

/** Events that Google makes by itself, and that are none of the custom ones. */
const otherEvents = new Set([
  "page_view",
  "session_start",
  "first_visit",
  "user_engagement",
  "scroll",
  "pageview",
  "engagement",
]);

/** The names of the user interface in English, and those of the Data API. */
const dialect: Dialect = {
  days: ["date", "Date"],
  dayNumbers: ["nthDay", "Nth day"],
  metrics: {
    visitors: ["activeUsers", "Active users", "totalUsers", "Total users", "Users"],
    visits: ["sessions", "Sessions"],
    pageviews: ["screenPageViews", "Views"],
    events: ["eventCount", "Event count"],
    bounceRate: ["bounceRate", "Bounce rate"],
    engagedVisits: ["engagedSessions", "Engaged sessions"],
    visitSeconds: ["averageSessionDuration", "Average session duration"],
  },
  breakdowns: [
    pages([
      "pagePathPlusQueryString",
      "Page path + query string",
      "unifiedPagePathScreen",
      "Page path and screen class",
      "pagePath",
      "Page path",
    ]),
    entryPages([
      "landingPagePlusQueryString",
      "Landing page + query string",
      "landingPage",
      "Landing page",
    ]),
    hostnames(["hostName", "Hostname"]),
    sourcesWithMedia(["sessionSourceMedium", "Session source / medium"]),
    sourcesAndMedia(["sessionSource", "Session source"], ["sessionMedium", "Session medium"]),
    sources(["sessionSource", "Session source"]),
    named(
      "channel",
      [
        "sessionDefaultChannelGroup",
        "sessionPrimaryChannelGroup",
        "Session default channel group",
        "Session primary channel group (Default Channel Group)",
      ],
      ga4Channels,
    ),
    texts("campaign", ["sessionCampaignName", "Session campaign"]),
    countries(country),
    places("region", { name: region, country }),
    places("city", { name: city, region, country }),
    places("city", { name: city, country }),
    named("device", ["deviceCategory", "Device category"], ga4Devices),
    named("browser", ["browser", "Browser"], ga4Browsers),
    named("operating_system", ["operatingSystem", "Operating system"], ga4Systems),
    texts("screen_resolution", ["screenResolution", "Screen resolution"]),
    events(["eventName", "Event name"], otherEvents),
  ],
};

/** Tables of days that Google Analytics 4 shows, or that its Data API answers, as CSV. */
export const ga4Csv = datedFormat({
  ...dialect,
  source: "ga4-csv",
  detects: async (files) => {
    for (const file of files) if (await looksLikeGa4Csv(file)) return true;
    return false;
  },
  advice: importProblem("ga4_days"),
  sumsVisitors: false,
});

/** The notes of the user interface are in English only if the names of the columns are. */
async function looksLikeGa4Csv(file: SourceFile): Promise<boolean> {
  const head = await readHead(file);
  if (/^# (?:Start date: )?\d{8}/m.test(head)) return true;
  const [header = ""] = head.split(/\r?\n/, 1);
  const names = header.split(",").map((name) => name.replaceAll('"', "").trim());
  const hasOne = (all: readonly string[]) => all.some((name) => names.includes(name));
  const { visitors, visits, pageviews } = dialect.metrics;
  return hasOne(dialect.days) && hasOne([...visitors, ...visits, ...pageviews]);
}
