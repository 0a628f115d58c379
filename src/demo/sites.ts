import { campaign, type DemoSite, from } from "./site.ts";

const google = from("https://www.google.com/");
const direct = from("");

const shop: DemoSite = {
  domain: "harbour-coffee.example",
  timezone: "Europe/Berlin",
  privacy: 1,
  isFavorite: true,
  aheadH: 1,
  visitorsPerDay: 210,
  weekendShare: 1.15,
  mobileShare: 0.58,
  bounceShare: 0.38,
  furtherPages: 2.6,
  entries: [
    [50, "/"],
    [16, "/beans/ethiopia-guji"],
    [10, "/beans/house-espresso"],
    [12, "/guides/grind-size"],
    [12, "/subscription"],
  ],
  pages: [
    [14, "/"],
    [20, "/beans"],
    [14, "/beans/ethiopia-guji"],
    [12, "/beans/house-espresso"],
    [9, "/beans/colombia-huila"],
    [9, "/equipment"],
    [6, "/equipment/hand-grinder"],
    [8, "/subscription"],
    [1, "/cart"],
    [3, "/guides/grind-size"],
  ],
  arrivals: [
    [32, google],
    [26, direct],
    [12, from("https://www.instagram.com/")],
    [4, from("https://duckduckgo.com/")],
    [3, from("https://www.bing.com/")],
    [2, from("https://chatgpt.com/")],
    [1, from("https://www.perplexity.ai/")],
    [4, from("https://www.reddit.com/")],
    [8, campaign("autumn-roast", "newsletter", "email")],
    [7, campaign("subscription-launch", "google", "cpc", "https://www.google.com/")],
    [4, campaign("subscription-launch", "instagram", "social", "https://www.instagram.com/")],
  ],
  happenings: {
    "/beans/ethiopia-guji": [{ name: "Add to cart", chance: 0.16 }],
    "/beans/house-espresso": [{ name: "Add to cart", chance: 0.2 }],
    "/beans/colombia-huila": [{ name: "Add to cart", chance: 0.14 }],
    "/equipment/hand-grinder": [{ name: "Add to cart", chance: 0.08 }],
    "/order/thanks": [{ name: "Purchase", chance: 1, revenue: [14, 96, "EUR"] }],
    "/subscription": [
      {
        name: "Subscribe",
        chance: 0.06,
        props: [
          [3, { size: "250 g" }],
          [2, { size: "1 kg" }],
        ],
        revenue: [19, 54, "EUR"],
      },
    ],
  },
  sequels: {
    "Add to cart": { page: "/cart", chance: 0.75 },
    "/cart": { page: "/order/thanks", chance: 0.36 },
  },
  saved: {
    goals: [
      { name: "Purchase", type: "event", value: "Purchase" },
      { name: "Subscription", type: "event", value: "Subscribe" },
      { name: "Large subscription", type: "event", value: "Subscribe", props: { size: "1 kg" } },
      { name: "Reads a guide", type: "page", value: "/guides/*" },
    ],
    funnels: [
      {
        name: "Checkout",
        within: "visit",
        steps: [
          { name: "Looks at coffee", type: "page", value: "/beans*" },
          { type: "event", value: "Add to cart" },
          { name: "Opens the cart", type: "page", value: "/cart" },
          { type: "event", value: "Purchase" },
        ],
      },
    ],
    segments: [
      { name: "Newsletter readers", filters: { channel: ["E-mail"] } },
      { name: "Phones in Germany", filters: { country: ["Germany"], device: ["Mobile"] } },
    ],
    annotations: [
      { daysAgo: 24, time: "09:30", text: "Newsletter: autumn roast" },
      { daysAgo: 9, text: "Subscriptions start" },
    ],
  },
};

