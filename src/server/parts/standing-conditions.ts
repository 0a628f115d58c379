import type { Database } from "../../clickhouse/database.ts";
import type { ConditionsByWebsite } from "../../counting/conditions.ts";
import type { Condition } from "../../counting/filters.ts";
import { conditionsByWebsite, readConditions } from "../../counting/read-conditions.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import { findDefinitions } from "../../tables/definition-table.ts";

/** Reads the standing conditions of all websites on a server that have some that are on. */
export async function findConditions(db: Database): Promise<ConditionsByWebsite> {
  return conditionsByWebsite(await findDefinitions(db, "condition"));
}

/** Conditions by the definitions that they were read from: their spans are computed once. */
const known = new WeakMap<object, readonly Condition[]>();

/** Resolves with the same of some websites, as this process knows their definitions. */
export async function knownConditions(
  db: Database,
  definitions: Pick<Definitions, "of">,
  websiteIds: readonly number[],
): Promise<ConditionsByWebsite> {
  const [id] = websiteIds;
  // To read the definitions of each would take a statement for each.
  if (id === undefined || websiteIds.length > 1) return findConditions(db);
  const set = await definitions.of(id);
  const conditions =
    known.get(set) ?? readConditions(set.list("condition").map(({ content }) => content));
  known.set(set, conditions);
  return new Map(conditions.length === 0 ? [] : [[id, conditions]]);
}
