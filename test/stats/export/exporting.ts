import { Readable } from "node:stream";

import type { Database, QueryLimits } from "../../../src/clickhouse/database.ts";
import { render, type Sql } from "../../../src/clickhouse/sql.ts";
import { type Fakes, startApp } from "../../helpers/app.ts";
import { apiKey } from "../../helpers/footfall.ts";

export const authorization = `Bearer ${apiKey}`;
export const headers = { authorization };
export const path = "/api/v1/websites/7/events?from=2026-11-01&to=2026-11-20";

/** The days with events, and how many events each has. */
export const oneDay = [{ date: "2026-11-10", events: 1 }];

/** Returns the answer to the question which days have events. */
export function countsOf(days: readonly object[]): never[] {
  return days.map((day) => ({ ...day, rollupId: "", gone: 1 })) as never[];
}

export function textOf(query: Sql): string {
  return render(query).query;
}

/** Starts an application whose website has these days, and an export whose slices tests write. */
export async function startExporting({
  days = oneDay,
  stream,
  rows,
  ...fakes
}: Fakes & { readonly days?: readonly object[] } = {}) {
  const statements: { readonly query: Sql; readonly limits: QueryLimits; stream: Readable }[] = [];
  const endless: Database["stream"] = async () => {
    const chunk = Buffer.alloc(65_536, "x");
    return new Readable({
      read() {
        setImmediate(() => this.push(chunk));
      },
    });
  };
  const app = await startApp({
    rows: async (query, limits) => {
      if (rows !== undefined) return rows(query, limits);
      return textOf(query).includes("'' AS rollupId") ? countsOf(days) : [];
    },
    stream: async (query, format, limits) => {
      const slice = await (stream ?? endless)(query, format, limits);
      statements.push({ query, limits, stream: slice });
      return slice;
    },
    ...fakes,
  });
  const open = () => statements.filter(({ stream: each }) => !each.destroyed);
  return { ...app, statements, open };
}

/** Returns a stream that has this text. */
export function pieceOf(text: string): () => Promise<Readable> {
  return async () => Readable.from([Buffer.from(text)]);
}
