import { passwordCharactersMax } from "../../model/limits.ts";
import type { LoginLimiter } from "./login-limiter.ts";

/** The queue in which all passwords of a server are hashed. */
export type PasswordQueue = Pick<LoginLimiter, "hashPassword">;

/**
 * Resolves with the hash of a password in a body, and with "" if the body clears it. Resolves with
 * undefined if it is not sent, or is none: the schema refuses it then.
 */
export async function passwordHashOf(
  { password }: { readonly password?: unknown },
  queue: PasswordQueue,
): Promise<string | undefined> {
  if (password === null || password === "") return "";
  if (typeof password !== "string") return undefined;
  if (password.length > passwordCharactersMax) return undefined;
  return queue.hashPassword(password);
}
