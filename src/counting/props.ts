import { bind, sql } from "../store/sql.ts";
import type { Tallied } from "./dimension-kinds.ts";

/**
 * Returns the tally of the values that a visitor's page views and custom events of a day have under
 * a key of their props. It holds the values alone. An empty text is a value.
 */
export function propTally(key: string): Tallied {
  const bound = bind("String", key);
  return {
    tally: () => sql`arrayMap(
        x -> tuple(x),
        groupUniqArrayIf(props[${bound}], name != 'engagement' AND mapContains(props, ${bound})))`,
  };
}
