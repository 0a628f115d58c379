import { readFile } from "node:fs/promises";
import { type Need, needs } from "../../../src/access/rights.ts";

/** The extent to which a caller meets a need. */
export type Extent = "all" | "own" | "yes" | "with all websites" | "no";

/** A row of the table in docs/access.md: the caller in words, and its rights. */
export interface RightsRow {
  readonly caller: string;
  readonly rights: Readonly<Record<Need, Extent>>;
}

/** Resolves with the table under "Rights" in docs/access.md. */
export async function readRightsTable(): Promise<RightsRow[]> {
  const docs = await readFile(new URL("../../../docs/access.md", import.meta.url), "utf8");
  const section = docs.split("\n## ").find((text) => text.startsWith("Rights\n")) ?? "";
  const [head = "", , ...rows] = section.split("\n").filter((line) => line.startsWith("|"));
  const columns = cellsOf(head).map((cell) => cell.replaceAll("`", ""));
  return rows.map((line) => {
    const [caller = "", ...cells] = cellsOf(line);
    const rights = needs.map((need) => [need, cells[columns.indexOf(need) - 1]]);
    return { caller, rights: Object.fromEntries(rights) };
  });
}

/** Returns whether a caller whose websites are so many may do what has this extent. */
export function allows(extent: Extent, isOwn: boolean, hasAll: boolean): boolean {
  if (extent === "own") return isOwn;
  if (extent === "with all websites") return hasAll;
  return extent !== "no";
}

function cellsOf(line: string): string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}
