import { isPage } from "../../collect/document-types.ts";
import type { LogLine } from "./log-format.ts";

export type NotAPage = "method" | "status" | "type";

/**
 * Returns why a line is not a page view, or undefined if it is one: a GET of a page, answered
 * successfully. If several reasons apply, returns the first in the order of NotAPage.
 *
 * A status of 2xx or 304 is a success, but 206 is none. 304 means a page from the browser's cache,
 * which a visitor saw, too. 206 is the part of a file: players and download managers request parts,
 * and page loads do not.
 */
export function notAPage(line: LogLine): NotAPage | undefined {
  if (line.method !== "GET") return "method";
  const { status } = line;
  if (status !== 304 && (status < 200 || status > 299 || status === 206)) return "status";
  return isPage(line) ? undefined : "type";
}
