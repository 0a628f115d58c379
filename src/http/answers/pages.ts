import type { FastifyRequest } from "fastify";

import { parseUrl } from "../../base/net/url.ts";

/** The items of one page, as a list endpoint hands them to `toPage`. */
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

/** Returns the answer of a list endpoint. Its links contain the request's other parameters. */
export function toPage<Item>(
  request: FastifyRequest,
  { page, perPage, offset }: Position,
  { items, total }: Slice<Item>,
) {
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const { origin, pathname, search } = urlOf(request);
  const path = `${origin}${request.server.basePath}${pathname}`;
  // The text of the other parameters is copied and not decoded, whatever bytes it stands for.
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

/** Returns the requested URL; its host is this server's own name if `Host` is unusable. */
function urlOf({ url, protocol, host, socket }: FastifyRequest): URL {
  const isHost = /^[^\s/?#@\\]+$/.test(host);
  const requestUrl = isHost ? parseUrl(url, `${protocol}://${host}`) : undefined;
  if (requestUrl !== undefined) return requestUrl;
  const { localAddress = "", localPort } = socket;
  const name = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
  return new URL(url, `http://${name}:${localPort}`);
}
