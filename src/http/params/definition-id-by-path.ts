import { Problem } from "../../base/errors.ts";

/**
 * Returns the id of a record that the path names by `:goal_id` and the like. Throws `Problem`
 * NOT_FOUND for text that is no id.
 */
export function definitionIdByPath(request: { readonly params: unknown }, kind: string): number {
  const id = (request.params as Readonly<Record<string, string>>)[`${kind}_id`] ?? "";
  if (!/^[1-9]\d{0,9}$/.test(id)) throw new Problem("NOT_FOUND");
  return Number(id);
}
