import type { FastifyReply } from "fastify";

import { isSafe } from "../params/csv-params.ts";
import { nameCsv, prefersCsv } from "./csv-negotiation.ts";
import { csvTable } from "./csv-table.ts";
import { positionOf, toPage } from "./pages.ts";

/** Items in memory, and how they are answered. */
interface Table<Item> {
  readonly items: readonly Item[];
  readonly toRecord: (item: Item) => Readonly<Record<string, unknown>>;
  /** The columns of the CSV. */
  readonly columns: readonly string[];
  readonly csvFile: string;
  /** The fields of `meta` beside the position of the page. */
  readonly meta?: object;
}

/** Resolves with the body of an answer: one page as JSON, or all as CSV, as the client prefers. */
export async function tableBody<Item>(
  reply: FastifyReply,
  { items, toRecord, columns, csvFile, meta }: Table<Item>,
): Promise<string | ReturnType<typeof toPage>> {
  const { request } = reply;
  if (prefersCsv(request)) {
    nameCsv(reply, csvFile);
    return csvTable({ columns, items, toRecord, isSafe: isSafe(request) });
  }
  const position = positionOf(request.query as { page?: number; per_page?: number });
  const { offset, perPage } = position;
  const shown = items.slice(offset, offset + perPage).map(toRecord);
  const body = toPage(request, position, { items: shown, total: items.length });
  return { ...body, meta: { ...body.meta, ...meta } };
}
