import type { ApiKey } from "../../access/api-key.ts";
import type { Recorded } from "../../access/recorded.ts";
import { isoSeconds } from "../../base/calendar.ts";
import type { Websites } from "../../websites/websites.ts";

/** Returns a key as the API shows it, without its secret. */
export function toKeyRecord({ id, content }: Recorded<ApiKey>, websites: Pick<Websites, "all">) {
  const { name, may, expiresMs, createdMs, createdBy, lastUsedOn } = content;
  return {
    id,
    name,
    may: [...may],
    websites: existing(content.websites, websites),
    expires_at: expiresMs === null ? null : isoSeconds(expiresMs),
    created_at: isoSeconds(createdMs),
    created_by: createdBy,
    last_used_on: lastUsedOn,
  };
}

/** Returns the websites that have not been deleted since: their ids are never used again. */
function existing(ids: ApiKey["websites"], websites: Pick<Websites, "all">): "all" | number[] {
  return ids === "all" ? ids : ids.filter((id) => websites.all.find(id) !== undefined);
}
