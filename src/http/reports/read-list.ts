import { positionOf } from "../answers/pages.ts";

interface PositionParams {
  readonly page?: number;
  readonly per_page?: number;
}

interface ListParams<Key extends string> extends PositionParams {
  readonly search?: string;
  readonly sort_by?: Key;
  readonly sort?: "asc" | "desc";
}

/** Returns the position of the page that a query asks for. */
export function readPosition(params: PositionParams) {
  const { perPage: limit, offset } = positionOf(params);
  return { limit, offset };
}

/** Returns the search, the order and the page of a query, which is sorted by `first` by default. */
export function readList<Key extends string>(params: ListParams<Key>, first: Key) {
  const { search = "", sort_by: sortBy = first, sort = "desc" } = params;
  return { search, sortBy, sort, ...readPosition(params) };
}
