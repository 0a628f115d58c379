import type { WebsiteRecord } from "../../model/website.ts";
import { accountWords } from "../words/account.ts";

/** Returns the domain of a website, or its id in words if it is not in the list. */
export function domainOf(websites: readonly WebsiteRecord[], id: number): string {
  const found = websites.find((website) => website.id === id);
  return found?.domain_unicode ?? accountWords.unknownWebsite(id);
}
