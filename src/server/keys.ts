import type { Config } from "../config.ts";
import type { Keys } from "../http/access/keys.ts";
import { loadOrMakeKey } from "../key-file.ts";

export interface LoadedKeys {
  readonly keys: Keys;
  /** The API key, if this call generated it. */
  readonly generatedApiKey: string | undefined;
}

/**
 * Returns the configured API keys, and the keys in files of `DATA_DIR`. Generates each key whose
 * file does not exist. Throws `StartRefused` if a file cannot be read or written.
 */
export async function loadKeys(config: Config): Promise<LoadedKeys> {
  const { DATA_DIR, API_KEYS } = config;
  const apiKey = API_KEYS.length > 0 ? undefined : await loadOrMakeKey(DATA_DIR, "api-key");
  const api = apiKey === undefined ? API_KEYS : [apiKey.key];
  const cookie = await loadOrMakeKey(DATA_DIR, "cookie-key");
  const mail = await loadOrMakeKey(DATA_DIR, "mail-key");
  return {
    keys: { api, cookie: cookie.key, mail: mail.key },
    generatedApiKey: apiKey?.isNew ? apiKey.key : undefined,
  };
}
