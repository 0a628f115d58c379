import type { FastifyRequest } from "fastify";
import type { MadeLink } from "../../access/people.ts";
import { type Person, signInsOf } from "../../access/person.ts";
import type { Recorded } from "../../access/recorded.ts";
import { isoSeconds } from "../../base/calendar.ts";
import type { Invitation } from "../../model/access.ts";
import { writtenDomain } from "../../websites/domain.ts";
import type { Websites } from "../../websites/websites.ts";
import { outsideUrl } from "../answers/outside-url.ts";

/** Returns a person as the API shows it. Grants on websites that were deleted are left out. */
export function toPersonRecord({ id, content }: Recorded<Person>, websites: Pick<Websites, "all">) {
  const { email, name, role, state, grants, createdMs, lastSeenOn } = content;
  const exists = (websiteId: number | "all") =>
    websiteId === "all" || websites.all.find(websiteId) !== undefined;
  return {
    id,
    email,
    name,
    role,
    state,
    grants: grants.filter(({ website_id }) => exists(website_id)),
    created_at: isoSeconds(createdMs),
    last_seen_on: lastSeenOn,
    sign_in: signInsOf(content),
  };
}

/** Returns what an invitation says, to nobody but the person who has it. */
export function toInvitation(person: Person, websites: Pick<Websites, "all">): Invitation {
  const { name, email, role, grants, link } = person;
  const seesAll = role === "owner" || grants.some(({ website_id: id }) => id === "all");
  const domains = grants.flatMap(({ website_id: id }) => {
    const website = id === "all" ? undefined : websites.all.find(id);
    return website === undefined ? [] : [writtenDomain(website.domain)];
  });
  return { name, email, role, invited_by: link?.by ?? null, websites: seesAll ? "all" : domains };
}

/** Mails a link to a person. Resolves with false if the mail server refused the mail. */
export type MailLink = (
  person: Person,
  kind: MadeLink["link"]["kind"],
  url: string,
) => Promise<boolean>;

/**
 * Returns the address of a page for a person alone. Its token stands behind `#`, which browsers do
 * not send, so it is in no proxy's log.
 */
export function linkUrl(request: FastifyRequest, made: MadeLink): string {
  return outsideUrl(request, linkPath(made));
}

export function linkPath({ token, link }: MadeLink): string {
  return `/${link.kind}#${token}`;
}
