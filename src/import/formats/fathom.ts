import { importProblem } from "../../model/import-problems.ts";
import { readHeader } from "../files/csv-rows.ts";
import type { SourceFile } from "../files/source-file.ts";
import {
  countries,
  events,
  hostnames,
  named,
  pages,
  places,
  referrers,
  texts,
} from "./dated-breakdowns.ts";
import type { Dialect } from "./dated-tables.ts";
import { datedFormat } from "./dated-totals.ts";
import { commonBrowsers, commonDevices, commonSystems } from "./names/agents.ts";
import { namesOf } from "./names/names.ts";

const country = ["Country Code", "country_code", "Country", "country"];

/** The names of the files of whole websites, and of the exports by breakdown and of the API. */
const dialect: Dialect = {
  days: ["Timestamp", "timestamp", "datetime", "date"],
  dayNumbers: [],
  metrics: {
    // The visitors of a website, or else those of a page.
    visitors: ["Visits", "visits", "Visitors", "visitors", "Uniques", "uniques"],
    visits: ["Visits", "visits", "Visitors", "visitors"],
    pageviews: ["Pageviews", "pageviews", "Views", "views"],
    events: ["Completions", "completions", "Conversions", "conversions"],
    bounceRate: ["Bounce Rate", "bounce_rate"],
    engagedVisits: [],
    visitSeconds: ["Avg Duration", "avg_duration"],
  },
  breakdowns: [
    pages(["Pathname", "pathname"]),
    hostnames(["Hostname", "hostname"]),
    referrers(["Referrer Hostname", "referrer_hostname"]),
    countries(country),
    places("city", { name: ["City", "city"], country }),
    named("device", ["Device Type", "device_type"], namesOf(commonDevices)),
    named("browser", ["Browser", "browser"], namesOf(commonBrowsers)),
    named("operating_system", ["Operating System", "operating_system"], namesOf(commonSystems)),
    texts("utm_source", ["UTM Source", "utm_source"]),
    texts("utm_medium", ["UTM Medium", "utm_medium"]),
    texts("campaign", ["UTM Campaign", "utm_campaign"]),
    texts("utm_content", ["UTM Content", "utm_content"]),
    texts("utm_term", ["UTM Term", "utm_term"]),
    events(["Event Name", "event_name", "Event", "Name"], new Set(["pageview", "engagement"])),
  ],
};

/** Fathom's exports: a table of hours or days, and one for each breakdown. */
export const fathom = datedFormat({
  ...dialect,
  source: "fathom",
  detects: async (files) => {
    for (const file of files) if (await looksLikeFathom(file)) return true;
    return false;
  },
  advice: importProblem("fathom_days"),
  // A visitor of two hours may be in the row of each.
  sumsVisitors: true,
});

async function looksLikeFathom(file: SourceFile): Promise<boolean> {
  const names = await readHeader(file);
  const { pageviews, events: completions } = dialect.metrics;
  const hasOne = (all: readonly string[]) => all.some((name) => names.includes(name));
  return hasOne(dialect.days) && hasOne([...pageviews, ...completions]);
}
