import type { ApiKey } from "../access/api-key.ts";
import { People } from "../access/people.ts";
import type { Recorded } from "../access/recorded.ts";
import type { StoredAccess } from "../access/stored-access.ts";
import { dayMs, isoDay } from "../base/calendar.ts";
import { withoutHiddenCharacters } from "../base/hidden-characters.ts";

const restore = { routine: "restore" } as const;

/**
 * Ends the sessions, invitations and links for new passwords that a restore has brought back:
 * somebody may have ended them after the backup, and nothing tells which. Resolves with the keys
 * that hold again. With `endsKeys`, it ends those, too.
 */
export async function endRestoredAccess(
  access: StoredAccess,
  { endsKeys, now }: { readonly endsKeys: boolean; readonly now: () => number },
): Promise<readonly Recorded<ApiKey>[]> {
  // Opening the records accepts that the store does not answer.
  await access.refresh();
  await new People(access, now).endSignIns(restore);
  const keys = access.all.list("key");
  if (endsKeys) {
    for (const { id } of keys) await access.remove(restore, "key", id);
    return [];
  }
  return keys.filter(({ content: { expiresMs } }) => expiresMs === null || now() < expiresMs);
}

/** Returns the line about a key that holds again. */
export function keyLine({ id, content }: Recorded<ApiKey>): string {
  const { name, may, createdMs, lastUsedOn } = content;
  const times = `made ${isoDay(Math.floor(createdMs / dayMs))}, used ${lastUsedOn ?? "never"}`;
  return `${id} ${JSON.stringify(withoutHiddenCharacters(name))}: ${may.join(", ")}; ${times}`;
}
