/** A tracked website and its settings, as the program uses them. Records are replaced, never changed. */
export interface Website {
  readonly id: number;
  readonly domain: string;
  /** IANA name; the website's days begin at its midnight. */
  readonly timezone: string;
  /** 0 public, 1 private, 2 password. */
  readonly privacy: number;
  /** Salted slow hash, or "" without a password. */
  readonly passwordHash: string;
  readonly email: number;
  readonly excludeBots: number;
  readonly excludeParams: readonly string[];
  readonly excludeIps: readonly string[];
  /** `YYYY-MM-DDTHH:MM:SS`, or "". */
  readonly favoritedAt: string;
  /** Whole seconds, UTC. */
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type Settings = Omit<Website, "id" | "domain" | "createdAt" | "updatedAt">;

export const defaultSettings: Settings = {
  timezone: "UTC",
  privacy: 1,
  passwordHash: "",
  email: 0,
  excludeBots: 1,
  excludeParams: [],
  excludeIps: [],
  favoritedAt: "",
};
