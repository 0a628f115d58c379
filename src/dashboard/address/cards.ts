import { cardTitles } from "../words/dimensions.ts";
import type { DimensionName } from "./dimension-words.ts";

export interface Card {
  readonly id: string;
  readonly title: string;
  readonly tabs: readonly [DimensionName, ...DimensionName[]];
  /** Rows that the card shows. Its height does not change with fewer. */
  readonly rows: 10 | 7;
  /** Whether it shows the world map above its values. */
  readonly hasMap?: boolean;
}

/** Lists the cards of a website's page, in order. Related dimensions are tabs of one card. */
export const cards: readonly Card[] = [
  { id: "sources", title: cardTitles.sources, tabs: ["source", "channel", "referrer"], rows: 10 },
  {
    id: "pages",
    title: cardTitles.pages,
    tabs: ["page", "entry_page", "exit_page", "hostname"],
    rows: 10,
  },
  {
    id: "places",
    title: cardTitles.places,
    tabs: ["country", "region", "city", "continent"],
    rows: 10,
    hasMap: true,
  },
  {
    id: "campaigns",
    title: cardTitles.campaigns,
    tabs: ["campaign", "utm_source", "utm_medium", "utm_term", "utm_content"],
    rows: 7,
  },
  {
    id: "browsers",
    title: cardTitles.browsers,
    tabs: ["browser", "browser_version", "language"],
    rows: 7,
  },
  {
    id: "devices",
    title: cardTitles.devices,
    tabs: ["device", "operating_system", "operating_system_version", "screen_resolution"],
    rows: 7,
  },
  { id: "events", title: cardTitles.events, tabs: ["event"], rows: 7 },
  { id: "days", title: cardTitles.days, tabs: ["visitor", "visit", "pageview"], rows: 7 },
];
