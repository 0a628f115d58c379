import { hkdfSync } from "node:crypto";

import type { Config } from "../../base/config.ts";
import { loadOrMakeKey } from "../../base/key-file.ts";
import type { Keys } from "../../http/access/keys.ts";

/** The length of a derived key, which is that of a generated one. */
const keyBytes = 24;

/** The keys that are derived from a secret. The text is the `info` of HKDF (RFC 5869). */
const purposes = {
  api: "footfall api key",
  cookie: "footfall cookie key",
  mail: "footfall mail key",
  start: "footfall start key",
} as const;

export interface LoadedKeys {
  readonly keys: Keys;
  /** The API key, if this call generated it. */
  readonly generatedApiKey: string | undefined;
}

type KeySettings = Pick<Config, "API_KEYS" | "DATA_DIR" | "SECRET_KEY">;

/**
 * Returns the configured API keys, and the other keys. Derives them from `SECRET_KEY`, with which
 * no file is read or made. Without it, they are in files of `DATA_DIR`, and each key whose file
 * does not exist is generated. Throws `StartRefused` if a file cannot be read or written.
 */
export async function loadKeys(config: KeySettings): Promise<LoadedKeys> {
  const { DATA_DIR, API_KEYS, SECRET_KEY } = config;
  if (SECRET_KEY !== undefined) {
    const [cookie, mail] = [derive(SECRET_KEY, "cookie"), derive(SECRET_KEY, "mail")];
    const api = API_KEYS.length > 0 ? API_KEYS : [derive(SECRET_KEY, "api")];
    const start = derive(SECRET_KEY, "start");
    return { keys: { api, cookie, mail, start }, generatedApiKey: undefined };
  }
  const apiKey = API_KEYS.length > 0 ? undefined : await loadOrMakeKey(DATA_DIR, "api-key");
  const api = apiKey === undefined ? API_KEYS : [apiKey.key];
  const cookie = await loadOrMakeKey(DATA_DIR, "cookie-key");
  return {
    keys: {
      api,
      cookie: cookie.key,
      mail: await loadMailKey(config),
      start: derive(cookie.key, "start"),
    },
    generatedApiKey: apiKey?.isNew ? apiKey.key : undefined,
  };
}

/** Returns the key that signs unsubscribe links, derived or from its file, as `loadKeys` does. */
export async function loadMailKey(config: Omit<KeySettings, "API_KEYS">): Promise<string> {
  const { DATA_DIR, SECRET_KEY } = config;
  if (SECRET_KEY !== undefined) return derive(SECRET_KEY, "mail");
  return (await loadOrMakeKey(DATA_DIR, "mail-key")).key;
}

function derive(secret: string, purpose: keyof typeof purposes): string {
  const key = hkdfSync("sha256", secret, "", purposes[purpose], keyBytes);
  return Buffer.from(key).toString("base64url");
}
