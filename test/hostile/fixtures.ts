import { apiKey, type Target } from "../chaos/target.ts";
import { pagePrefix, storeWebsite, type Website } from "../chaos/website.ts";

const headers = { authorization: `Bearer ${apiKey}` };
const deletedMax = 20;

/** The websites that requests may be about. */
export interface Fixtures {
  readonly apiKey: string;
  /** Ids of websites that stay as they are, that may be changed, and that may be deleted. */
  readonly ids: Readonly<Record<"kept" | "changed" | "deleted", readonly number[]>>;
  /** The good events' website, which hostile requests must leave alone. */
  readonly good: Website;
  readonly domains: readonly string[];
}

/**
 * Stores the websites that requests are about: that of the examples in the API's document, one with
 * a password, some to change and to delete, and the one of the good events.
 */
export async function storeFixtures(target: Target): Promise<Fixtures> {
  const url = await target.url();
  const store = async (domain: string, settings: Readonly<Record<string, string>> = {}) => {
    const body = new URLSearchParams({ domain, ...settings });
    const reply = await fetch(`${url}/api/v1/websites`, { method: "POST", headers, body });
    if (reply.status !== 201) throw new Error(`${domain} was answered with ${reply.status}`);
    return ((await reply.json()) as { data: { id: number } }).data.id;
  };
  const kept = [
    await store("example.com", { privacy: "0" }),
    await store("locked.example", { privacy: "2", password: "correct horse" }),
  ];
  const good = await storeWebsite(target);
  const changed = [await store("changed.example")];
  const deleted: number[] = [];
  for (let i = 0; i < deletedMax; i += 1) deleted.push(await store(`deleted-${i}.example`));
  return {
    apiKey,
    good,
    ids: { kept, changed, deleted },
    domains: ["example.com", "locked.example", "changed.example", "nowhere.example"],
  };
}

/** Resolves with the number of times that the statistics count each good event, by its id. */
export async function countGoodEvents(
  url: string,
  websiteId: number,
): Promise<Map<number, number>> {
  const query = "name=page&from=2000-01-01&to=2100-01-01";
  const reply = await fetch(`${url}/api/v1/stats/${websiteId}?${query}`, {
    headers: { ...headers, accept: "text/csv" },
  });
  if (reply.status !== 200) throw new Error(`the statistics were answered with ${reply.status}`);
  const counts = new Map<number, number>();
  for (const line of (await reply.text()).split("\r\n")) {
    const [, id, count] = new RegExp(`^"?${pagePrefix}(\\d+)"?,(\\d+)`).exec(line) ?? [];
    if (id !== undefined) counts.set(Number(id), Number(count));
  }
  return counts;
}
