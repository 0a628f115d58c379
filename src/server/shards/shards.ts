import { Problem } from "../../base/errors.ts";
import { shardOfEvents } from "../../websites/website.ts";
import type { WebsiteLookup } from "../../websites/website-set.ts";

/** Returns the name of the shard that has the data of a website; "" is the first shard. */
export type ShardOf = (websiteId: number) => string;

/**
 * Something that exists once for each shard: a ClickHouse server with all data of some websites.
 * With the embedded engine, or one server, there is one shard.
 */
export class Shards<Of> {
  /** The shard that has the websites and the salts. */
  readonly first: Of;
  readonly #byName: ReadonlyMap<string, Of>;
  readonly #shardOf: ShardOf;

  /** `byName` has the first shard first. */
  constructor(byName: ReadonlyMap<string, Of>, shardOf: ShardOf) {
    const [first] = byName.values();
    this.first = first as Of;
    this.#byName = byName;
    this.#shardOf = shardOf;
  }

  get all(): readonly Of[] {
    return [...this.#byName.values()];
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  /** Returns that of a website's shard. Throws `Problem` STORE_UNAVAILABLE for an unknown shard. */
  of(websiteId: number): Of {
    return this.named(this.#shardOf(websiteId));
  }

  /** Returns that of the shard of this name. Throws `Problem` STORE_UNAVAILABLE without one. */
  named(name: string): Of {
    const found = name === "" ? this.first : this.#byName.get(name);
    if (found === undefined) throw new Problem("STORE_UNAVAILABLE");
    return found;
  }

  /** Returns the name by which websites name a shard: "" for the first one. */
  keyOf(name: string): string {
    return this.names[0] === name ? "" : name;
  }

  /** Makes something for each shard. */
  map<Made>(make: (of: Of, name: string) => Made): Shards<Made> {
    const made = [...this.#byName].map(([name, of]): [string, Made] => [name, make(of, name)]);
    return new Shards(new Map(made), this.#shardOf);
  }

  /** Makes something for each shard, one after the other. */
  async mapInTurn<Made>(make: (of: Of, name: string) => Promise<Made>): Promise<Shards<Made>> {
    const made = new Map<string, Made>();
    for (const [name, of] of this.#byName) made.set(name, await make(of, name));
    return new Shards(made, this.#shardOf);
  }
}

/** Returns the shard that new events of a website go to. */
export function placementIn(websites: WebsiteLookup): ShardOf {
  return (websiteId) => {
    const website = websites.find(websiteId);
    return website === undefined ? "" : shardOfEvents(website);
  };
}
