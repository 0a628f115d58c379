/** A group of reports that a shared link can show. */
export type ShareReport =
  | "overview"
  | "goals"
  | "funnels"
  | "journeys"
  | "engagement"
  | "properties"
  | "revenue"
  | "reads";

/** A link to a website's statistics for others than its owner. */
export interface Share {
  /** Unique among the website's links. Viewers do not see it. */
  readonly name: string;
  /** The last part of its URL, see `newShareToken`; whoever may change the link reads it. */
  readonly token: string;
  /** See `hashPassword`; "" if viewers need no password. */
  readonly passwordHash: string;
  /** The segment whose visitors the link shows; null for all visitors. */
  readonly segmentId: number | null;
  /** `all` are those about visitors. */
  readonly reports: "all" | readonly ShareReport[];
  /** ISO 8601, whole seconds, UTC; null for a link that does not expire. */
  readonly expiresAt: string | null;
  /** The last day of its use, `YYYY-MM-DD`, in UTC. */
  readonly lastUsedOn: string | null;
}

/** Returns whether a link, or the page of a public website, shows a group of reports. */
export function showsReports(link: Pick<Share, "reports"> | undefined, group: ShareReport) {
  const { reports } = link ?? { reports: "all" };
  return reports === "all" ? group !== "reads" : reports.includes(group);
}
