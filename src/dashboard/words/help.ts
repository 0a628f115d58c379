import type { DimensionName } from "../address/dimension-words.ts";
import type { ReportView } from "../address/report-query.ts";
import type { Metric } from "../address/website-query.ts";
import { translated } from "./language.ts";

/** The things that a "?" can explain. */
export type Topic = Metric | DimensionName | ReportView | "week";

/** Explains every number, list and report in a sentence. */
export const helpTextWords = translated("help", {
  more: "Read more",
  topics: {
    visitors:
      "People who came, counted once a day. Somebody who comes on three days counts three times, because Footfall forgets everybody at the end of the day.",
    visits: "Times that people came. 30 minutes without a page view or an event end a visit.",
    pageviews: "Pages that were opened, each time counted.",
    views_per_visit: "Page views divided by visits.",
    bounce_rate: "The share of visits with one page view and nothing else.",
    visit_duration:
      "The time from the first to the last page view or event of a visit, on average. A visit of one page takes 0 seconds.",
    engagement_seconds: "How long an engaged visitor had pages in front on a day, on average.",
    source:
      "The service that visitors came from: what utm_source says, or else the website with the link.",
    channel: "How visitors came: by search, from social networks, by e-mail and so on.",
    referrer: "The website with the link that visitors followed.",
    page: "The pages that were opened, with how often.",
    entry_page: "The first page of each visit.",
    exit_page: "The last page of each visit.",
    hostname: "The names under which the pages were opened.",
    country: "Where visitors are, by their IP address, which is not stored.",
    region: "The state or region where visitors are, as far as it is known.",
    city: "The city where visitors are, as far as it is known.",
    continent: "The continent where visitors are.",
    campaign: "What utm_campaign in the address of a page says.",
    utm_source: "What utm_source in the address of a page says.",
    utm_medium: "What utm_medium in the address of a page says.",
    utm_term: "What utm_term in the address of a page says.",
    utm_content: "What utm_content in the address of a page says.",
    browser: "The browsers of visitors.",
    browser_version: "The browsers of visitors, with their versions.",
    language: "The languages that the browsers of visitors ask for.",
    device: "Whether visitors use a computer, a phone or something else.",
    operating_system: "The operating systems of visitors.",
    operating_system_version: "The operating systems of visitors, with their versions.",
    screen_resolution: "The size of visitors' screens.",
    mark: "What is odd about the browsers of visitors: a program drives them, they are in a network of servers, or their referrer is spam.",
    event: "What visitors did beside opening pages, with how often.",
    visitor: "The visitors of each day.",
    visit: "The visits of each day.",
    pageview: "The page views of each day.",
    week: "When visitors come: each hour of the week, added up over the days.",
    goals: "What you want visitors to do, and how many of them do it.",
    funnels: "Steps towards a goal, and where visitors leave on the way.",
    journeys: "The ways that visits take through the website.",
    engagement: "How long visitors have each page in front, and how far they scroll.",
    properties: "What your events say beside their names.",
    revenue: "What visitors pay, by currency and by what brought them.",
    reads: "What crawlers, assistants and other programs fetch. No visitor is in these numbers.",
  } satisfies Record<Topic, string>,
});

const terms = "statistics-api#terms";
const summary = "statistics-api#summary";
const dimensions = "statistics-api#dimensions";
const analysis = (heading: string) => `analysis#${heading}`;

/** The page of the docs that explains each of them, with the heading. */
export const helpDocs: Readonly<Record<Topic, string>> = {
  visitors: terms,
  visits: terms,
  pageviews: terms,
  views_per_visit: summary,
  bounce_rate: summary,
  visit_duration: summary,
  engagement_seconds: analysis("engagement"),
  source: "statistics-api#sources",
  channel: "statistics-api#channels",
  referrer: dimensions,
  page: dimensions,
  entry_page: dimensions,
  exit_page: dimensions,
  hostname: dimensions,
  country: dimensions,
  region: dimensions,
  city: dimensions,
  continent: dimensions,
  campaign: dimensions,
  utm_source: dimensions,
  utm_medium: dimensions,
  utm_term: dimensions,
  utm_content: dimensions,
  browser: dimensions,
  browser_version: dimensions,
  language: dimensions,
  device: dimensions,
  operating_system: dimensions,
  operating_system_version: dimensions,
  screen_resolution: dimensions,
  mark: "what-counts#marks",
  event: dimensions,
  visitor: "statistics-api#hours-weeks-and-months",
  visit: "statistics-api#hours-weeks-and-months",
  pageview: "statistics-api#hours-weeks-and-months",
  week: analysis("heat-map"),
  goals: analysis("goals"),
  funnels: analysis("funnels"),
  journeys: analysis("journeys"),
  engagement: analysis("engagement"),
  properties: analysis("props"),
  revenue: analysis("revenue"),
  reads: "dashboard#crawlers",
};
