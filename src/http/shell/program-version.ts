import { readFileSync } from "node:fs";
import { packageFile } from "../../base/package-file.ts";

const manifest = readFileSync(packageFile("package.json"), "utf8");
const { version } = JSON.parse(manifest) as { version: string };

export const programVersion = version;
