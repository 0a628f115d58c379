import type { FastifyRequest } from "fastify";

import { parseUrl } from "../url.ts";

/** What a list endpoint hands to `toPage`. */
export interface Slice<Item> {
  readonly items: Item[];
  /** Number of items on all pages. */
  readonly total: number;
}

export interface Position {
  readonly page: number;
  readonly perPage: number;
  /** Number of items before the page. */
  readonly offset: number;
}

export function positionOf(query: { page?: number; per_page?: number }): Position {
  const { page = 1, per_page: perPage = 10 } = query;
  return { page, perPage, offset: (page - 1) * perPage };
}

/** The answer of a list endpoint. Links keep the request's other parameters. */
export function toPage<Item>(
  request: FastifyRequest,
  { page, perPage, offset }: Position,
  { items, total }: Slice<Item>,
) {
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const { origin, pathname, search } = addressOf(request);
  const path = `${origin}${pathname}`;
  // The other parameters stay as they were written, whatever bytes they stand for.
  const others = search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !new URLSearchParams(part).has("page"));
  const linkTo = (number: number): string => `${path}?${[...others, `page=${number}`].join("&")}`;
  const empty = items.length === 0;
  return {
    data: items,
    links: {
      first: linkTo(1),
      last: linkTo(lastPage),
      prev: page > 1 ? linkTo(Math.min(page - 1, lastPage)) : null,
      next: page < lastPage ? linkTo(page + 1) : null,
    },
    meta: {
      current_page: page,
      from: empty ? null : offset + 1,
      to: empty ? null : offset + items.length,
      last_page: lastPage,
      per_page: perPage,
      total,
      path,
    },
  };
}

/** The address that the client asked for; this server's own when its `Host` header is unusable. */
function addressOf({ url, protocol, host, socket }: FastifyRequest): URL {
  const isHost = /^[^\s/?#@\\]+$/.test(host);
  const asked = isHost ? parseUrl(url, `${protocol}://${host}`) : undefined;
  if (asked !== undefined) return asked;
  const { localAddress = "", localPort } = socket;
  const name = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
  return new URL(url, `http://${name}:${localPort}`);
}
