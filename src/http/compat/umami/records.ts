/** The kinds of ids, as a part of the UUID. */
const kinds = { website: "0000", person: "0001", root: "0002", key: "0003" } as const;
const ours = /^f007fa11-0000-8000-8000-([0-9a-f]{12})$/i;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns a fixed UUID for an id of ours. */
function uuidOf(kind: keyof typeof kinds, id: number): string {
  return `f007fa11-${kinds[kind]}-8000-8000-${id.toString(16).padStart(12, "0")}`;
}

/** Returns the id, domain or alias by which the API finds a website. */
export function websiteNameOf(id: string): string {
  const [, digits] = ours.exec(id) ?? [];
  return digits === undefined ? id : String(Number.parseInt(digits, 16));
}

/** The fields of a website's record in the API. */
export interface ApiWebsite {
  readonly id: number;
  readonly domain: string;
  readonly domain_unicode: string;
  readonly aliases: readonly string[];
  readonly timezone: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Returns a website as Umami has it. Its id is the first alias that is a UUID, if there is one. */
export function toWebsite({ id, domain, aliases, ...website }: ApiWebsite) {
  return {
    id: aliases.find((alias) => uuid.test(alias)) ?? uuidOf("website", id),
    name: website.domain_unicode,
    domain,
    shareId: null,
    resetAt: null,
    userId: null,
    teamId: null,
    createdBy: null,
    recorderEnabled: false,
    replayConfig: null,
    createdAt: website.created_at,
    updatedAt: website.updated_at,
    deletedAt: null,
  };
}

/** The fields of `/api/v1/me`. */
export interface ApiMe {
  readonly kind: "root" | "key" | "person";
  readonly id?: number;
  readonly name: string;
  readonly email?: string;
  readonly may: readonly string[];
  readonly created_at?: string;
}

/** Returns the caller as a user of Umami. */
export function toUser({ kind, id = 0, name, email = name, may, created_at = "" }: ApiMe) {
  const isAdmin = may.includes("admin");
  return {
    id: uuidOf(kind, id),
    username: email,
    role: isAdmin ? "admin" : may.includes("write") ? "user" : "view-only",
    createdAt: created_at || null,
    isAdmin,
    teams: [],
  };
}

/** Returns what a caller sees of itself. */
export function toMe(me: ApiMe) {
  const user = toUser(me);
  if (me.kind === "person") return { authType: "session", user };
  return { authType: "api-key", apiKey: { id: user.id, name: me.name }, user };
}