const product: DemoSite = {
  domain: "atlas-notes.example",
  timezone: "America/New_York",
  privacy: 0,
  isFavorite: true,
  aheadH: -5,
  visitorsPerDay: 150,
  weekendShare: 0.45,
  mobileShare: 0.24,
  bounceShare: 0.42,
  furtherPages: 2.8,
  entries: [
    [55, "/"],
    [15, "/pricing"],
    [18, "/docs/getting-started"],
    [12, "/blog/offline-first"],
  ],
  pages: [
    [15, "/"],
    [22, "/pricing"],
    [18, "/features"],
    [12, "/docs/getting-started"],
    [10, "/docs/sync"],
    [8, "/docs/import"],
    [6, "/blog/offline-first"],
    [4, "/changelog"],
    [9, "/signup"],
  ],
  arrivals: [
    [28, google],
    [30, direct],
    [10, from("https://news.ycombinator.com/")],
    [9, from("https://github.com/")],
    [5, from("https://www.reddit.com/")],
    [4, from("https://t.co/")],
    [3, from("https://chatgpt.com/")],
    [6, campaign("offline-first", "newsletter", "email")],
    [5, campaign("compare", "google", "cpc", "https://www.google.com/")],
  ],
  happenings: {
    "/signup": [
      {
        name: "Signup",
        chance: 0.45,
        props: [
          [7, { plan: "free" }],
          [2, { plan: "personal" }],
          [1, { plan: "team" }],
        ],
      },
      { name: "Upgrade", chance: 0.07, revenue: [6, 48, "USD"] },
    ],
    "/features": [{ name: "Watch video", chance: 0.12 }],
  },
  sequels: {},
  saved: {
    goals: [
      { name: "Signup", type: "event", value: "Signup" },
      { name: "Paid signup", type: "event", value: "Signup", props: { plan: "team" } },
      { name: "Upgrade", type: "event", value: "Upgrade" },
      { name: "Reads the docs", type: "page", value: "/docs/*" },
    ],
    funnels: [
      {
        name: "From prices to signup",
        within: "day",
        steps: [
          { type: "page", value: "/pricing" },
          { type: "page", value: "/signup" },
          { type: "event", value: "Signup" },
        ],
      },
    ],
    segments: [
      { name: "From Hacker News", filters: { source: ["Hacker News"] }, public: 1 },
      { name: "Team plan", filters: { "prop:plan": ["team"] } },
    ],
    annotations: [
      { daysAgo: 18, time: "15:00", text: "On the front page of Hacker News", public: 1 },
      { daysAgo: 5, time: "10:00", text: "Release 2.0", public: 1 },
    ],
  },
  fameDaysAgo: 18,
  fameArrival: from("https://news.ycombinator.com/"),
};

const journal: DemoSite = {
  domain: "field-journal.example",
  timezone: "UTC",
  privacy: 1,
  isFavorite: false,
  aheadH: 0,
  visitorsPerDay: 80,
  weekendShare: 0.85,
  mobileShare: 0.46,
  bounceShare: 0.5,
  furtherPages: 2,
  entries: [
    [25, "/"],
    [30, "/2026/birds-of-the-estuary"],
    [25, "/2026/a-week-without-maps"],
    [20, "/2025/winter-light"],
  ],
  pages: [
    [20, "/"],
    [14, "/archive"],
    [10, "/about"],
    [16, "/2026/birds-of-the-estuary"],
    [16, "/2026/a-week-without-maps"],
    [12, "/2025/winter-light"],
    [12, "/2025/notes-on-moss"],
  ],
  arrivals: [
    [34, google],
    [26, direct],
    [12, from("https://mastodon.social/")],
    [8, from("https://bsky.app/")],
    [6, from("https://en.wikipedia.org/")],
    [4, from("https://duckduckgo.com/")],
    [10, campaign("letter-12", "newsletter", "email")],
  ],
  happenings: {
    "/about": [{ name: "Newsletter", chance: 0.2 }],
    "/2026/birds-of-the-estuary": [{ name: "Play recording", chance: 0.18 }],
  },
  sequels: {},
  saved: {
    goals: [{ name: "Newsletter", type: "event", value: "Newsletter" }],
    funnels: [],
    segments: [],
    annotations: [{ daysAgo: 12, text: "Letter 12" }],
  },
};

/** The websites of the demo, none of which exists. */
export const demoSites: readonly DemoSite[] = [shop, product, journal];
