import type { Actor } from "../base/author.ts";
import { invalid } from "../base/errors.ts";
import { fieldError } from "../base/field-errors.ts";
import { type ApiKey, keysMax } from "./api-key.ts";
import type { Recorded } from "./recorded.ts";
import { hashOf, newSecret } from "./secret.ts";
import type { StoredAccess } from "./stored-access.ts";

/** The fields of a key that whoever makes it chooses. */
export type KeyFields = Pick<ApiKey, "name" | "may" | "websites" | "expiresMs">;

/** Makes a key. Its secret is known now and never again. */
export async function createKey(
  access: StoredAccess,
  fields: KeyFields,
  createdBy: Actor,
  nowMs: number,
): Promise<{ key: Recorded<ApiKey>; secret: string }> {
  const secret = `ff_${newSecret()}`;
  const key = await access.create(createdBy, "key", (set) => {
    if (set.count("key") >= keysMax) {
      throw invalid({ body: [fieldError("keys_max", { max: keysMax })] });
    }
    return { ...fields, hash: hashOf(secret), createdMs: nowMs, createdBy, lastUsedOn: null };
  });
  return { key, secret };
}
