import { dimensionsWords } from "../words/dimensions.ts";
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
  {
    id: "sources",
    title: dimensionsWords.cards.sources,
    tabs: ["source", "channel", "referrer"],
    rows: 10,
  },
  {
    id: "pages",
    title: dimensionsWords.cards.pages,
    tabs: ["page", "entry_page", "exit_page", "hostname"],
    rows: 10,
  },
  {
    id: "places",
    title: dimensionsWords.cards.places,
    tabs: ["country", "region", "city", "continent"],
    rows: 10,
    hasMap: true,
  },
  {
    id: "campaigns",
    title: dimensionsWords.cards.campaigns,
    tabs: ["campaign", "utm_source", "utm_medium", "utm_term", "utm_content"],
    rows: 7,
  },
  {
    id: "browsers",
    title: dimensionsWords.cards.browsers,
    tabs: ["browser", "browser_version", "language"],
    rows: 7,
  },
  {
    id: "devices",
    title: dimensionsWords.cards.devices,
    tabs: ["device", "operating_system", "operating_system_version", "screen_resolution", "mark"],
    rows: 7,
  },
  { id: "events", title: dimensionsWords.cards.events, tabs: ["event"], rows: 7 },
  {
    id: "days",
    title: dimensionsWords.cards.days,
    tabs: ["visitor", "visit", "pageview"],
    rows: 7,
  },
];
