import type { DimensionName } from "../address/dimension-words.ts";
import type { ReportView } from "../address/report-query.ts";
import type { Metric } from "../address/website-query.ts";

/** The things that a "?" can explain. */
export type Topic = Metric | DimensionName | ReportView | "week";

interface HelpTopic {
  readonly text: string;
  /** The page of the docs that explains it, with the heading. */
  readonly docs: string;
}

/** The texts around each explanation. */
export const helpTextWords = { more: "Read more" } as const;

const terms = "statistics-api#terms";
const summary = "statistics-api#summary";
const dimensions = "statistics-api#dimensions";
const analysis = (heading: string) => `analysis#${heading}`;

/** Explains every number, list and report in a sentence. */
export const helpTopics: Readonly<Record<Topic, HelpTopic>> = {
  visitors: {
    text: "People who came, counted once a day. Somebody who comes on three days counts three times, because Footfall forgets everybody at the end of the day.",
    docs: terms,
  },
  visits: {
    text: "Times that people came. 30 minutes without a page view or an event end a visit.",
    docs: terms,
  },
  pageviews: { text: "Pages that were opened, each time counted.", docs: terms },
  views_per_visit: { text: "Page views divided by visits.", docs: summary },
  bounce_rate: {
    text: "The share of visits with one page view and nothing else.",
    docs: summary,
  },
  visit_duration: {
    text: "The time from the first to the last page view or event of a visit, on average. A visit of one page takes 0 seconds.",
    docs: summary,
  },
  engagement_seconds: {
    text: "How long an engaged visitor had pages in front on a day, on average.",
    docs: analysis("engagement"),
  },
  source: {
    text: "The service that visitors came from: what utm_source says, or else the website with the link.",
    docs: "statistics-api#sources",
  },
  channel: {
    text: "How visitors came: by search, from social networks, by e-mail and so on.",
    docs: "statistics-api#channels",
  },
  referrer: { text: "The website with the link that visitors followed.", docs: dimensions },
  page: { text: "The pages that were opened, with how often.", docs: dimensions },
  entry_page: { text: "The first page of each visit.", docs: dimensions },
  exit_page: { text: "The last page of each visit.", docs: dimensions },
  hostname: { text: "The names under which the pages were opened.", docs: dimensions },
  country: {
    text: "Where visitors are, by their IP address, which is not stored.",
    docs: dimensions,
  },
  region: {
    text: "The state or region where visitors are, as far as it is known.",
    docs: dimensions,
  },
  city: { text: "The city where visitors are, as far as it is known.", docs: dimensions },
  continent: { text: "The continent where visitors are.", docs: dimensions },
  campaign: { text: "What utm_campaign in the address of a page says.", docs: dimensions },
  utm_source: { text: "What utm_source in the address of a page says.", docs: dimensions },
  utm_medium: { text: "What utm_medium in the address of a page says.", docs: dimensions },
  utm_term: { text: "What utm_term in the address of a page says.", docs: dimensions },
  utm_content: { text: "What utm_content in the address of a page says.", docs: dimensions },
  browser: { text: "The browsers of visitors.", docs: dimensions },
  browser_version: { text: "The browsers of visitors, with their versions.", docs: dimensions },
  language: { text: "The languages that the browsers of visitors ask for.", docs: dimensions },
  device: { text: "Whether visitors use a computer, a phone or something else.", docs: dimensions },
  operating_system: { text: "The operating systems of visitors.", docs: dimensions },
  operating_system_version: {
    text: "The operating systems of visitors, with their versions.",
    docs: dimensions,
  },
  screen_resolution: { text: "The size of visitors' screens.", docs: dimensions },
  event: { text: "What visitors did beside opening pages, with how often.", docs: dimensions },
  visitor: { text: "The visitors of each day.", docs: "statistics-api#hours-weeks-and-months" },
  visit: { text: "The visits of each day.", docs: "statistics-api#hours-weeks-and-months" },
  pageview: { text: "The page views of each day.", docs: "statistics-api#hours-weeks-and-months" },
  week: {
    text: "When visitors come: each hour of the week, added up over the days.",
    docs: analysis("heat-map"),
  },
  goals: {
    text: "What you want visitors to do, and how many of them do it.",
    docs: analysis("goals"),
  },
  funnels: {
    text: "Steps towards a goal, and where visitors leave on the way.",
    docs: analysis("funnels"),
  },
  journeys: { text: "The ways that visits take through the website.", docs: analysis("journeys") },
  engagement: {
    text: "How long visitors have each page in front, and how far they scroll.",
    docs: analysis("engagement"),
  },
  properties: { text: "What your events say beside their names.", docs: analysis("props") },
  revenue: {
    text: "What visitors pay, by currency and by what brought them.",
    docs: analysis("revenue"),
  },
};
