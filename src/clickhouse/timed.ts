import type { Database } from "./database.ts";

export const requestKinds = ["query", "command", "insert"] as const;
export type RequestKind = (typeof requestKinds)[number];

/**
 * Returns the same store, which tells `observe` the seconds of each request, also of failed ones.
 */
export function timed(
  db: Database,
  observe: (kind: RequestKind, seconds: number) => void,
): Database {
  const measure = async <T>(kind: RequestKind, request: () => Promise<T>): Promise<T> => {
    const begunMs = performance.now();
    try {
      return await request();
    } finally {
      observe(kind, (performance.now() - begunMs) / 1000);
    }
  };
  return {
    rows: (query, limits) => measure("query", () => db.rows(query, limits)),
    csv: (query, limits) => measure("query", () => db.csv(query, limits)),
    stream: (...args) => measure("query", () => db.stream(...args)),
    native: (query) => measure("query", () => db.native(query)),
    run: (statement, options) => measure("command", () => db.run(statement, options)),
    insert: (insert) => measure("insert", () => db.insert(insert)),
  };
}
