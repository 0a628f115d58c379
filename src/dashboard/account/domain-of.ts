import type { WebsiteRecord } from "../api/answers.ts";
import { accountWords } from "../words/account.ts";

/** Returns the domain of a website, or its id in words if it is not in the list. */
export function domainOf(websites: readonly WebsiteRecord[], id: number): string {
  return websites.find((website) => website.id === id)?.domain ?? accountWords.unknownWebsite(id);
}
