import { StartRefused } from "./errors.ts";
import { isIpOrRange } from "./net/ip-address.ts";

export const clickHouseUrlForm = "must have the form http(s)://user:password@host:8123/database";

/** Throws `StartRefused`, with the form of the setting, if the text is there and no URL. */
export function refuseNoUrl(name: string, text: string | undefined, form: string): void {
  if (text !== undefined && !isUrl(text)) throw new StartRefused(`${name} ${form}`);
}

/**
 * Returns whether the text is a URL. The patterns of the settings cannot tell whether the port and
 * the host are valid, nor whether each % encodes a byte.
 */
function isUrl(text: string): boolean {
  try {
    const { username, password } = new URL(text);
    return decodeURIComponent(`${username}:${password}`) !== "";
  } catch {
    return false;
  }
}

/** Returns the addresses. Throws `StartRefused` if one is no URL, or two name one database. */
export function servers(text = ""): readonly string[] {
  const urls = text.split(" ").filter((url) => url !== "");
  const databases = urls.map((url) => {
    refuseNoUrl("CLICKHOUSE_URL", url, clickHouseUrlForm);
    const { host, pathname } = new URL(url);
    return `${host}${pathname.replace(/\/$/, "")}`;
  });
  if (new Set(databases).size < databases.length) {
    throw new StartRefused("CLICKHOUSE_URL must have each database once");
  }
  return urls;
}

/**
 * Returns each origin in the one form that browsers compare. An origin in that form cannot end a
 * directive of a content security policy.
 */
export function origins(text = ""): readonly string[] {
  const list = text === "" ? [] : text.split(",").map((entry) => entry.trim());
  return list.map((entry) => {
    const { href, origin } = URL.canParse(entry) ? new URL(entry) : { href: "", origin: "" };
    if (!/^https?:\/\/[\w.:[\]-]+$/.test(origin) || href !== `${origin}/`) {
      throw new StartRefused("FRAME_ANCESTORS must be origins, such as https://example.com");
    }
    return origin;
  });
}

/** Returns the addresses and ranges. Throws `StartRefused` if one is neither. */
export function proxies(text: string): true | readonly string[] {
  if (text === "true") return true;
  if (text === "false") return [];
  const list = text.split(",").map((entry) => entry.trim());
  for (const entry of list) {
    if (!isIpOrRange(entry)) {
      throw new StartRefused("TRUST_PROXY must be true, false, or addresses and CIDR ranges");
    }
  }
  return list;
}
