import { parseArgs } from "node:util";
import type { FastifyBaseLogger as Logger } from "fastify";

import { createAuditLog } from "../access/audit.ts";
import { People } from "../access/people.ts";
import { type Actor, rootActor } from "../base/author.ts";
import type { Config } from "../base/config.ts";
import { personEmailPattern } from "../base/email-address.ts";
import { Problem, StartRefused } from "../base/errors.ts";
import { joinStores } from "../clickhouse/open.ts";
import { noteAccess } from "../http/access/access-audit.ts";
import { linkPath } from "../http/access/person-records.ts";
import { openAccess, openWebsites } from "../server/parts/open-services.ts";
import { auditTable } from "../tables/audit-table.ts";

export const usage = "usage: footfall person add EMAIL [--owner]";

/** Names the command in the audit list: whoever runs it has the server. */
const command: Actor = { ...rootActor, name: "footfall person" };

const personEmail = new RegExp(`^${personEmailPattern}$`);

/**
 * Runs `footfall person add EMAIL`, also while Footfall runs on the same store: prints a link with
 * which the person chooses a password. Somebody who is there already gets a new link, and with
 * `--owner` becomes an owner. So whoever has lost every key gets in again.
 */
export async function person(
  config: Config,
  args: readonly string[],
  logger: Logger,
): Promise<number> {
  const { email, role } = readArgs(args);
  const stores = await joinStores(config, logger);
  try {
    const [first] = stores;
    if (first === undefined) throw new Error("there is always a store");
    const websites = await openWebsites(first.db, Date.now);
    const storeEntry = createAuditLog({ audit: auditTable(first.db), now: Date.now, logger });
    const note = noteAccess(storeEntry, () => websites);
    const people = new People(await openAccess(first.db, { note }), Date.now);
    const known = people.all.findByEmail(email);
    if (known !== undefined) {
      const change = { state: "active", ...(role === "owner" && { role }) } as const;
      await people.update(command, known.id, change, { isRoot: true });
    }
    const made =
      known === undefined
        ? await people.invite(command, { email, name: "", role, grants: [] })
        : await people.renewLink(command, known.id);
    process.stdout.write(`${publicUrlOf(config)}${linkPath(made)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new StartRefused(Object.values(error.fields ?? {}).flat()[0] ?? error.message);
  } finally {
    for (const store of stores) await store.close().catch(() => {});
  }
}

function readArgs(args: readonly string[]): { email: string; role: "owner" | "member" } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { owner: { type: "boolean" } },
      allowPositionals: true,
    });
    const [verb, email = "", ...others] = positionals;
    if (verb === "add" && others.length === 0 && personEmail.test(email)) {
      return { email, role: values.owner === true ? "owner" : "member" };
    }
  } catch {}
  throw new StartRefused(usage);
}

/** Returns the URL at which people reach Footfall, as far as the settings tell. */
function publicUrlOf({ BASE_URL, HOST, PORT }: Config): string {
  return (
    BASE_URL?.replace(/\/$/, "") ?? `http://${HOST.includes(":") ? "localhost" : HOST}:${PORT}`
  );
}
