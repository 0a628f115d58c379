/**
 * Everyone sees the statistics; nobody but the owner does; or anyone with the website's password
 * does.
 */
export type Privacy = "public" | "private" | "password";

/**
 * A website and its settings, as the program uses them. The program replaces these objects and
 * never changes them.
 */
export interface Website {
  readonly id: number;
  readonly domain: string;
  /** IANA name. The website's days begin at midnight in this time zone. */
  readonly timezone: string;
  readonly privacy: Privacy;
  /** Salted slow hash, or "" if there is no password. */
  readonly passwordHash: string;
  /** Whether the owner gets e-mail reports. */
  readonly emailReports: boolean;
  readonly excludeBots: boolean;
  readonly excludeParams: readonly string[];
  readonly excludeIps: readonly string[];
  /** `YYYY-MM-DDTHH:MM:SS`, or undefined if the website is no favourite. */
  readonly favoritedAt: string | undefined;
  /** Whole seconds, UTC. */
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type Settings = Omit<Website, "id" | "domain" | "createdAt" | "updatedAt">;

export const defaultSettings: Settings = {
  timezone: "UTC",
  privacy: "private",
  passwordHash: "",
  emailReports: false,
  excludeBots: true,
  excludeParams: [],
  excludeIps: [],
  favoritedAt: undefined,
};
