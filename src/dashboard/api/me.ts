import type { Language } from "../../base/languages.ts";
import type { KeyRecord } from "../../model/api-key.ts";
import type { PersonRecord } from "../../model/person.ts";

/** The caller whose session the page has. A person has the fields of its record, too. */
export interface Me extends Partial<Omit<PersonRecord, "name">> {
  readonly kind: "root" | "key" | "person";
  readonly name: string;
  readonly may: readonly (KeyRecord["may"][number] | "create" | "admin")[];
  readonly websites: KeyRecord["websites"];
  /** The language of the dashboard, for a person; null for that of the browser. */
  readonly language?: Language | null;
  /** The address that the server sees the browser at. */
  readonly ip: string;
}

/** The needs of controls: to change a website, to add and delete websites, to manage access. */
export type Need = "write" | "create" | "admin";

/**
 * Returns whether a caller may do something, on a website or, without its id, on the server. The
 * server has the same rules and refuses requests by them; this only hides controls.
 */
export function may(me: Me | undefined, need: Need, websiteId?: number): boolean {
  if (me === undefined) return false;
  if (me.kind === "root" || me.role === "owner") return true;
  if (need === "admin") return false;
  if (me.kind === "key") {
    if (!me.may.includes("write")) return false;
    if (me.websites === "all") return true;
    return need === "write" && websiteId !== undefined && me.websites.includes(websiteId);
  }
  const edited = (me.grants ?? []).filter((grant) => grant.may === "edit");
  return edited.some(
    ({ website_id: granted }) =>
      granted === "all" || (need === "write" && websiteId !== undefined && granted === websiteId),
  );
}
