/** Everyone sees the statistics, nobody but the owner, or anyone with the website's password. */
export type Privacy = "public" | "private" | "password";

/** A tracked website and its settings, as the program uses them. Records are replaced, never changed. */
export interface Website {
  readonly id: number;
  readonly domain: string;
  /** IANA name; the website's days begin at its midnight. */
  readonly timezone: string;
  readonly privacy: Privacy;
  /** Salted slow hash, or "" without a password. */
  readonly passwordHash: string;
  /** Whether the owner gets e-mail reports. */
  readonly emailReports: boolean;
  readonly excludeBots: boolean;
  readonly excludeParams: readonly string[];
  readonly excludeIps: readonly string[];
  /** `YYYY-MM-DDTHH:MM:SS`; undefined unless it is a favourite. */
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
