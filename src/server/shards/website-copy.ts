import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger as Logger } from "fastify";
import type { ShardName } from "../../clickhouse/shards/shard-names.ts";
import type { Salt } from "../../collect/salts.ts";
import { disk } from "../../log/synced-disk.ts";
import { noEmailReports, type Website } from "../../websites/website.ts";

/** The data with which a Footfall collects events before it has reached the first shard. */
export interface CopiedState {
  readonly websites: readonly Website[];
  readonly salts: readonly Salt[];
  readonly shards: readonly ShardName[];
}

const fileName = "websites-and-salts";
const nothing: CopiedState = { websites: [], salts: [], shards: [] };

/**
 * A copy in `DATA_DIR` of what the first of several shards has, for a start while that is
 * unavailable. It is as secret as the store itself, so only Footfall's user can read it. The salts
 * in it are destroyed when those in the store are.
 */
export class WebsiteCopy {
  readonly #path: string;
  readonly #directory: string;
  readonly #logger: Logger;
  #saved = "";
  #saving: Promise<void> = Promise.resolve();

  constructor(directory: string, logger: Logger) {
    this.#directory = directory;
    this.#path = join(directory, fileName);
    this.#logger = logger;
  }

  /** Returns what was saved last; nothing if there is no copy, or none that can be read. */
  async read(): Promise<CopiedState> {
    try {
      const { websites, salts, shards } = JSON.parse(await readFile(this.#path, "utf8"));
      return { websites: websites.map(revive), salts, shards };
    } catch {
      return nothing;
    }
  }

  /** Saves the copy, unless it is the one that was saved last. A failure is logged. */
  save(state: CopiedState): Promise<void> {
    const text = JSON.stringify(state);
    this.#saving = this.#saving.then(() => this.#write(text));
    return this.#saving;
  }

  async #write(text: string): Promise<void> {
    if (text === this.#saved) return;
    try {
      const draft = `${this.#path}.new`;
      await disk.remove(draft);
      const file = await disk.create(draft);
      try {
        await file.writeAt(Buffer.from(text), 0);
        await file.sync();
      } finally {
        await file.close();
      }
      await disk.rename(draft, this.#path);
      await disk.syncDirectory(this.#directory);
      this.#saved = text;
    } catch (error) {
      this.#logger.warn({ err: error }, "the copy of websites and salts is not saved");
    }
  }
}

function revive(website: Website): Website {
  const { createdAt, updatedAt } = website;
  // A copy of an older release lacks some fields, and only says whether there are reports.
  const { aliases = [], pageRules = [] } = website as Partial<Website>;
  const emailReports =
    typeof website.emailReports === "boolean"
      ? { ...noEmailReports, week: website.emailReports, month: website.emailReports }
      : website.emailReports;
  const times = { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
  return { ...website, aliases, pageRules, emailReports, ...times };
}
