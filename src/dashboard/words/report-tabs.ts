import { translated } from "./language.ts";

/** The texts of the tabs of a website. The first view has them. */
export const reportTabsWords = translated("report-tabs", {
  tabs: "Reports",
  names: {
    overview: "Overview",
    goals: "Goals",
    funnels: "Funnels",
    journeys: "Journeys",
    engagement: "Engagement",
    properties: "Properties",
    revenue: "Revenue",
    // What crawlers, assistants and other programs read.
    reads: "Crawlers",
  },
  add: { goals: "Add a goal", funnels: "Add a funnel" },
});
