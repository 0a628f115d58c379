import { translated } from "./language.ts";
import { plural } from "./plural.ts";

/** The texts of the tracking code, the first-visit card and the tracking check. */
export const trackingWords = translated("tracking", {
  code: "Tracking code",
  codeName: "the tracking code",
  platforms: "Where the website comes from",
  platform: {
    html: "HTML",
    wordpress: "WordPress",
    shopify: "Shopify",
    gtm: "Google Tag Manager",
    next: "Next.js",
  },
  howTo: {
    html: "Paste this line before </head> on every page.",
    wordpress:
      "Paste this line into the header of all pages. A plugin can do that: in WPCode, the menu Code Snippets has Header & Footer, and its first field is the header.",
    shopify:
      "In Online Store, Themes, choose Edit code, and paste this line before </head> in layout/theme.liquid. The checkout is not part of the theme, so it is not counted.",
    gtm: "Make a tag of the type Custom HTML with this text and the trigger All Pages, and publish the container. Visitors without Google Tag Manager, such as those who block it, are not counted.",
    next: "Put this element into the <body> of app/layout.tsx, with the line of the import above. Changes of the page are counted by themselves.",
  },
  noCookies: "It sets no cookies.",
  outbound: "Count clicks on links to other websites",
  downloads: "Count downloads of files",
  local: (domain: string) =>
    `data-local stands there because ${domain} is a local name, which the tracker ignores without it.`,
  warning: (origin: string) =>
    `The line has the address at which you opened this page, ${origin}. Visitors must reach Footfall at a public https address: a page with https sends nothing to one with http. Open the dashboard at that address, or set BASE_URL to it.`,

  firstVisit: "First visit",
  waiting: (domain: string) => `Waiting for the first visit to ${domain} …`,
  localHint:
    "Pages on your own computer, such as localhost, are not counted unless the line has data-local.",
  waitingHint: (domain: string) =>
    `Put the tracking code on your pages, and open one of them. This page shows the visit within five seconds, and then the statistics of ${domain}.`,
  /** `event` is what is known of it, such as its page and `ago`: each as `part`, with `comma`. */
  works: (event: string) => `It works: ${event}`,
  ago: (age: string) => `${age} ago`,
  part: (part: string) => part,
  comma: ", ",
  worksBriefly: "It works: the first visit is counted.",
  close: "Close",
  notCounted: "Arrived, but not counted",
  otherHost: (events: number, host: string) =>
    `${plural(events, { one: "1 event", other: `${events} events` })} of ${host}, another website`,
  bot: (events: number, name: string) => {
    const bots = plural(events, { one: "1 bot", other: `${events} bots` });
    return name === "" ? bots : `${bots}: ${name}`;
  },
  excluded: (events: number) =>
    plural(events, {
      one: "1 event from an excluded address",
      other: `${events} events from excluded addresses`,
    }),
  /** A page asked for a script, by a path with a typing error. */
  script: (requests: number, path: string) =>
    `A page asked ${plural(requests, { one: "once", other: `${requests} times` })} for ${path}, a script that does not exist. Look for a typing error in the tracking code.`,
  unknown: (events: number, domain: string) =>
    `${plural(events, { one: "1 event", other: `${events} events` })} of ${domain}, which is not here`,

  check: "Tracking check",
  lead: (domain: string) => `Whether the events of ${domain} arrive, and which ones do not count.`,
  settings: "Change what counts",
  last: (event: string) => `Last event: ${event}`,
  noLast: "No event has been counted since yesterday.",
  since: "Not counted since yesterday",
  nothingSince: "Everything that arrived since yesterday was counted.",
  noNetworks:
    "This server has no database of networks, so no visit is marked as one from a hosting network.",
  days: "Events by day",
  day: "Day",
  columns: {
    accepted: {
      label: "Counted",
      meaning: "Page views, custom events and engagement events.",
    },
    bot: { label: "Not counted: bots", meaning: "The browser says that it is a bot." },
    ip: { label: "Excluded addresses", meaning: "Not counted: the settings exclude the address." },
    hostname: { label: "Other websites", meaning: "Not counted: the page is on another domain." },
    hidden: {
      label: "Hidden",
      meaning: "Some of those: conditions leave them out of all numbers.",
    },
  },
  seconds: (count: number) => `${count} s`,
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
});
