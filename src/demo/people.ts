import type { Account, DemoPerson } from "./account.ts";
import { demoSites } from "./sites.ts";

/** The password of the demo's people. Everything of the demo is made up. */
export const demoPassword = "footfall demo";

/** The people of the demo: one who owns it, and one who sees the first website alone. */
export const demoPeople: readonly DemoPerson[] = [
  {
    email: "ada@example.com",
    name: "Ada",
    role: "owner",
    sites: [],
    password: demoPassword,
  },
  {
    email: "grace@example.com",
    name: "Grace",
    role: "member",
    sites: demoSites.slice(0, 1),
    password: demoPassword,
  },
];

/** Makes the people, and a shared link. Resolves with its URL. */
export async function addPeople(account: Account): Promise<string> {
  for (const person of demoPeople) await account.addPerson(person);
  const [site] = demoSites;
  if (site === undefined) throw new Error("the demo has a site");
  return account.share(site, "For a client");
}
