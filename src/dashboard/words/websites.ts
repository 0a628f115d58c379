import { plural } from "./plural.ts";

/** The texts of the list of websites, and of what switches between them. */
export const websitesWords = {
  title: "Websites",
  search: "Search websites",
  measure: "Metric",
  visitors: "Visitors",
  pageviews: "Page views",
  period: "Period",
  days: (count: number) => `${count} days`,
  add: "Add website",
  noneFound: (search: string) => `No domain contains “${search}”.`,
  noneSeen: "You see no website yet. Ask an owner to give you access to one.",
  none: "No websites yet",
  noneHint: "Add a website, then add one line of HTML to its pages to count its visitors.",
  unavailable: "Not available",
  /** The number stands in front in a larger type. */
  measured: (count: number, measure: "visitors" | "pageviews") =>
    measure === "visitors"
      ? plural(count, { one: "visitor", other: "visitors" })
      : plural(count, { one: "page view", other: "page views" }),
  chart: (total: string, measured: string, days: number) =>
    `${total} ${measured} in the last ${days} days`,
  online: (count: string) => `${count} online`,
  favorite: (domain: string) => `Favourite: ${domain}`,
  totalsHint: (days: number) => `of all websites in the last ${days} days`,

  unknown: (domain: string) => `Events arrive for ${domain}, which is not here.`,
  unknownTitle: "Events of unknown websites",
  addUnknown: "Add",
  ignoreUnknown: "Ignore",
  ignored: (domain: string) => `${domain} is ignored.`,
} as const;
