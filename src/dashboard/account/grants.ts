import type { PersonRecord } from "../../model/person.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { accountWords } from "../words/account.ts";
import { domainOf } from "./domain-of.ts";

const words = accountWords.grants;

type Grant = PersonRecord["grants"][number];

/** Returns the grants of a person in words. */
export function grantsText(
  { role, grants }: Pick<PersonRecord, "role" | "grants">,
  websites: readonly WebsiteRecord[],
): string {
  if (role === "owner") return words.everything;
  if (grants.length === 0) return words.none;
  const texts = grants.map(({ website_id: id, may }) => {
    const name = id === "all" ? accountWords.allWebsites : domainOf(websites, id);
    return may === "edit" ? words.mayEdit(name) : words.mayView(name);
  });
  return words.list(texts);
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
