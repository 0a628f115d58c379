import { isSensitiveValue } from "./sensitive-params.ts";

/**
 * Returns a URL's fragment with the parameters that `stays` returns true for, and without secrets.
 * A fragment is a point on the page or the path of a router, which may have a query, or it is a
 * query itself: `access_token=…`, `/reset?token=…`.
 */
export function cleanFragment(fragment: string, stays: (param: string) => boolean): string {
  const start = fragment.indexOf("?");
  const params = fragment
    .slice(start + 1)
    .split("&")
    .filter((param) => (param.includes("=") ? stays(param) : !isSensitiveValue(param)));
  const rest = params.join("&");
  if (start === -1) return rest;
  return fragment.slice(0, start) + (rest === "" ? "" : `?${rest}`);
}
