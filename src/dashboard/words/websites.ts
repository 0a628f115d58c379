import { translated } from "./language.ts";
import { plural } from "./plural.ts";

/** The texts of the list of websites, and of what switches between them. */
export const websitesWords = translated("websites", {
  title: "Websites",
  search: "Search websites",
  measure: "Metric",
  visitors: "Visitors",
  pageviews: "Page views",
  sort: "Sort by",
  sorts: { name: "Name", visitors: "Visitors", change: "Change", online: "Online" },
  noVisits: "No visits yet",
  period: "Period",
  days: (count: number) => `${count} days`,
  add: "Add website",
  deleted: (domain: string) => `${domain} was deleted.`,
  noneFound: (search: string) => `No domain contains “${search}”.`,
  noneSeen: "You see no website yet. Ask an owner to give you access to one.",
  none: "No websites yet",
  noneHint: "Add a website, then add one line of HTML to its pages to count its visitors.",
  unavailable: "Not available",
  /** The text of the number has markup on the page. */
  measured: {
    visitors: (count: number, text: string) =>
      plural(count, { one: `${text} visitor`, other: `${text} visitors` }),
    pageviews: (count: number, text: string) =>
      plural(count, { one: `${text} page view`, other: `${text} page views` }),
  },
  /** `measured` is one of the texts above. */
  chart: (measured: string, days: number) => `${measured} in the last ${days} days`,
  online: (count: string) => `${count} online`,
  favorite: (domain: string) => `Favourite: ${domain}`,
  /** The first two are the texts of `measured`. */
  totals: (visitors: string, pageviews: string, days: number) =>
    `${visitors}, ${pageviews} of all websites in the last ${days} days`,

  unknown: (domain: string) => `Events arrive for ${domain}, which is not here.`,
  unknownTitle: "Events of unknown websites",
  addUnknown: "Add",
  addUnknownNamed: (domain: string) => `Add ${domain}`,
  ignoreUnknown: "Ignore",
  ignoreUnknownNamed: (domain: string) => `Ignore ${domain}`,
  ignored: (domain: string) => `${domain} is ignored.`,

  rollupsFail:
    "Some days cannot be counted ahead. Their statistics are right, but take longer. The server's log has the reason.",
});
