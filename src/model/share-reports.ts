/** The groups of reports that a shared link can show, in the order of the dashboard's tabs. */
export const shareReports = [
  "overview",
  "goals",
  "funnels",
  "journeys",
  "engagement",
  "properties",
  "revenue",
] as const;
