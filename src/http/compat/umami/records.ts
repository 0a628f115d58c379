import { actorOf, type Caller } from "../../../access/rights.ts";
import { isoSeconds } from "../../../base/calendar.ts";
import { writtenDomain } from "../../../websites/domain.ts";
import type { Website } from "../../../websites/website.ts";
import type { Websites } from "../../../websites/websites.ts";
import { describeCaller } from "../../access/me-routes.ts";

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

/** Returns a website as Umami has it. Its id is the first alias that is a UUID, if there is one. */
export function toWebsite({ id, domain, aliases, ...website }: Website) {
  return {
    id: aliases.find((alias) => uuid.test(alias)) ?? uuidOf("website", id),
    name: writtenDomain(domain),
    domain,
    shareId: null,
    resetAt: null,
    userId: null,
    teamId: null,
    createdBy: null,
    recorderEnabled: false,
    replayConfig: null,
    createdAt: isoSeconds(website.createdAt),
    updatedAt: isoSeconds(website.updatedAt),
    deletedAt: null,
  };
}

/** Returns the caller as a user of Umami. */
export function toUser(caller: Caller, websites: Websites) {
  const me = describeCaller(caller, websites);
  const isAdmin = me.may.includes("admin");
  return {
    id: uuidOf(me.kind, me.id ?? 0),
    username: me.email ?? me.name,
    role: isAdmin ? "admin" : me.may.includes("write") ? "user" : "view-only",
    createdAt: me.created_at ?? null,
    isAdmin,
    teams: [],
  };
}

/** Returns what a caller sees of itself. */
export function toMe(caller: Caller, websites: Websites) {
  const user = toUser(caller, websites);
  if (caller.kind === "person") return { authType: "session", user };
  return { authType: "api-key", apiKey: { id: user.id, name: actorOf(caller).name }, user };
}
