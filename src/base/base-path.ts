/**
 * The first parts of the paths that Footfall itself has. Below such a base path nobody could tell
 * whether a proxy has removed it. A test compares the list with the routes.
 */
export const ownParts: readonly string[] = [
  "account",
  "api",
  "assets",
  "docs",
  "health",
  "invitation",
  "js",
  "mcp",
  "metrics",
  "reset",
  "session",
  "share",
  "shared",
  "start",
  "unsubscribe",
];

/** Returns the path of `BASE_URL`, below which people reach Footfall: "", or one like `/stats`. */
export function basePathOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? "" : new URL(baseUrl).pathname.replace(/\/$/, "");
}

/** Returns a requested path without the base path. Some proxies remove it, and others do not. */
export function withoutBasePath(path: string, basePath: string): string {
  if (!path.startsWith(basePath)) return path;
  const rest = path.slice(basePath.length);
  if (rest.startsWith("/")) return rest;
  return rest === "" || rest.startsWith("?") ? `/${rest}` : path;
}
