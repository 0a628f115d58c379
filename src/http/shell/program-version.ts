import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { packageFile } from "../../base/package-file.ts";

const manifest = readFileSync(packageFile("package.json"), "utf8");
const { name, version } = JSON.parse(manifest) as { name: string; version: string };

export const packageName = name;
export const programVersion = version;
/** The page where the documentation begins. It is on this machine, as Footfall has no website. */
export const address = pathToFileURL(packageFile("README.md")).href;
