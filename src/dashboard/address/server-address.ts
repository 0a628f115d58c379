/**
 * The path of `BASE_URL`, below which all addresses of this server are; "" if it has none. The
 * paths in the dashboard's code do not have it: `Link`, `goTo`, requests and these functions add
 * it.
 */
let basePath: string | undefined;

/** Returns `BASE_URL`; undefined if the server has none. */
function baseUrl(): string | undefined {
  return document.documentElement.dataset["baseUrl"];
}

function getBasePath(): string {
  basePath ??= new URL(baseUrl() ?? location.origin).pathname.replace(/\/$/, "");
  return basePath;
}

/** Returns the address of a path of this server. An address that is no path stays as it is. */
export function withBasePath(path: string): string {
  return path.startsWith("/") ? getBasePath() + path : path;
}

/** Returns the URL of a path of this server for others: people, their pages, and trackers. */
export function publicUrl(path: string): string {
  return (baseUrl() ?? location.origin) + path;
}

/** Returns the path of the page, or undefined if it is not below the base path. */
export function pagePath(): string | undefined {
  const base = getBasePath();
  const path = location.pathname;
  if (path === base) return "/";
  return path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
}
