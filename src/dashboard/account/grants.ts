import type { PersonRecord } from "../../model/person.ts";
import type { WebsiteRecord } from "../api/answers.ts";
import { domainOf } from "../words/domain-of.ts";

type Grant = PersonRecord["grants"][number];

/** Returns the grants of a person as a sentence. */
export function grantsText(
  { role, grants }: Pick<PersonRecord, "role" | "grants">,
  websites: readonly WebsiteRecord[],
): string {
  if (role === "owner") return "All websites, people and keys";
  if (grants.length === 0) return "No website yet";
  return grants
    .map(({ website_id: id, may }) => {
      const name = id === "all" ? "all websites" : domainOf(websites, id);
      return `${name} (${may})`;
    })
    .join(", ");
}

/** Returns the grants with another one on a website; undefined takes it away. */
export function withGrant(
  grants: readonly Grant[],
  websiteId: Grant["website_id"],
  level: Grant["may"] | undefined,
): readonly Grant[] {
  const others = grants.filter(({ website_id }) => website_id !== websiteId);
  return level === undefined ? others : [...others, { website_id: websiteId, may: level }];
}
