import { type Campaign, type CampaignName, campaigns } from "./campaigns.ts";

/**
 * The campaigns to run when something in a folder has changed. The longest folder that a file is in
 * decides. Every folder of `src` has a line, also if no campaign belongs to it.
 */
export const campaignsOfFolders: Readonly<Record<string, readonly CampaignName[]>> = {
  schema: ["chaos", "cluster", "rollups", "analysis"],
  package: ["packages", "images"],
  src: ["chaos", "packages", "development"],
  "src/access": ["programs", "workers", "cluster"],
  "src/backup": ["backup"],
  "src/base": ["chaos", "calendar"],
  "src/clickhouse": ["chaos", "cluster", "soak"],
  "src/collect": ["chaos", "hostile"],
  "src/commands": ["imports", "backup", "move", "programs"],
  "src/counting": ["rollups", "analysis", "random"],
  "src/dashboard": ["dashboard", "releases"],
  "src/definitions": ["analysis", "cluster"],
  "src/demo": ["development"],
  "src/entries": ["packages", "programs", "workers", "imports"],
  "src/events": ["chaos"],
  "src/stats/corrections": ["corrections"],
  "src/stats/export": ["sizes", "random", "workers", "imports"],
  "src/http": ["floods", "hostile", "proxies"],
  "src/http/compat": ["compat"],
  "src/http/reports": ["hostile", "analysis"],
  "src/import": ["imports", "hostile"],
  "src/log": ["chaos", "sizes", "soak"],
  "src/http/openapi": ["packages"],
  "src/model": ["hostile", "analysis", "packages"],
  "src/move": ["move", "cluster"],
  "src/reads": ["imports"],
  "src/rollups/retention": ["random", "imports"],
  "src/rollups": ["rollups", "chaos", "random"],
  "src/server": ["chaos", "programs", "soak", "workers"],
  "src/server/cluster": ["workers", "chaos"],
  "src/server/corrections": ["corrections"],
  "src/server/imports": ["imports"],
  "src/server/shards": ["cluster", "move"],
  "src/notifications": ["notifications"],
  "src/stats": ["rollups", "analysis", "random"],
  "src/tables": ["chaos", "cluster", "imports"],
  "src/tracker": ["tracker"],
  "src/websites": ["cluster", "chaos", "floods"],
};

const names = Object.keys(campaigns) as CampaignName[];

/** Returns the campaigns that belong to the files, in the order of their table. */
export function campaignsOfFiles(files: readonly string[]): CampaignName[] {
  const found = new Set(files.flatMap(campaignsOfFile));
  return names.filter((name) => found.has(name));
}

function campaignsOfFile(file: string): readonly CampaignName[] {
  const own = names.filter((name) => isPartOf(campaigns[name], file));
  if (own.length > 0) return own;
  const folders = Object.keys(campaignsOfFolders).filter((folder) => file.startsWith(`${folder}/`));
  const longest = folders.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? [] : (campaignsOfFolders[longest] ?? []);
}

/** Returns whether a file is one of the campaign's tests, or stands beside its program. */
function isPartOf({ program, files = [] }: Campaign, file: string): boolean {
  const folder = program?.slice(0, program.lastIndexOf("/") + 1);
  return files.includes(file) || (folder !== undefined && file.startsWith(folder));
}
