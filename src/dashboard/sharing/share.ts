/** The reports that a shared link can show, in the order of the tabs. */
export const shareReports = [
  "overview",
  "goals",
  "funnels",
  "journeys",
  "engagement",
  "properties",
  "revenue",
] as const;
type ShareReport = (typeof shareReports)[number];

/** A shared link, as the API shows it to those who may change the website. */
export interface ShareRecord {
  readonly id: number;
  readonly name: string;
  /** Absent for those who may only read. */
  readonly url?: string;
  readonly has_password: boolean;
  readonly segment_id: number | null;
  readonly reports: "all" | readonly ShareReport[];
  readonly expires_at: string | null;
  readonly created_at: string;
  readonly last_used_on: string | null;
}

/** Returns the reports of a link in words. */
export function reportsText(reports: ShareRecord["reports"]): string {
  if (reports === "all") return "All reports";
  const words = shareReports.filter((name) => reports.includes(name)).join(", ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
